// The ring of squares with its pawns, and the sign of a square.

import { h, s } from "./dom.js";
import { SHAPES, pawn, shapeOf } from "./pieces.js";
import { sign as symbol } from "./cards.js";
import { listed, n, t } from "./words.js";

/**
 * The sign of a square, centred; by default that of its kind.
 * @param {{ pack?: Record<string, CardFace> }} view
 * @param {SquareKind[]} kinds
 * @param {{ kind: string | null, colour?: string | null, amount?: number | null }} square
 */
export function sign(view, kinds, { kind, colour, amount }) {
  /** @param {string} text */
  const word = (text) => s("text", { class: `picto ${text.startsWith("+") ? "plus" : text.startsWith("−") ? "moins" : ""}`, y: 5.5 }, text);
  if (kind === null) return word("?");
  if (view.pack?.[kind]) return s("g", { transform: "translate(-18 -18)" }, s("rect", { class: "case-signe", width: 36, height: 36, rx: 6 }), symbol(view, kind, { x: 3, y: 3, width: 30, height: 30 }));
  if (colour) return s("g", { transform: "scale(.62)" }, s("path", { class: `case-pion p-${colour}`, transform: "translate(-20 -20)", d: SHAPES[shapeOf(colour)] }));
  if (amount) return word(`${amount > 0 ? "+" : "−"}${Math.abs(amount)}`);
  const own = kinds.find((one) => one.kind === kind)?.sign;
  if (!own) return null;
  return /^M[-\d]/.test(own) ? s("path", { class: "picto-s", d: own }) : word(own);
}

/** The places of the squares round a rectangle, clockwise from the top left. @param {number} length @param {number} cell @param {number} [across] width / (width + height) */
export function ring(length, cell, across = 0.61) {
  const half = Math.ceil((length + 4) / 2);
  const wide = Math.max(2, Math.round(half * across));
  const high = Math.max(2, half - wide);
  const all = [];
  for (let i = 0; i < wide; i += 1) all.push([i, 0]);
  for (let j = 1; j < high; j += 1) all.push([wide - 1, j]);
  for (let i = wide - 2; i >= 0; i -= 1) all.push([i, high - 1]);
  for (let j = high - 2; j > 0; j -= 1) all.push([0, j]);
  return { all: all.map(([i, j]) => /** @type {Point} */ ([i * cell, j * cell])), width: wide * cell, height: high * cell };
}

const LONG = 30; // squares; only a ring this long has room inside on a low page

/** @type {Pick<BoardSquare, "kind" | "unsure" | "text">} */
const UNKNOWN = { kind: null, unsure: false, text: t("inconnue") };

/** @param {TableView} view @param {Board} board @param {Kid} centre @param {{ onTouch?: ((index: number) => unknown) | null, low?: boolean }} [options] with onTouch, unknown squares show their number; low: the page is low, so a long ring is wider */
export function drawBoard(view, board, centre, { onTouch = null, low = false } = {}) {
  const { length, squares, pawns } = board;
  const cell = 50;
  const large = low && length >= LONG;
  const { all, width, height } = ring(length, cell, large ? Math.min(0.7, 34 / (length + 4)) : undefined);
  const on = /** @type {Map<number, Seat[]>} */ (new Map());
  for (const seat of view.seats) {
    const index = pawns[seat.id];
    if (seat.left || seat.out || index === undefined) continue;
    on.set(index, [...(on.get(index) ?? []), seat]);
  }
  const here = view.turn === null ? undefined : pawns[view.turn];
  const spoken = [...on].map(([i, there]) => t("{names} case {number}, {square}", { names: listed(there.map((one) => one.name)), number: i + 1, square: squares[i]?.text ?? "" })).join(" ; ");
  const drawn = all.slice(0, length).map(([x, y], i) => {
    const there = on.get(i) ?? [];
    const square = squares[i] ?? UNKNOWN;
    const size = there.length < 2 ? 40 : there.length < 5 ? 24 : 17;
    const across = there.length < 5 ? 2 : 3;
    const words = `${i + 1}. ${square.text}${square.unsure ? `, ${t("à vérifier")}` : ""}`;
    return s("g", onTouch ? { class: "case-touche", role: "button", tabindex: 0, "aria-label": words, "data-square": i, onclick: () => onTouch(i), onkeydown: (event) => { if (["Enter", " "].includes(event.key)) { event.preventDefault(); onTouch(i); } } } : null,
      s("title", null, words),
      s("rect", { class: `case ${i === here ? "case--ici" : ""} ${square.unsure ? "case--doute" : ""}`, x: x + 1.5, y: y + 1.5, width: cell - 3, height: cell - 3, rx: 7 }),
      there.length ? there.map((seat, k) => pawn(seat, {
        x: x + (there.length < 2 ? 5 : 1 + (k % across) * size), y: y + (there.length < 2 ? 5 : 1 + Math.floor(k / across) * size), width: size, height: size,
      })) : s("g", { transform: `translate(${x + cell / 2} ${y + cell / 2})` }, onTouch && square.kind === null ? s("text", { class: "picto", y: 5.5 }, n(i + 1)) : sign(view, board.kinds, square)));
  });
  return h("div", { class: `plateau large-${Math.min(17, width / cell)} haut-${Math.min(10, height / cell)} ${large ? "plateau--large" : width < 11 * cell ? "plateau--court" : ""}` },
    s("svg", { viewBox: `-3 -3 ${width + 6} ${height + 6}`, role: onTouch ? "group" : "img", "aria-label": t("Le plateau, {length} cases. {pawns}", { length, pawns: spoken }) }, drawn),
    h("div", { class: "plateau-centre" }, centre));
}
