// "Faites vos jeux": bets on a cloth. The game declares the kind of cloth, which draws it and handles its touches.

import * as lines from "../cloth/lines.js";
import { fields, roulette } from "../cloth/money.js";

const CLOTHS = /** @type {Record<string, ClothKind>} */ ({ roulette, lines, fields });

/** @param {TableView} view */
const cloth = (view) => CLOTHS[view.cloth?.kind ?? ""] ?? fields;

/** The cloth with its bets, without controls. @param {TableView} view @param {PlacedBet[]} bets */
export const layout = (view, bets) => cloth(view).table(view, bets);

/** @satisfies {Renderer<BetQuestion>} */
export default {
  wide: () => true,
  side: (ctx) => cloth(ctx.view).side(ctx),
  body: (ctx) => cloth(ctx.view).body(ctx),
};
