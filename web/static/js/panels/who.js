// Selects the author of a decision, which is stored with it.

import { h } from "../dom.js";
import { pawn } from "../pieces.js";
import { t } from "../words.js";

/** @param {TableView} view @param {{ who?: string | null }} state @param {() => void} refresh */
export function whoPicker(view, state, refresh) {
  const there = view.seats.filter((seat) => !seat.left);
  return h("div", { class: "qui-mise", role: "group", "aria-label": t("Qui le dit") },
    h("span", { class: "note" }, t("Qui le dit ?")),
    there.map((seat) => h("button", { class: "qui", "data-key": `says-${seat.id}`, "aria-pressed": String(state.who === seat.name),
      onclick: () => { state.who = state.who === seat.name ? null : seat.name; refresh(); } }, pawn(seat), h("span", null, seat.name))));
}
