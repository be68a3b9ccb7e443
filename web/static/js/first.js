// "Première soirée": on this tablet each kind of square is explained once, when somebody first stands on it.

import { t } from "./words.js";
import { current } from "./live.js";
import { panel } from "./dialog.js";
import { h } from "./dom.js";
import { button } from "./pieces.js";
import { squareWords } from "./panels/why.js";

const KEY = "servi-premiere";

function read() {
  try { return JSON.parse(localStorage.getItem(KEY)) ?? { on: false, seen: [] }; } catch { return { on: false, seen: [] }; }
}

const write = (state) => { try { localStorage.setItem(KEY, JSON.stringify(state)); } catch { /* told again next time */ } };

export const isFirst = () => read().on;

let shown = false;
let before = null; // where the pawns stood, and the last throw

export function setFirst(on) {
  write({ on, seen: [] });
  const view = current();
  before = view ? { pawns: view.board?.pawns ?? {}, number: view.throw?.number ?? 0 } : null; // the very next move counts
}

// The square that a pawn has come to since the last look: its turn may be over by now.
function arrived({ board, throw: thrown }) {
  const [pawns, number] = [board?.pawns ?? {}, thrown?.number ?? 0];
  const moved = before && number > before.number ? Object.keys(pawns).find((seat) => seat in before.pawns && before.pawns[seat] !== pawns[seat]) : null;
  if (!before || number !== before.number) before = { pawns, number };
  return moved ? pawns[moved] : null;
}

export async function explain(view) {
  const state = read();
  const square = view.board?.squares?.[arrived(view)];
  if (!state.on || shown || !square?.known || state.seen.includes(square.kind) || document.querySelector("dialog[open]")) return;
  shown = true;
  try {
    const words = await squareWords(square.kind);
    write({ ...state, seen: [...state.seen, square.kind] });
    if (words.length) {
      const { box } = panel(square.text, (refresh, close) => [
        words.map((text) => h("q", { class: "regle-mots", lang: "fr" }, text)),
        h("div", { class: "boutons boutons--plein" }, button(t("Ne plus expliquer"), () => { setFirst(false); close(); }, { key: "stop" }), button(t("Compris"), close, { kind: "bouton--plein", key: "ok" })),
      ]);
      box.addEventListener("close", () => { shown = false; });
      return;
    }
  } catch { /* no link: another time */ }
  shown = false;
}
