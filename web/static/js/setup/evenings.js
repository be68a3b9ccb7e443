// Earlier evenings: resume, export, import, delete.

import { h } from "../dom.js";
import { button } from "../pieces.js";
import { panel } from "../dialog.js";
import { newest } from "../live.js";
import { ask, post, refusalWords, tell } from "../send.js";
import { day, t } from "../words.js";
import { choices } from "./choice.js";

/** @param {number} id */
const resume = (id) => async () => { if (await ask("/resume", { id })) location.href = "/table"; };

/** Sends a file unchanged; resolves to the server's answer. @param {string} path @param {File} file */
export async function sendFile(path, file) {
  try {
    const reply = await fetch(path, { method: "POST", headers: { "Content-Type": "text/plain", "X-Servi-Page": "table" }, body: await file.arrayBuffer() });
    return await reply.json();
  } catch {
    return { ok: false, text: t("Pas de liaison. Réessayez quand elle revient.") };
  }
}

/** @param {() => Promise<void>} fetchAgain @returns {On<Event>} */
const load = (fetchAgain) => async (event) => {
  const file = event.target.files?.[0];
  if (!file) return;
  const reply = await sendFile("/import", file);
  if (reply.ok) await fetchAgain();
  tell(reply.ok ? { kind: "bien", text: t("La soirée est dans le journal : « Reprendre » la rouvre."), number: newest()?.number } : { kind: "refus", text: reply.text, number: newest()?.number });
};

/** @param {KeptEvening} one @param {string} who @param {() => Promise<void>} fetchAgain */
function sure(one, who, fetchAgain) {
  panel(t("Effacer cette soirée ?"), (_, close) => [
    h("p", null, t("La soirée de {who}, {day}, disparaît avec ses photos, pour de bon. Un export la garderait.", { who, day: day(one.started) })),
    h("div", { class: "boutons boutons--plein" },
      h("a", { class: "bouton", href: `/export/${one.id}` }, t("Exporter d'abord")),
      button(t("Laisser"), close, { key: "leave" }),
      button(t("Effacer pour de bon"), async () => {
        const reply = await post("/delete-evening", { id: one.id });
        close();
        if (reply.ok) await fetchAgain(); else tell({ kind: "refus", text: refusalWords(reply), number: newest()?.number });
      }, { kind: "bouton--danger", key: "delete" }))]);
}

/** @param {KeptEvening} one @param {() => Promise<void>} fetchAgain */
function line(one, fetchAgain) {
  const who = (one.seats ?? []).join(", ");
  const game = choices().games.find((known) => known.id === one.game)?.title;
  const state = one.open ? t("sur la table") : one.simulated ? t("simulée") : null;
  return h("li", null,
    h("span", null, h("b", null, who), h("small", null, [game, day(one.started), state].filter(Boolean).join(" · ")), one.missing ? h("small", { class: "perte" }, one.missing) : null),
    h("span", { class: "boutons" },
      button(t("Reprendre"), resume(one.id), { key: `resume-${one.id}`, label: t("Reprendre la soirée de {who}", { who }) }),
      h("a", { class: "bouton bouton--sobre", href: `/export/${one.id}`, "aria-label": t("Exporter la soirée de {who}", { who }) }, t("Exporter")),
      one.open ? null : button(t("Effacer"), () => sure(one, who, fetchAgain), { key: `delete-${one.id}`, kind: "bouton--sobre", label: t("Effacer la soirée de {who}", { who }) })));
}

/** @param {() => Promise<void>} fetchAgain */
export function earlier(fetchAgain) {
  const list = choices().evenings ?? [];
  return h("section", { class: "carte" }, h("h2", null, t("Reprendre une soirée")),
    list.length ? h("ul", { class: "soirees" }, list.slice(0, 12).map((one) => line(one, fetchAgain)))
      : h("p", { class: "note" }, t("Aucune encore sur cette machine. Un fichier exporté ailleurs s'importe ici.")),
    h("div", { class: "boutons mt" },
      list.length ? h("a", { class: "bouton", href: "/book" }, t("Livre d'or")) : null,
      h("label", { class: "bouton fichier" }, t("Importer un fichier"), h("input", { type: "file", class: "lu", "aria-label": t("Importer une soirée"), onchange: load(fetchAgain) }))));
}
