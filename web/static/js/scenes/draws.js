// Ten draws with the green and the red die: the counter, the value of a 7, and the chips.

import { h } from "../dom.js";
import { table } from "../cloth/lines.js";
import { n, t } from "../words.js";

/** @param {number | undefined} points */
const known = (points) => points === undefined ? "?" : n(points);

/** The current value of a 7 in green and in red; null while the values are unknown. @param {{ seven: Record<string, number> }} options */
const worth = ({ seven }) => !Object.keys(seven).length ? null : h("p", { class: "sept" }, t("Le 7 vaut"), " ", h("b", { class: "sept-vert" }, known(seven.green)), " ", t("en vert"), ", ", h("b", { class: "sept-rouge" }, known(seven.red)), " ", t("en rouge"));

/** @param {DrawsScene} options */
const counter = ({ throw: done = 0, drawn = [] }) => h("ol", { class: "compteur", "aria-label": t("Les dix tirages") }, Array.from({ length: 10 }, (_, i) => h("li", {
  class: i + 1 === done ? "compteur--dernier" : i === done ? "compteur--ici" : "",
}, h("small", null, n(i + 1)), h("b", null, drawn[i - (done - drawn.length)] ?? ""))));

/** @param {TableView} view @param {DrawsScene} scene */
export const draws = (view, scene) => h("div", { class: "scene-bloc", tabindex: 0 }, counter(scene), worth(scene), table(view, scene.bets ?? [], { drawn: scene.drawn ?? [] }));

/** @param {TableView} view @param {BetsScene} scene */
export const bets = (view, scene) => h("div", { class: "scene-bloc", tabindex: 0 }, worth(scene), table(view, scene.bets ?? []));
