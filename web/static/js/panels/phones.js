// A QR code for each seat: a phone that reads it takes the seat from the previous phone.

import { h, s } from "../dom.js";
import { button, pawn } from "../pieces.js";
import { current } from "../live.js";
import { panel } from "../dialog.js";
import { around, t } from "../words.js";
import { post, tell } from "../send.js";

/** The codes, from the table's page alone. @returns {Promise<{ code?: string, seats?: SeatLink[] }>} */
const fetched = async () => (await fetch("/seats.json", { headers: { "X-Servi-Page": "table" } })).json();

/** @param {SeatLink} one */
const drawn = ({ name, size, path }) => s("svg", { viewBox: `-2 -2 ${size + 4} ${size + 4}`, width: "11rem", height: "11rem", role: "img", "aria-label": t("Code du siège de {name}", { name }) },
  s("rect", { x: -2, y: -2, width: size + 4, height: size + 4, fill: "#fffaf0" }), s("path", { d: path, fill: "#10231b" }));

export async function openPhones() {
  let links = /** @type {SeatLink[]} */ ([]);
  try {
    let found = await fetched();
    if (found.code === "PIN_NEEDED") {
      const { askPin } = await import("./pin.js");
      if (!(await askPin())) return;
      found = await fetched();
    }
    links = found.seats ?? [];
  } catch { /* the panel then says that there is no link */ }
  panel(t("Les téléphones"), (refresh, close) => {
    /** @param {SeatLink} one */
    const renew = async (one) => {
      const made = /** @type {any} */ (await post("/new-link", { seat: one.id }));
      if (!made.ok) { close(); tell({ kind: "refus", text: made.text }); return; }
      links = links.map((old) => (old.id === one.id ? made : old));
      refresh();
    };
    return [
      h("p", { class: "note" }, links.length ? t("Lisez le code de votre siège avec l'appareil photo du téléphone. Il vaut pour cette soirée. Un siège repris ailleurs quitte l'écran d'avant.") : t("Pas de liaison. Fermez, puis rouvrez ce panneau.")),
      h("div", { class: "codes" }, links.map((one) => {
        const seat = current().seats.find((other) => other.id === one.id) ?? { name: one.name, colour: "banque" };
        return h("figure", { class: "code" }, h("figcaption", null, pawn(seat), one.name), drawn(one),
          h("a", { class: "code-lien", href: one.link }, t("ou ouvrir ce lien")),
          button(t("Nouveau code"), () => renew(one), { key: `renew-${one.id}`, label: t("Nouveau code pour {name}", { name: one.name }) }));
      })),
      h("p", { class: "note" }, t("Un nouveau code retire le siège au téléphone qui le tient : téléphone éteint, siège pris par un autre.")),
      h("p", { class: "note" }, around(t("Qui veut seulement regarder ouvre {page} : rien ne s'y touche."), { page: h("a", { class: "code-lien", href: "/watch" }, t("la page du spectateur")) })),
    ];
  }, { wide: true });
}
