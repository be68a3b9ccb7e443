// Written by `python -m web.types` from web/drawing, the questions and the scenes. Change those.

declare namespace Feed {

/** The whole table after fact ``number``. ``phase``: "none" (free), "setup", "playing" or "over". */
interface State {
  version: number;
  table: string;
  evening: number;
  number: number;
  began: number | null;
  phase: string;
  game: string;
  paused: boolean;
  simulated: boolean;
  turn: string;
  banker: string;
  target: number;
  players: Player[];
  counters: Record<string, number>;
  debts: Debt[];
  asked: Asked[];
  bets: "none" | "open" | "closed";
  throw: Throw | null;
  winners: string[];
  trouble: boolean;
  help: boolean;
}

/** A seat and its player. ``state``: "must" answer, "may" answer, "calm" or "out". */
interface Player {
  id: string;
  name: string;
  colour: string | null;
  points: number;
  owes: number;
  owed: number;
  state: string;
}

/** An open debt: the points have moved, but nobody has handed over the chips. */
interface Debt {
  giver: string;
  taker: string;
  amount: number;
}

/** An open question: its kind, and the seats that may answer it. ``must``: the game waits for an answer. */
interface Asked {
  kind: string;
  seats: string[];
  must: boolean;
}

interface Throw {
  number: number;
  seat: string;
  dice: Die[];
  kept: number[];
  how: string;
  picture: string;
}

/** A die: ``kind`` is "d6", "d10" or "bicolour"; ``colour`` its body, None if it does not matter. */
interface Die {
  kind: string;
  value: number | string;
  colour: string | null;
}

/** One fact of an evening with its consequences. Numbers start at 1, without gaps. */
interface Event {
  version: number;
  table: string;
  evening: number;
  number: number;
  at: number;
  kind: "start" | "throw" | "stake" | "take_back" | "bets_closed" | "call" | "card" | "square" | "hand_over" | "count" | "seat" | "pause" | "rule" | "payment" | "correction";
  fact: string;
  seat: string;
  choice: string;
  amount: number;
  throw: Throw | null;
  payments: Payment[];
  target: number;
  turn: string;
  winners: string[];
  news: string[];
}

/** Points that moved; ``reason`` is the game's code. */
interface Payment {
  giver: string;
  taker: string;
  amount: number;
  reason: string;
}

}
