// The winner, and the final standings.

import { h } from "./dom.js";
import { BANK, pawn } from "./pieces.js";
import { listed, n, t } from "./words.js";

/** @param {TableView} view */
export function winner(view) {
  const won = view.outcome?.winners ?? [];
  const first = view.seats.filter((one) => won.includes(one.id));
  const ranked = [...view.seats].filter((one) => !one.left).sort((a, b) => b.points - a.points);
  return h("div", { class: "empile fin" },
    h("section", { class: "gagnant" }, h("div", null, first.length ? first.map((one) => pawn(one)) : pawn(BANK)), h("div", null, h("p", { class: "petit-titre" }, t("A gagné la partie")), h("h1", null, first.length ? listed(first.map((one) => one.name)) : t("Personne")), h("p", null, view.outcome?.text ?? "")),
      first.length ? h("p", { class: "score" }, n(Math.max(...first.map((one) => one.points)))) : null),
    h("ol", { class: "classement" }, ranked.map((one) => h("li", null, pawn(one), h("span", null, one.name), h("b", null, n(one.points))))));
}
