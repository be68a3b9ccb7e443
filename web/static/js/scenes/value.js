// Ten circles: the later the 7 comes, the less it will be worth, in green and in red.

import { h, hidden } from "../dom.js";
import { die, pawn } from "../pieces.js";
import { n, t } from "../words.js";

export function circles(view, at) {
  const { green, red } = view.cloth.seven;
  const croupier = view.seats.find((one) => one.id === view.turn);
  return h("table", { class: "cercles" }, h("caption", { class: "lu" }, t("Ce que vaut un 7, cercle par cercle")),
    h("thead", null, h("tr", null, h("th", { scope: "row" }, t("Cercle")), green.map((_, i) => h("th", { scope: "col", class: i + 1 === at ? "cercle--ici" : "" }, h("span", { class: "cercle" }, n(i + 1)), i + 1 === at && croupier ? [pawn(croupier), hidden(t("le jeton du croupier"))] : null)))),
    h("tbody", null, [["green", t("Vert"), green], ["red", t("Rouge"), red]].map(([colour, words, column]) => h("tr", { class: `cercles-${colour}` },
      h("th", { scope: "row" }, words), column.map((points, i) => h("td", { class: i + 1 === at ? "cercle--ici" : "" }, n(points)))))));
}

export function value(view) {
  const { circle, rolls = [] } = view.duel;
  const last = rolls[rolls.length - 1];
  return h("div", { class: "scene-bloc" }, circles(view, circle),
    last ? h("div", { class: "dernier-jet" }, h("div", { class: "jet" }, last.map((face) => die({ kind: "d6", value: face, colour: "white" })),
      h("p", { class: "resultat" }, t("{sum}, pas encore 7", { sum: n(last[0] + last[1]) })))) : null,
    rolls.length > 1 ? h("p", { class: "note centre" }, t("Avant : {sums}", { sums: rolls.slice(0, -1).map(([a, b]) => a + b).join(", ") })) : null);
}
