// The winner, and the final standings.

import { h } from "./dom.js";
import { BANK, pawn } from "./pieces.js";
import { n, t } from "./words.js";

/** @param {TableView} view */
export function winner(view) {
  const id = view.winner ?? view.outcome?.winner;
  const seat = view.seats.find((one) => one.id === id);
  const ranked = [...view.seats].filter((one) => !one.left).sort((a, b) => b.points - a.points);
  return h("div", { class: "empile fin" },
    h("section", { class: "gagnant" }, seat ? pawn(seat) : pawn(BANK), h("div", null, h("p", { class: "petit-titre" }, t("A gagné la partie")), h("h1", null, seat?.name ?? t("Personne")), h("p", null, view.outcome?.text ?? "")),
      seat ? h("p", { class: "score" }, n(seat.points)) : null),
    h("ol", { class: "classement" }, ranked.map((one) => h("li", null, pawn(one), h("span", null, one.name), h("b", null, n(one.points))))));
}
