// The winner, and the final standings.

import { h } from "./dom.js";
import { BANK, pawn } from "./pieces.js";
import { listed, n, t } from "./words.js";

/**
 * The winners or leaders, drawn large, with the highest points among them; without any, the bank's pawn.
 * @param {(Pawn & { points: number })[]} seats
 * @param {string} text
 * @param {string} [title]
 */
export const crowned = (seats, text, title = seats.length > 1 ? t("Ont gagné la partie") : t("A gagné la partie")) => h("section", { class: "gagnant" },
  h("div", null, seats.length ? seats.map((one) => pawn(one)) : pawn(BANK)),
  h("div", null, h("p", { class: "petit-titre" }, title), h("h1", null, seats.length ? listed(seats.map((one) => one.name)) : t("Personne")), h("p", null, text)),
  seats.length ? h("p", { class: "score" }, n(Math.max(...seats.map((one) => one.points)))) : null);

/**
 * The seats from the first place to the last, without those who left.
 * @template {{ left: boolean, place: number, points: number }} S
 * @param {S[]} seats
 */
export const inOrder = (seats) => seats.filter((one) => !one.left).sort((a, b) => a.place - b.place || b.points - a.points);

/** The ranking; seats with equal results share a place. @param {(Pawn & { left: boolean, place: number, points: number })[]} seats */
export const standings = (seats) => h("ol", { class: "classement" }, inOrder(seats).map((one) => h("li", null, pawn(one), h("span", null, `${n(one.place)}. ${one.name}`), h("b", null, n(one.points)))));

/** @param {TableView} view */
export function winner(view) {
  const won = view.outcome?.winners ?? [];
  const first = view.seats.filter((one) => won.includes(one.id));
  return h("div", { class: "empile fin" },
    crowned(first, view.outcome?.why ?? ""),
    standings(view.seats));
}
