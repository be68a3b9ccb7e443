// Written by `python -m web.types` from web/drawing, the questions and the scenes. Change those.

/** The chips on the table, the value of a 7, and the numbers in common (SN-PRE-2). */
interface BetsScene extends Scene {
  circle: number;
  seven: Record<string, number>;
  croupier: string;
  common: InCommon[];
  most: number;
}

/** The draws that two bettors have in common, and their count by house rule. */
interface InCommon {
  seats: [string, string];
  draws: string[];
  number: number;
}

/** A scene with bets on a cloth: its fields, and points by seat and field. */
interface BettingScene extends Scene {
}

/** A Black Jack: the player against the croupier, who plays for the bank. */
interface BlackJackScene extends Scene {
  stake: number;
  winner: string;
  multiplier: number;
  void: boolean;
  result: string;
  player: string;
  croupier: string;
  stood: string[];
}

/** A casino duel: each side throws two dice once. */
interface CasinoDuelScene extends Scene {
  stake: number;
  winner: string;
  multiplier: number;
  void: boolean;
  result: string;
}

/** A scene of seats that throw against one another: throws, dice in front of each seat, and totals. */
interface ContestScene extends Scene {
}

/** Ten throws of green and red: how many are done, the draws, and the chips. */
interface DrawsScene extends Scene {
  circle: number;
  seven: Record<string, number>;
  throw: number;
  counter: number;
  drawn: string[];
}

/** A 421. By side: ``counts``, its throws that count, and ``fixed``, the dice that it kept at its last throw. */
interface FourTwoOneScene extends Scene {
  stake: number;
  winner: string;
  multiplier: number;
  void: boolean;
  result: string;
  counts: Record<string, number>;
  stood: string[];
  kept: number[] | null;
  fixed: Record<string, number[]>;
  combos: Record<string, number>;
  distances: Record<string, number>;
}

/** A hand: the leader's cards, all stakes and cards, and who stands, is called or settled; ``last``: time is up. */
interface HandScene extends Scene {
  leader: string;
  leader_cards: string[];
  leader_total: string;
  over: boolean;
  stakes: Record<string, number>;
  servi: string[];
  settled: string[];
  called: string;
  last: boolean;
  cards: Record<string, VisibleCards>;
}

/** The public view of a player's cards: the open ones, and the number of all. */
interface VisibleCards {
  open: string[];
  number: number;
}

/** A play-off: two dice each, and the highest sum wins the game. */
interface PlayoffScene extends Scene {
}

/** A roulette; ``bets`` are points by seat and field, ``void`` is set by a 0. */
interface RouletteScene extends Scene {
  player: string;
  closed: boolean;
  number: number | null;
  colour: string | null;
  void: boolean;
}

/** The sheet for the page. ``rounds`` are its lines, from line 1 on; ``names`` are their names, if they have any. */
interface SheetScene extends Scene {
  name: string;
  line: string;
  names: string[];
  rounds: Record<string, Cell>[];
  start: Record<string, number>;
  lowest: boolean;
  thrown: number[][];
  worth: number;
}

/** One entry: its points, the number of its fact (0 if Servi computed it), and the table's note. */
interface Cell {
  points: number;
  number: number;
  note: string;
}

/** The throws of the two white dice for the first croupier. */
interface StartScene extends Scene {
}

/** The table followed card by card: loose cards, builds, and the sizes of piles and hands. */
interface TableScene extends Scene {
  dealer: string;
  table: string[];
  builds: Build[];
  piles: Record<string, number>;
  hands: Record<string, number>;
  sweeps: Record<string, number>;
  last_capturer: string;
  deal: number;
  deals: number;
  seen: string[];
}

/** Cards captured only together, by a card of this value; a multiple build keeps its value (CS-BLD-14). */
interface Build {
  value: number;
  cards: string[];
  multiple: boolean;
  owner: string;
}

/** A turn: the top card, the announcement, the landing square, and the bet on it. */
interface TurnScene extends Scene {
  top: string;
  stock: number;
  active: string;
  announced: number | null;
  figure: number | null;
  before: number | null;
  lands: boolean;
  protested: string[];
  challenger: string;
  stakes: Record<string, number>;
  tokens: number;
}

/** The throws for a 7; each failure moves the chip down one circle, and the circle sets the value of a 7. */
interface ValueScene extends Scene {
  circle: number;
  rolls: number[][];
}

/** A Zanzibar; ``points`` of each side's last throw, and the ``rounds`` played. */
interface ZanzibarScene extends Scene {
  stake: number;
  winner: string;
  multiplier: number;
  void: boolean;
  result: string;
  points: Record<string, number>;
  rounds: number;
}
