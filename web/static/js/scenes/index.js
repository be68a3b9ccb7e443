// What goes on in the middle of the table, one drawing for each kind of scene; null where the scene has none of its own.

import { value } from "./value.js";
import { bets, draws } from "./draws.js";
import { hand } from "./hand.js";
import { turn } from "./turn.js";
import { table } from "./layout.js";

const STAGES = { value, bets, draws, hand, turn, table };

export const stage = (view, more = {}) => STAGES[view.duel?.kind]?.(view, more) ?? null;
