// Draws a scene with sides: the throws or cards of each side, and its total.

import { h } from "../dom.js";
import { longName, pawn, seatOf } from "../pieces.js";
import { accountName, around, n, t } from "../words.js";

/**
 * @param {TableView} view
 * @param {Scene} scene
 * @param {{ short?: boolean, questions?: Question[] }} [options] short: without the throws; questions: whose turn it is
 */
export function sides(view, { title, stake, lines }, { short = false, questions = view.questions } = {}) {
  const playing = new Set(questions.filter((q) => q.kind === "throw" || q.kind === "stand").flatMap((q) => q.seats));
  return h("div", { class: `duel-bloc ${short ? "duel-bloc--court" : ""}`, tabindex: 0 },
    h("p", { class: "enjeu" }, stake ? around(t("{title} : {stake} en jeu", { title }), { stake: h("b", null, n(stake)) }) : title),
    h("div", { class: `duel ${lines.length > 4 ? "duel--foule" : lines.length > 2 ? "duel--trois" : ""}` }, lines.map((line) => h("section", { class: `camp ${playing.has(line.seat) ? "camp--joue" : ""}` },
      h("h2", { class: "camp-tete" }, pawn(seatOf(view, line.seat)), h("span", { class: longName(accountName(view, line.seat)) }, accountName(view, line.seat))),
      h("div", { class: "camp-corps" },
        short ? null : h("dl", { class: "tours" }, line.throws.slice(-3).map((faces, i, shown) => h("div", null,
          h("dt", null, `${(line.throws.length - shown.length) + i + 1}. `), h("dd", null, faces.join(" + "))))),
        line.total === null ? null : h("p", { class: "total" }, n(line.total))),
      line.text ? h("p", { class: "note camp-dit" }, line.text) : null))));
}
