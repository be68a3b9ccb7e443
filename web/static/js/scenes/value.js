// Draws ten circles with the value of a 7 in green and in red. The throw at which the first 7 comes selects the circle.

import { h, hidden } from "../dom.js";
import { die, pawn } from "../pieces.js";
import { n, t } from "../words.js";

/**
 * The circles as two tables, side by side or stacked on a narrow phone.
 * @param {TableView} view
 * @param {Record<string, (number | null)[]>} seven
 * @param {number} at
 */
function circles(view, { green, red }, at) {
  const half = Math.ceil(green.length / 2);
  const long = Math.max(...[...green, ...red].map(Number)) > 999;
  return h("div", { class: `cercles-bloc ${long ? "cercles-bloc--mille" : ""}` }, part(0, half), part(half, green.length));

  /** @param {number} from @param {number} to */
  function part(from, to) {
    const croupier = view.seats.find((one) => one.id === view.turn);
    /** @param {number} i */
    const here = (i) => (from + i + 1 === at ? "cercle--ici" : "");
    /** @param {string} words */
    const word = (words) => h("th", { scope: "row" }, from ? hidden(words) : words);
    return h("table", { class: "cercles" }, h("caption", { class: "lu" }, t("Ce que vaut un 7, cercles {first} à {last}", { first: n(from + 1), last: n(to) })),
      h("thead", null, h("tr", null, word(t("Cercle")), green.slice(from, to).map((_, i) => h("th", { scope: "col", class: here(i) }, h("span", { class: "cercle" }, n(from + i + 1)), here(i) && croupier ? [pawn(croupier), hidden(t("le jeton du croupier"))] : null)))),
      h("tbody", null, [{ colour: "green", words: t("Vert"), column: green }, { colour: "red", words: t("Rouge"), column: red }].map(({ colour, words, column }) => h("tr", { class: `cercles-${colour}` },
        word(words), column.slice(from, to).map((points, i) => h("td", { class: here(i) }, points === null ? "?" : n(points)))))));
  }
}

/** @param {TableView} view @param {ValueScene} scene */
export function value(view, { circle, rolls }) {
  const last = rolls.at(-1);
  return h("div", { class: "scene-bloc", tabindex: 0 }, view.cloth?.seven ? circles(view, view.cloth.seven, circle) : null,
    last ? h("div", { class: "dernier-jet" }, h("div", { class: "jet" }, last.map((face) => die({ kind: "d6", value: face, colour: "white" })),
      h("p", { class: "resultat" }, t("{sum}, pas encore 7", { sum: n(last[0] + last[1]) })))) : null,
    rolls.length > 1 ? h("p", { class: "note centre" }, t("Avant : {sums}", { sums: rolls.slice(0, -1).map(([a, b]) => a + b).join(", ") })) : null);
}
