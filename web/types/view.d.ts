// What flows from the table to a page: one View an event, and what only the holder of a seat may see.
// Keys are as `companion/view.py` writes them; null where there is nothing.

type SeatId = string;
type Account = string; // a seat's id, "bank" or "pot"
type FaceValue = number | string;
type Stock = Record<string, number>; // how many chips of each value
type HouseValue = boolean | number | string | null;

/** The table, live: what every event of the stream holds. */
interface View extends TableView {
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
  panel: Pad | null;
  simulation: boolean;
}

/** The evening as it stands after a fact: now, or at an earlier moment. */
interface TableView {
  number: number;
  throws: number;
  phase: string; // "none", "setup", "playing", "over"
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
  colours: string[]; // that players may choose
  pieces: number[]; // their values, the largest first
  amounts: number[]; // that a sum is made up of by touch, the smallest first
  start: Start | null;
  questions: Question[];
  call: string | null;
  throw: LastThrow | null;
  debts: Debt[];
  pause: Pause | null;
  settle: boolean;
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
}

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
  state: string; // "out", "must", "may", "calm"
  turn: boolean;
  cards: BoxCard[]; // that lie before it
  pawn: number | null;
  square: string | null;
  chips: Stock | null;
  owes: number;
  owed: number;
}

/** What a seat's points last went by, summed over one fact. */
interface Change {
  amount: number;
  text: string;
  at: number;
}

interface Start {
  text: string;
  chips: Stock | null;
}

interface Die {
  kind: string; // "d6", "d10", "bicolour"
  value: FaceValue;
  colour: string | null;
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

/** One way to pay an amount in chips: what is handed over, what comes back, what the bank changes before. */
interface Way {
  hand: Stock;
  back: Stock;
  exchange: Exchange | null;
}

interface Exchange {
  give: Stock;
  get: Stock;
}

/** An evening put away: since when, whose things are to be laid out, whose are, and what is asked when it goes on. */
interface Pause {
  at: number | null;
  accounts: Account[];
  laid: Account[];
  next: Question[];
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

/** A kind of square; `needs` is what else it says: an "amount" or a "colour". */
interface SquareKind {
  kind: string;
  text: string;
  needs: string | null;
  sign: string; // what is drawn on it: a short text or a path
  sums: number[];
}

/** How a card is drawn: its words, its corner, its sign and its ink. */
interface CardFace {
  text: string;
  corner: string;
  sign: string;
  ink: string;
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

/** One line of the report. */
interface ReportLine {
  number: number;
  at: number;
  who: string;
  how: string;
  type: string;
  text: string;
  picture: boolean;
  state: string; // "ok", "amended", "inserted", "voided", "misfit"
  why: string;
  note: string | null;
  forced: boolean;
  fact: Fact | null;
  seat: SeatId | null;
  transfers: TransferLine[];
}

interface TransferLine {
  from: Account;
  to: Account;
  amount: number;
  text: string;
  rule: string;
}

/** A refusal in words: what is refused, what would be allowed, and the rule book's own words. */
interface RefusalWords {
  code: string;
  text: string;
  allowed: string;
  detail: Record<string, unknown>;
  overrulable: boolean;
  rule: string | null;
  words: string | null;
}

/** A reading that waits for somebody's word. */
interface Pending {
  id: number;
  seat: SeatId;
  expected: string;
  why: string[];
  text: string;
  picture: boolean;
  dice: PendingDie[];
}

interface PendingDie {
  kind: string; // as of a die, or "unknown"
  value: FaceValue | null;
  colour: string | null;
  box: number[];
  confidence: number;
  alternatives: [FaceValue, number][];
}

interface Camera {
  source: string; // "none" where nothing looks
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

/** What the shared buttons have to say: whose they are, at which place they stand, and what confirming will do. */
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

// --- questions ------------------------------------------------------------------------------------------------------

type Question = ThrowQuestion | KeepQuestion | StandQuestion | StakeQuestion | BetQuestion | CloseQuestion | ToldQuestion
  | OpponentQuestion | OptionQuestion | NumberQuestion | CardQuestion | SellQuestion | DrawQuestion | ShowQuestion
  | HoldQuestion | BidQuestion | ProtestQuestion | PlayCardQuestion | CountQuestion | SquareQuestion | CasinoQuestion;

interface QuestionHead {
  id: string;
  topic: string;
  seats: SeatId[];
  must: boolean;
  rule: string | null;
  words: string | null;
  text: string;
  help: string;
}

interface ThrowQuestion extends QuestionHead {
  kind: "throw";
  dice: string;
  least: number;
  most: number;
  lying: number[] | null;
  kept: number[] | null;
  must_keep: number[];
  throws_left: number | null;
  empty: boolean;
}

interface KeepQuestion extends QuestionHead {
  kind: "keep";
  lying: number[];
  must_keep: number[];
}

interface StandQuestion extends QuestionHead {
  kind: "stand";
  say?: string;
}

interface StakeQuestion extends QuestionHead {
  kind: "stake";
  minimum: number;
  limit: number;
  step: number;
  against: SeatId | null;
  own: number;
  worst: string | null;
}

interface BetQuestion extends QuestionHead {
  kind: "bet";
  fields: string[];
  step: number;
  available: Record<SeatId, number>;
  bets: PlacedBet[];
  free?: Record<SeatId, string[]>;
  before?: Record<SeatId, number>;
}

interface PlacedBet {
  seat: SeatId;
  field: string;
  amount: number;
}

interface CloseQuestion extends QuestionHead {
  kind: "close";
}

interface ToldQuestion extends QuestionHead {
  kind: "told";
  fields: string[];
  step: number;
  available: Record<SeatId, number>;
}

interface OpponentQuestion extends QuestionHead {
  kind: "opponent";
  among: PossibleOpponent[];
}

interface PossibleOpponent {
  seat: SeatId;
  limit: number;
  possible: boolean;
  note: string;
}

interface OptionQuestion extends QuestionHead {
  kind: "option";
  personal: boolean;
  options: OfferedOption[];
}

interface OfferedOption {
  option: string;
  text: string;
  danger: boolean;
  refused: RefusalWords | null;
}

interface NumberQuestion extends QuestionHead {
  kind: "number";
  low: number;
  high: number;
  taken: number[];
  squares: boolean;
  choices?: NumberChoice[];
}

interface NumberChoice {
  number: number;
  text: string;
}

interface CardQuestion extends QuestionHead {
  kind: "card";
  deck: string;
  cards: BoxCard[];
  effects: [string, string][];
  targets: [string, string][];
  collects: string | null;
}

/** A card of a box, as its game writes it. */
interface BoxCard {
  name?: string;
  text?: string;
  buy?: number;
  sell?: number;
  effect?: CardEffect;
  unsure?: boolean;
}

interface CardEffect {
  kind: string;
  amount?: number;
  steps?: number;
  target?: string;
  collect_pass?: boolean;
}

interface SellQuestion extends QuestionHead {
  kind: "sell";
  cards: SellableCard[];
  several: boolean;
  most: number | null;
}

interface SellableCard {
  name: string;
  price: number;
  number: number;
}

interface DrawQuestion extends QuestionHead {
  kind: "draw";
  deck: string;
  names: string[];
  hidden: boolean;
  blank: boolean;
}

interface ShowQuestion extends QuestionHead {
  kind: "show";
  names: string[];
  least: number;
  most: number;
}

interface HoldQuestion extends QuestionHead {
  kind: "hold";
  names: string[];
  least: number;
  most: number;
}

interface BidQuestion extends QuestionHead {
  kind: "bid";
  purses: Record<SeatId, number>;
  minimum: number;
  limit: number;
  step: number;
  own: number;
  amounts: number[];
}

interface ProtestQuestion extends QuestionHead {
  kind: "protest";
  purses: Record<SeatId, number>;
  minimum: number;
  limit: number;
  step: number;
  own: number;
  amounts: number[];
}

interface PlayCardQuestion extends QuestionHead {
  kind: "play_card";
  names: string[];
  uses: CardUse[];
}

interface CardUse {
  use: string;
  text: string;
}

interface CountQuestion extends QuestionHead {
  kind: "count";
  who: SeatId[];
  keys: CountKey[];
  totals: Record<string, number>;
}

interface CountKey {
  key: string;
  text: string;
}

interface SquareQuestion extends QuestionHead {
  kind: "square";
  index: number | null;
  kinds: SquareKind[];
  colours: string[];
  answer: string;
  passed: string | null;
}

interface CasinoQuestion extends QuestionHead {
  kind: "casino";
  colours: string[];
}

// --- what goes on in the middle -------------------------------------------------------------------------------------

/** What every scene tells; a scene with a drawing of its own tells more (`scenes/`). */
interface Scene {
  kind: string;
  title: string;
  sides: SeatId[];
  lines: SceneLine[];
  stake?: number;
  bets?: PlacedBet[];
  [detail: string]: unknown; // what only its game knows
}

interface SceneLine {
  seat: SeatId;
  throws: FaceValue[][];
  hand: FaceValue[];
  total: number | null;
  text: string;
}

/** What a 7 is worth in each colour. */
interface Seven {
  green: number;
  red: number;
}

interface ValueScene extends Scene {
  circle: number;
  rolls: number[][];
}

interface BetsScene extends Scene {
  circle: number;
  seven: Seven;
  croupier: SeatId;
  common: CommonDraws[];
  most: number;
}

interface CommonDraws {
  seats: SeatId[];
  draws: string[];
  number: number;
}

interface DrawsScene extends Scene {
  circle: number;
  seven: Seven;
  throw?: number;
  drawn?: string[];
}

interface HandScene extends Scene {
  leader: SeatId;
  leader_cards: string[];
  leader_total: string;
  over: boolean;
  stakes: Record<SeatId, number>;
  servi: SeatId[];
  settled: SeatId[];
  called: SeatId;
  cards: Record<SeatId, OpenHand>;
}

interface OpenHand {
  open: string[];
  number: number;
}

interface TurnScene extends Scene {
  top: string;
  stock: number;
  active: SeatId;
  announced: number | null;
  figure: number | null;
  before: number | null;
  lands: boolean;
  protested: SeatId[];
  challenger: SeatId;
  stakes: Record<SeatId, number>;
  tokens: number;
}

interface TableScene extends Scene {
  dealer: SeatId;
  table: string[];
  builds: CardBuild[];
  piles: Record<SeatId, number>;
  hands: Record<SeatId, number>;
  sweeps: Record<SeatId, number>;
  last_capturer: SeatId;
  deal: number;
  deals: number;
  seen: string[];
}

interface CardBuild {
  value: number;
  cards: string[];
  multiple: boolean;
  owner: SeatId;
}

/** A betting table: how it is drawn, and all its fields; one of lines also tells where they stand and what they are worth. */
interface Cloth {
  kind: string; // "roulette", "lines", "fields"
  fields: ClothField[];
  lines?: ClothLine[];
  seven?: Record<string, number[]>;
}

interface ClothField {
  field: string;
  text: string;
  colour?: string;
}

interface ClothLine {
  id: string;
  text: string;
  vertical: boolean;
  fields: ClothCell[];
}

interface ClothCell {
  field: string;
  text: string;
  points: number;
}

/** What only the holder of a seat may see. */
interface Secrets {
  hidden?: string | null;
  open?: string[];
  hand?: string[];
  half_points?: number | null;
  text?: string;
}

/** A fact as the journal writes it; which fields it has its type says. */
interface Fact {
  type: string;
  seat?: SeatId;
  [field: string]: any;
}
