// Explains each kind of square once on this tablet, at its first visit, while the switch in the menu is on.

import { t } from "./words.js";
import { keep, kept } from "./kept.js";
import { newest } from "./live.js";
import { panel } from "./dialog.js";
import { h } from "./dom.js";
import { button } from "./pieces.js";
import { squareWords } from "./panels/why.js";

const KEY = "servi-premiere";

/** @typedef {{ on: boolean, seen: string[] }} FirstEvening whether squares are explained, and the kinds explained so far */

/** @returns {FirstEvening} */
const read = () => kept(KEY) ?? { on: false, seen: [] };

/** @param {FirstEvening} state */
const write = (state) => keep(KEY, state);

export const isFirst = () => read().on;

let shown = false;
let before = /** @type {{ pawns: Record<SeatId, number>, number: number } | null} */ (null); // the pawns' places, and the last throw

/** @param {boolean} on */
export function setFirst(on) {
  write({ on, seen: [] });
  const view = newest();
  before = view ? { pawns: view.board?.pawns ?? {}, number: view.throw?.number ?? 0 } : null; // earlier moves are not explained
}

/** The square that a pawn has reached since the last view, even if the turn is already over. @param {TableView} options */
function arrived({ board, throw: thrown }) {
  const [pawns, number] = [board?.pawns ?? {}, thrown?.number ?? 0];
  const stood = before && number > before.number ? before.pawns : {};
  const moved = Object.keys(pawns).find((seat) => seat in stood && stood[seat] !== pawns[seat]);
  if (!before || number !== before.number) before = { pawns, number };
  return moved ? board?.squares[pawns[moved]] : undefined;
}

/** @param {View} view */
export async function explain(view) {
  const state = read();
  const square = arrived(view);
  if (!state.on || shown || !square?.kind || state.seen.includes(square.kind) || document.querySelector("dialog[open]")) return;
  shown = true;
  try {
    const words = await squareWords(square.kind);
    write({ ...state, seen: [...state.seen, square.kind] });
    if (words.length) {
      const { box } = panel(square.text, (_, close) => [
        words.map((text) => h("q", { class: "regle-mots", lang: "fr" }, text)),
        h("div", { class: "boutons boutons--plein" }, button(t("Ne plus expliquer"), () => { setFirst(false); close(); }, { key: "stop" }), button(t("Compris"), close, { kind: "bouton--plein", key: "ok" })),
      ]);
      box.addEventListener("close", () => { shown = false; });
      return;
    }
  } catch { /* no link: the next visit explains it */ }
  shown = false;
}
