// The ring of squares with the pawns on it, and what is drawn on a square.

import { h, s } from "./dom.js";
import { SHAPES, pawn, shapeOf } from "./pieces.js";
import { sign as symbol } from "./cards.js";
import { listed, t } from "./words.js";

const PICTURES = /** @type {Record<string, string>} */ ({
  zanzibar: "M-9-8H9L-9 8H9", pot: "M-11-4H11L8 9H-8ZM-13-4H13M-5-9V-4M5-9V-4",
  jackpot: "M0-11 3.2-3.8 11-3 5.2 2.3 6.8 10 0 6.1-6.8 10-5.2 2.3-11-3-3.2-3.8Z",
  acquisition: "M-8-11H8V11H-8ZM-4-6H4M-4 0H4M-4 6H1", a_vendre: "M-11-9H1L11 1 2 10-9-1ZM-6-4.2v.1",
  roulette: "M0-11A11 11 0 1 1 0 11 11 11 0 1 1 0-11ZM0-4.5A4.5 4.5 0 1 1 0 4.5 4.5 4.5 0 1 1 0-4.5ZM0-11V-4.5M0 4.5V11M-11 0H-4.5M4.5 0H11",
});

/**
 * What stands on a square, round the middle of its drawing.
 * @param {{ pack?: Record<string, CardFace> }} view
 * @param {{ kind: string | null, colour?: string | null, amount?: number | null }} square
 */
export function sign(view, square) {
  if (square.kind && view.pack?.[square.kind]) return s("g", { transform: "translate(-18 -18)" }, s("rect", { class: "case-signe", width: 36, height: 36, rx: 6 }), symbol(view, square.kind, { x: 3, y: 3, width: 30, height: 30 }));
  /** @param {string} text @param {string} [kind] */
  const word = (text, kind = "") => s("text", { class: `picto ${kind}`, y: 5.5 }, text);
  const amount = square.amount ?? 0;
  if (square.kind === null) return word("?");
  if (square.kind === "casino") return s("g", { transform: "scale(.62)" }, s("path", { class: `casino p-${square.colour}`, transform: "translate(-20 -20)", d: SHAPES[shapeOf(square.colour)] }));
  if (square.kind === "slot") return amount > 0 ? word(`+${amount}`, "plus") : word(`−${-amount}`, "moins");
  if (square.kind === "casino_plus_500") return word("+500", "plus");
  if (square.kind === "mafia") return word("−500", "moins");
  if (square.kind === "blackjack") return word("21");
  if (square.kind === "421") return word("421");
  if (PICTURES[square.kind]) return s("path", { class: "picto-s", d: PICTURES[square.kind] });
  return null;
}

/** The ring of squares round a rectangle, first square top left, clockwise. @param {number} length @param {number} cell */
export function ring(length, cell) {
  const half = Math.ceil((length + 4) / 2);
  const wide = Math.max(2, Math.round(half * 0.61));
  const high = Math.max(2, half - wide);
  const all = [];
  for (let i = 0; i < wide; i += 1) all.push([i, 0]);
  for (let j = 1; j < high; j += 1) all.push([wide - 1, j]);
  for (let i = wide - 2; i >= 0; i -= 1) all.push([i, high - 1]);
  for (let j = high - 2; j > 0; j -= 1) all.push([0, j]);
  return { all: all.map(([i, j]) => /** @type {Point} */ ([i * cell, j * cell])), width: wide * cell, height: high * cell };
}

/** @type {Pick<BoardSquare, "kind" | "unsure" | "text">} */
const UNKNOWN = { kind: null, unsure: false, text: t("inconnue") };

/** @param {TableView} view @param {Board} board @param {Kid} centre @param {{ onTouch?: ((index: number) => unknown) | null }} [options] */
export function drawBoard(view, board, centre, { onTouch = null } = {}) {
  const { length, squares, pawns } = board;
  const cell = 50;
  const { all, width, height } = ring(length, cell);
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
      })) : s("g", { transform: `translate(${x + cell / 2} ${y + cell / 2})` }, sign(view, square)));
  });
  return h("div", { class: `plateau ${width < 11 * cell ? "plateau--court" : ""}` },
    s("svg", { viewBox: `-3 -3 ${width + 6} ${height + 6}`, role: onTouch ? "group" : "img", "aria-label": t("Le plateau, {length} cases. {pawns}", { length, pawns: spoken }) }, drawn),
    h("div", { class: "plateau-centre" }, centre));
}
