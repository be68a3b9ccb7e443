// Written by `python -m web.types` from web/drawing, the questions and the scenes. Change those.

/** The evening after a fact, current or past. */
interface TableView {
  number: number;
  throws: number;
  phase: string;
  game: string;
  title: string;
  simulated: boolean;
  level: string;
  banner: string[];
  unit: number;
  target: number;
  turn: SeatId | null;
  order: SeatId[];
  banker: SeatId | null;
  office: string;
  house: Record<string, HouseValue>;
  seats: Seat[];
  accounts: Record<Account, number>;
  counters: Account[];
  source: Account;
  bank_chips: Stock | null;
  called: string[];
  notes: boolean;
  colours: string[];
  clockwise: boolean;
  pieces: number[];
  amounts: number[];
  start: Start | null;
  questions: Question[];
  call: string | null;
  throw: LastThrow | null;
  debts: Debt[];
  pause: Pause | null;
  settle: boolean;
  timer: Timer | null;
  board: Board | null;
  cloth: Cloth | null;
  pack: Record<string, CardFace>;
  names: Record<Account, string>;
  scene: Scene | null;
  misfits: Misfit[];
  counts: CountedChips[];
  winner: SeatId | null;
  rematch: Record<string, SeatId> | null;
  outcome: Outcome | null;
  undo: Undoable | null;
  corrected: Corrected | null;
  news: ReportLine[];
  announced: string;
}

/** The data for the holder of a seat alone; ``gone``: this page does not hold it any more. */
interface Secrets {
  gone?: boolean;
  hidden?: string | null;
  open?: string[];
  hand?: string[];
  half_points?: number | null;
  text?: string;
}

/** The figures of an evening. */
interface Summary {
  title: string;
  phase: string;
  outcome: Outcome | null;
  target: number;
  throws: number;
  dated: number;
  lasted: number;
  seats: SummarySeat[];
  curve: Curve;
  best: BestWin | null;
  pot: HighestPot | null;
  feats: Feat[];
  decisions: Decision[];
  your_dice: string;
}

interface SummarySeat {
  id: SeatId;
  name: string;
  colour: string | null;
  points: number;
  out: boolean;
  left: boolean;
  place: number;
}

interface Curve {
  at: number[];
  points: Record<SeatId, number[]>;
  unit: string;
}

interface BestWin {
  from: Account;
  seat: SeatId;
  amount: number;
  text: string;
  number: number;
  throw: number;
  picture: boolean;
}

interface HighestPot {
  amount: number;
  throw: number;
}

interface Feat {
  text: string;
  throw: number;
}

/** A choice and what it cost on average, in points; 0 if it was the best. */
interface Decision {
  seat: SeatId;
  text: string;
  cost: number;
}

/** The win-chance curve, in per cent, and what luck and skill gave. */
interface Luck {
  state: string;
  share: number;
  seats: SeatLuck[];
  at: number[];
  unit: string;
  chances: Record<SeatId, number[]>;
  error: number;
  turning: Turning | null;
}

/** The result of a seat in points: ``start + luck + skill == result``; ``error`` is the standard error of its luck. */
interface SeatLuck {
  seat: SeatId;
  start: number;
  luck: number;
  skill: number;
  result: number;
  error: number;
}

/** The chance event that changed a chance to win most, from ``before`` to ``after`` per cent. */
interface Turning {
  seat: SeatId;
  number: number;
  throw: number;
  before: number;
  after: number;
  text: string;
  picture: boolean;
}

/** The effect of one more fact. */
interface Difference {
  fits: boolean;
  fact: string;
  refusal: RefusalWords | null;
  seats: BalanceChange[];
  accounts: AccountChange[];
  hand_over: HandOver[];
  handed: boolean;
  misfits: Misfit[];
  pawns: string[];
  turn: Passing;
  winner: Passing;
}

interface BalanceChange {
  id: SeatId;
  name: string;
  colour: string | null;
  before: number;
  after: number;
}

interface AccountChange {
  account: Account;
  before: number;
  after: number;
}

interface HandOver {
  from: Account;
  to: Account;
  amount: number;
  ways: Way[];
}

interface Passing {
  before: SeatId | null;
  after: SeatId | null;
}

/** A game on the set-up page. */
interface KnownGame {
  first: string;
  clockwise: boolean;
  begins: string;
  office: Office | null;
  id: string;
  title: string;
  players: number[];
  colours: string[];
  targets: number[];
  lengths: string[];
  boxed: boolean;
  learns: boolean;
  printed: boolean;
  house: HouseRule[];
  presets: Preset[];
}

interface Office {
  text: string;
  help: string;
}

interface HouseRule {
  key: string;
  type: string;
  default: HouseValue;
  values: HouseValue[];
  words: string[];
  label: string;
  help: string;
  longest: number;
  when: Record<string, HouseValue[]>;
  fixed: boolean;
}

/** A named set of house rules that a game offers first. */
interface Preset {
  key: string;
  label: string;
  help: string;
  house: Record<string, HouseValue>;
}

/** An evening of the journal; ``missing`` says why it cannot be resumed, null if it can. */
interface KeptEvening {
  id: number;
  game: string;
  started: number;
  seats: string[];
  target: number;
  facts: number;
  open: boolean;
  simulated: boolean;
  missing: string | null;
}

/** The rule book's text by rule id, the rules of each kind of square, and the house rules. */
interface RuleBook {
  rules: Record<string, string>;
  squares: Record<string, string[]>;
  house: ChosenRule[];
}

/** A house rule with its current value. */
interface ChosenRule {
  key: string;
  type: string;
  default: HouseValue;
  values: HouseValue[];
  words: string[];
  label: string;
  help: string;
  longest: number;
  when: Record<string, HouseValue[]>;
  fixed: boolean;
  rule_ids: string[];
  value: HouseValue;
  said: string;
}

/** The cards of the box in play. */
interface BoxOnTable {
  decks: BoxDeck[];
}

interface BoxDeck {
  deck: string;
  title: string;
  effects: [string, string][];
  targets: [string, string][];
  collects: string | null;
  cards: BoxCard[];
}

/** The form of a box that Servi learns: kinds of squares and cards, pieces, dice. */
interface LearntForm {
  kinds: SquareKind[];
  colours: string[];
  length: number[];
  decks: Deck[];
  chips: Stock;
  start_chips: Stock;
  dice: Record<string, number>;
  step: number;
}

/** A deck of a box: its effects and targets. */
interface Deck {
  deck: string;
  title: string;
  effects: [string, string][];
  targets: [string, string][];
  collects: string | null;
}

/** The data of the file of an evening: the first view, and how each of the next ones differs (``web.replay.changes``). */
interface Replay {
  first: TableView;
  changes: any[];
  steps: ReplayStep[];
  summary: Summary;
  luck: Luck;
}

/** The text of one fact in the file of an evening, its time, and whether it is a throw. */
interface ReplayStep {
  at: number;
  text: string;
  throw: boolean;
}
