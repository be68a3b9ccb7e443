// Written by `python -m web.types` from web/drawing, the questions and the scenes. Change those.

/** The live view: the data of each event of the stream. */
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
  colours: string[];
  pieces: number[];
  amounts: number[];
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

type Question = BetQuestion | BidQuestion | CardQuestion | CasinoQuestion | CloseQuestion | CountQuestion | DrawQuestion | HoldQuestion | KeepQuestion | NumberQuestion | OpponentQuestion | OptionQuestion | PlayCardQuestion | ProtestQuestion | SellQuestion | ShowQuestion | SquareQuestion | StakeQuestion | StandQuestion | ThrowQuestion | ToldQuestion;

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
}

interface BetQuestion extends QuestionHead {
  kind: "bet";
  fields: string[];
  step: number;
  available: Record<string, number>;
  bets: PlacedBet[];
}

interface PlacedBet {
  seat: string;
  field: string;
  amount: number;
}

interface BidQuestion extends QuestionHead {
  kind: "bid";
  minimum: number;
  limit: number;
  step: number;
  own: number;
  amounts: number[];
  purses: Record<string, number>;
}

interface CardQuestion extends QuestionHead {
  kind: "card";
  deck: string;
  cards: BoxCard[];
  effects: [string, string][];
  targets: [string, string][];
  collects: string | null;
}

interface CasinoQuestion extends QuestionHead {
  kind: "casino";
  colours: string[];
}

/** A question without further data. */
interface CloseQuestion extends QuestionHead {
  kind: "close";
}

interface CountQuestion extends QuestionHead {
  kind: "count";
  who: string[];
  keys: CountKey[];
  totals: Record<string, number>;
}

interface CountKey {
  key: string;
  text: string;
}

interface DrawQuestion extends QuestionHead {
  kind: "draw";
  deck: string;
  names: string[];
  hidden: boolean;
  blank: boolean;
}

interface HoldQuestion extends QuestionHead {
  kind: "hold";
  names: string[];
  least: number;
  most: number;
}

interface KeepQuestion extends QuestionHead {
  kind: "keep";
  lying: number[];
  must_keep: number[];
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

interface OpponentQuestion extends QuestionHead {
  kind: "opponent";
  among: PossibleOpponent[];
}

interface PossibleOpponent {
  seat: string;
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

interface PlayCardQuestion extends QuestionHead {
  kind: "play_card";
  names: string[];
  uses: CardUse[];
}

interface CardUse {
  use: string;
  text: string;
}

interface ProtestQuestion extends QuestionHead {
  kind: "protest";
  minimum: number;
  limit: number;
  step: number;
  own: number;
  amounts: number[];
  purses: Record<string, number>;
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

interface ShowQuestion extends QuestionHead {
  kind: "show";
  names: string[];
  least: number;
  most: number;
}

interface SquareQuestion extends QuestionHead {
  kind: "square";
  index: number | null;
  kinds: SquareKind[];
  colours: string[];
  answer: string;
  passed: string | null;
}

/** A kind of square. ``needs``: its extra value, "amount" or "colour"; ``sign``: a short text or an SVG path. */
interface SquareKind {
  kind: string;
  text: string;
  needs: string | null;
  sign: string;
  sums: number[];
}

interface StakeQuestion extends QuestionHead {
  kind: "stake";
  minimum: number;
  limit: number;
  step: number;
  against: string | null;
  own: number;
  worst: string | null;
}

interface StandQuestion extends QuestionHead {
  kind: "stand";
  say?: string;
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

interface ToldQuestion extends QuestionHead {
  kind: "told";
  fields: string[];
  step: number;
  available: Record<string, number>;
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
  seven?: Record<string, number[]>;
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

/** A field of a line, with its points. */
interface ClothCell {
  field: string;
  text: string;
  points: number;
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

/** A reading that waits for confirmation. */
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
  colours: string[];
  pieces: number[];
  amounts: number[];
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

/** The data for the holder of a seat alone. */
interface Secrets {
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
  luck: Luck[];
  luck_note: string;
  best: BestWin | null;
  pot: HighestPot | null;
  dice: Frequencies[];
}

interface SummarySeat {
  id: SeatId;
  name: string;
  colour: string | null;
  points: number;
  out: boolean;
  left: boolean;
}

interface Curve {
  at: number[];
  points: Record<SeatId, number[]>;
  unit: string;
}

interface Luck {
  seat: SeatId;
  bets: number;
  won: number;
  expected: number;
  usual: number;
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

interface Frequencies {
  kind: string;
  faces: FaceCount[];
  number: number;
  enough: boolean;
  surprise: number;
}

interface FaceCount {
  face: FaceValue;
  count: number;
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
  house: HouseRule[];
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
}

/** An evening of the journal; ``missing`` is the package to install for it. */
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

/** A casino duel: one throw of two dice each. */
interface CasinoDuelScene extends Scene {
  stake: number;
  winner: string;
  multiplier: number;
  void: boolean;
  result: string;
}

/** Ten throws of green and red: how many are done, the draws, and the chips. */
interface DrawsScene extends Scene {
  circle: number;
  seven: Record<string, number>;
  throw: number;
  counter: number;
  drawn: string[];
}

/** A 421; ``counts`` of counting throws, ``fixed`` dice that stay, ``kept`` dice named before a throw. */
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

/** A hand: the leader's open cards, stakes and cards, and who stands, is called or settled. */
interface HandScene extends Scene {
  leader: string;
  leader_cards: string[];
  leader_total: string;
  over: boolean;
  stakes: Record<string, number>;
  servi: string[];
  settled: string[];
  called: string;
  cards: Record<string, VisibleCards>;
}

/** The public view of a player's cards: the open ones, and the number of all. */
interface VisibleCards {
  open: string[];
  number: number;
}

/** A play-off: two dice each, the highest wins the game. */
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

/** The search for a 7: the circle of the chip, and the throws so far. */
interface ValueScene extends Scene {
  circle: number;
  rolls: number[][];
}

/** A Zanzibar; ``points`` of each side's last throw, ``rounds`` played. */
interface ZanzibarScene extends Scene {
  stake: number;
  winner: string;
  multiplier: number;
  void: boolean;
  result: string;
  points: Record<string, number>;
  rounds: number;
}
