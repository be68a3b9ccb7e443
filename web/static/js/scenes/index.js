// Draws the scene in the middle of the table, with one drawing for each kind of scene.

import { h } from "../dom.js";
import { layout } from "../ask/bet.js";
import { bets, draws } from "./draws.js";
import { sides } from "./sides.js";
import { loading } from "../later.js";
import { note } from "../reads.js";

/** @typedef {{ draw?: (view: TableView, scene: any, more: SceneMore) => Kid, calls?: boolean, holds?: boolean }} Stage `calls`: the scene's seats are the buttons of an opponent question; `holds`: the question is drawn inside it */

const STAGES = /** @type {Record<string, Stage>} */ ({ bets: { draw: bets }, draws: { draw: draws }, value: {}, table: {}, hand: { calls: true }, turn: { holds: true }, sheet: { holds: true } });

const fetchStages = loading([
  { kinds: ["value"], load: () => import("./value.js") }, { kinds: ["table"], load: () => import("./layout.js") },
  { kinds: ["hand"], load: () => import("./hand.js") }, { kinds: ["turn"], load: () => import("./turn.js") }, { kinds: ["sheet"], load: () => import("./sheet.js") },
], (kind, draw) => { STAGES[kind].draw = draw; });

/** The drawing of the current scene. @param {TableView} view @returns {Stage | undefined} */
export function staged(view) {
  const kind = view.scene?.kind ?? "";
  fetchStages((one) => one === kind);
  note(`scene ${kind}`, () => String(Boolean(STAGES[kind]?.draw)));
  return STAGES[kind];
}

/** The scene's own drawing, if its kind has one. @param {TableView} view @param {SceneMore} [more] */
export const stage = (view, more = {}) => staged(view)?.draw?.(view, view.scene, more) ?? null;

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
