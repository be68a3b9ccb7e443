// Written by `python -m web.types` from web/drawing, the questions and the scenes. Change those.

/** The live view: the data of each ``view`` event of the stream. */
interface View {
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
  version: number;
  language: string;
  evening: number | null;
  table: string;
  resumed: string | null;
  notice: string | null;
  warnings: RefusalWords[];
  pending: Pending | null;
  camera: Camera;
  machine: MachineState;
  simulation: boolean;
  calling: boolean | null;
  counting: string | null;
  panel: Pad | null;
}

type SeatId = string;

type HouseValue = boolean | number | string | null;

interface Seat {
  id: SeatId;
  name: string;
  colour: string | null;
  age: number;
  points: number;
  felt: number;
  change: Change | null;
  out: boolean;
  left: boolean;
  banker: boolean;
  state: string;
  turn: boolean;
  cards: BoxCard[];
  pawn: number | null;
  square: string | null;
  chips: Stock | null;
  owes: number;
  owed: number;
  place: number;
}

/** The last change of a seat's points, summed over one fact. */
interface Change {
  amount: number;
  text: string;
  at: number;
}

/** The JSON of a card in a box. */
interface BoxCard {
  name?: string;
  text?: string;
  buy?: number;
  sell?: number;
  effect?: CardEffect;
  unsure?: boolean;
}

interface CardEffect {
  kind?: string;
  amount?: number;
  steps?: number;
  target?: string;
  collect_pass?: boolean;
}

type Stock = Record<string, number>;

type Account = string;

interface Start {
  text: string;
  chips: Stock | null;
}

/** The common part of every question; the fields of its kind follow (``Question.row``). */
interface QuestionHead {
  id: string;
  kind: string;
  topic: string;
  seats: SeatId[];
  must: boolean;
  rule: string | null;
  words: string | null;
  text: string;
  help: string;
  before?: Record<SeatId, number>;
  free?: Record<SeatId, string[]>;
  drawn?: PlacedBet[];
}

interface PlacedBet {
  seat: string;
  field: string;
  amount: number;
}

interface CountKey {
  key: string;
  text: string;
}

interface NumberChoice {
  number: number;
  text: string;
}

interface PossibleOpponent {
  seat: string;
  limit: number;
  possible: boolean;
  note: string;
}

interface OfferedOption {
  option: string;
  text: string;
  own: string | null;
  danger: boolean;
  refused: RefusalWords | null;
}

/** A refusal in words: what is refused, what is allowed, and the rule book's text. */
interface RefusalWords {
  code: string;
  text: string;
  allowed: string;
  detail: Record<string, any>;
  overrulable: boolean;
  rule: string | null;
  words: string | null;
}

interface CardUse {
  use: string;
  text: string;
}

interface SellableCard {
  name: string;
  price: number;
  number: number;
}

/** A kind of square. ``needs``: its extra value, "amount" or "colour"; ``sign``: a short text or an SVG path. */
interface SquareKind {
  kind: string;
  text: string;
  needs: string | null;
  sign: string;
  sums: number[];
}

interface LastThrow {
  number: number;
  by: SeatId;
  dice: Die[];
  kept: number[];
  picture: boolean;
  how: string;
  text: string;
  result: string;
  fact: Fact;
}

interface Die {
  kind: string;
  value: FaceValue | null;
  colour: string | null;
}

type FaceValue = number | string;

/** A fact as in the journal; the fields of its type follow. */
interface Fact {
  type: string;
  seat?: SeatId;
  [more: string]: any;
}

interface Debt {
  from: Account;
  to: Account;
  amount: number;
  felt: number;
  causes: Cause[];
  ways: Way[];
}

interface Cause {
  text: string;
  rule: string | null;
  amount: number;
  number: number;
}

/** A proposal: pieces handed over, change, and an exchange at the bank before. */
interface Way {
  hand: Stock;
  back: Stock;
  exchange: Exchange | null;
}

interface Exchange {
  give: Stock;
  get: Stock;
}

interface Pause {
  at: number | null;
  accounts: Account[];
  laid: Account[];
  next: Question[];
}

interface Timer {
  seconds: number;
  since: number;
}

interface Board {
  length: number;
  squares: BoardSquare[];
  pawns: Record<SeatId, number>;
  kinds: SquareKind[];
  colours: string[];
  swaps: boolean;
}

interface BoardSquare {
  index: number;
  kind: string | null;
  colour: string | null;
  amount: number | null;
  text: string;
  known: boolean;
  unsure: boolean;
}

/** The layout of a betting table. ``kind`` selects the page's drawing: "roulette", "lines", "fields". */
interface Cloth {
  kind: string;
  fields: ClothField[];
  lines?: ClothLine[];
  seven?: Record<string, (number | null)[]>;
}

/** A field of a betting table with its name, and its ``colour`` if it has one. */
interface ClothField {
  field: string;
  text: string;
  colour?: string;
}

/** A line of a betting table. */
interface ClothLine {
  id: string;
  text: string;
  vertical: boolean;
  fields: ClothCell[];
}

/** A field of a line, with its points, None if they are unknown. */
interface ClothCell {
  field: string;
  text: string;
  points: number | null;
}

/** The drawing of a card: text, corner, sign and ink. */
interface CardFace {
  text: string;
  corner: string;
  sign: string;
  ink: string;
}

/** The common part of every scene; the fields of its kind follow. */
interface Scene {
  kind: string;
  title: string;
  sides: SeatId[];
  lines: SceneLine[];
  stake?: number;
  bets?: PlacedBet[];
  [more: string]: unknown;
}

interface SceneLine {
  seat: SeatId;
  throws: FaceValue[][];
  hand: FaceValue[];
  total: number | null;
  text: string;
}

interface Misfit {
  number: number;
  text: string;
  reason: string;
}

interface CountedChips {
  account: Account;
  counted: number;
  expected: number;
}

interface Outcome {
  winner: SeatId;
  winners: SeatId[];
  reason: string;
  text: string;
  why: string;
}

interface Undoable {
  number: number;
  text: string;
}

interface Corrected {
  number: number;
  who: string;
  text: string;
}

interface ReportLine {
  number: number;
  at: number;
  who: string;
  how: string;
  type: string;
  text: string;
  picture: boolean;
  state: string;
  visit: boolean;
  why: string;
  note: string | null;
  forced: boolean;
  fact: Fact | null;
  seat: SeatId | null;
  names: Record<SeatId, string>;
  transfers: TransferLine[];
}

interface TransferLine {
  from: Account;
  to: Account;
  amount: number;
  text: string;
  rule: string;
}

/** A reading that waits for confirmation. */
interface Pending {
  id: number;
  seat: SeatId;
  expected: string;
  why: string[];
  text: string;
  help: string;
  picture: boolean;
  keep: boolean;
  dice: PendingDie[];
}

interface PendingDie {
  kind: string;
  value: FaceValue | null;
  colour: string | null;
  box: number[];
  confidence: number;
  alternatives: [FaceValue, number][];
}

interface Camera {
  source: string;
  button: boolean;
  trouble: string | null;
  photographs: boolean;
  box: string;
  throws: boolean;
}

interface MachineState {
  trouble: string | null;
  ending: boolean;
}

/** The state of the shared pad (``hardware.pad_state``). */
interface Pad {
  seat?: SeatId | null;
  said?: string | null;
  warning?: string | null;
  stuck?: string[];
  regret?: PadRegret | null;
  simulated?: boolean;
  buttons?: string[];
  lamps?: Record<string, string>;
  trouble?: string;
  question?: string;
  target?: string;
  place?: number[];
  amount?: number | null;
  chips?: boolean;
  marked?: number | null;
  does?: string;
}

interface PadRegret {
  seat: SeatId;
  text: string;
}
