// Draws the shared pad on the table page: holder, choice, amount, and the effect of the confirm button.

import { h } from "./dom.js";
import { pawn } from "./pieces.js";
import { capital, n, t } from "./words.js";

/** The state of the pad, null while nobody uses it. @param {View} view */
export function speaking(view) {
  const pad = view.panel;
  return pad && (pad.seat || pad.said || pad.regret || pad.warning) ? pad : null;
}

/** @param {TableView} view @param {SeatId | null | undefined} id */
const seatOf = (view, id) => view.seats?.find((one) => one.id === id);

/** @param {Pad} pad */
const words = (pad) => pad.warning ?? pad.said ?? pad.regret?.text ?? pad.does ?? "";

/** @param {Pad} pad */
function heap(pad) {
  if (pad.chips) return h("output", { class: "pupitre-somme" }, n(pad.amount ?? 0));
  return pad.marked === null || pad.marked === undefined ? null : h("output", { class: "pupitre-somme" }, `×\u202f${pad.marked}`);
}

/** @param {TableView} view @param {Pad} pad */
export function strip(view, pad) {
  const seat = seatOf(view, pad.seat ?? pad.regret?.seat);
  const target = pad.seat && !pad.said ? pad.target : null;
  return h("section", { class: `pupitre ${pad.said ? "pupitre--dit" : ""}`, "aria-label": t("Le pupitre") },
    target ? h("div", { class: "pupitre-choix" },
      seat ? pawn(seat) : null, h("b", { class: "pupitre-nom" }, seat?.name ?? ""),
      h("span", { class: `pupitre-cible ${target.length > 10 ? "pupitre-cible--longue" : ""}` }, capital(target), pad.chips ? null : h("small", null, t("{place} sur {places}", { place: pad.place?.[0], places: pad.place?.[1] }))),
      heap(pad)) : null,
    h("p", { class: "pupitre-mots", "aria-live": "polite" }, !target && seat ? pawn(seat) : null, h("span", null, words(pad))));
}
