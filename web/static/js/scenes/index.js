// The scene in the middle of the table, with one drawing for each kind; null without a scene.

import { h } from "../dom.js";
import { layout } from "../ask/bet.js";
import { value } from "./value.js";
import { bets, draws } from "./draws.js";
import { hand } from "./hand.js";
import { turn } from "./turn.js";
import { table } from "./layout.js";
import { sides } from "./sides.js";

/** @typedef {{ draw: (view: TableView, scene: any, more: SceneMore) => Kid, calls?: boolean, holds?: boolean }} Stage `calls`: the scene's seats are the buttons of an opponent question; `holds`: the question is drawn inside it */

const STAGES = /** @type {Record<string, Stage>} */ ({
  value: { draw: value }, bets: { draw: bets }, draws: { draw: draws }, table: { draw: table },
  hand: { draw: hand, calls: true }, turn: { draw: turn, holds: true },
});

/** The drawing of the current scene. @param {TableView} view @returns {Stage | undefined} */
export const staged = (view) => STAGES[view.scene?.kind ?? ""];

/** A scene with a drawing of its own. @param {TableView} view @param {SceneMore} [more] */
export const stage = (view, more = {}) => staged(view)?.draw(view, view.scene, more) ?? null;

/**
 * Any other scene: the bets on the cloth, or its sides.
 * @param {TableView} view
 * @param {{ short?: boolean, questions?: Question[], below?: Kid }} [look]
 * @returns {Kid}
 */
export function plainScene(view, { below, ...look } = {}) {
  const { scene } = view;
  if (scene?.bets?.length) return h("div", { class: "jeux jeux--clos" }, layout(view, scene.bets), below);
  return scene?.sides.length ? [sides(view, scene, look), below] : null;
}
