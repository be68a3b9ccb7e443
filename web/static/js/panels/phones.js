// A QR code for each seat: a phone that reads it takes the seat from the previous phone.

import { h } from "../dom.js";
import { pawn } from "../pieces.js";
import { current } from "../live.js";
import { panel } from "../dialog.js";
import { around, t } from "../words.js";

export async function openPhones() {
  let links = /** @type {{ id: SeatId, name: string, link: string }[]} */ ([]);
  try {
    links = (await (await fetch("/seats.json")).json()).seats ?? [];
  } catch { /* the panel then says that there is no link */ }
  panel(t("Les téléphones"), () => [
    h("p", { class: "note" }, links.length ? t("Lisez le code de votre siège avec l'appareil photo du téléphone. Un siège repris ailleurs quitte l'écran d'avant.") : t("Pas de liaison. Fermez, puis rouvrez ce panneau.")),
    h("div", { class: "codes" }, links.map((one) => {
      const seat = current().seats.find((s) => s.id === one.id) ?? { name: one.name, colour: "banque" };
      return h("figure", { class: "code" }, h("figcaption", null, pawn(seat), one.name),
        h("img", { src: `/qr/${one.id}.svg?${Date.now()}`, alt: t("Code du siège de {name}", { name: one.name }), width: 180, height: 180 }),
        h("a", { class: "code-lien", href: one.link }, t("ou ouvrir ce lien")));
    })),
    h("p", { class: "note" }, around(t("Qui veut seulement regarder ouvre {page} : rien ne s'y touche."), { page: h("a", { class: "code-lien", href: "/watch" }, t("la page du spectateur")) })),
  ], { wide: true });
}
