// What a page fetches beside the view, by the address that answers with it.

/** `/preview`: what a fact would change, or why it cannot be. */
interface Preview {
  ok: boolean;
  code?: string;
  text?: string; // where it is not even looked at
  allowed?: string;
  hidden?: boolean; // it would tell the cards of another
  fits?: boolean;
  fact?: string;
  refusal?: RefusalWords | null;
  seats?: BalanceChange[];
  accounts?: AccountChange[];
  hand_over?: HandOver[];
  handed?: boolean;
  misfits?: Misfit[];
  turn?: Passing;
  winner?: Passing;
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

/** `/plays.json`: one thing that a card may do. */
interface CardPlay {
  use: string;
  take: string[];
  build: number;
  value: number;
}

/** `/at/N.json`: the table after a fact. */
interface Moment {
  view: TableView;
  moment: { text: string; at: number | null };
  last: number;
}

/** `/rules.json`. */
interface RuleBook {
  rules: Record<string, string>;
  squares: Record<string, string[]>;
  house: ChosenRule[];
}

interface ChosenRule extends HouseRule {
  rule_ids: string[];
  value: HouseValue;
  said: string;
}

interface HouseRule {
  key: string;
  type: string; // "flag", "choice", "int"
  default: HouseValue;
  values: HouseValue[];
  words: string[];
  label: string;
  help: string;
}

/** `/box.json`: the cards of the box that is played with. */
interface BoxOnTable {
  decks: BoxDeck[];
}

interface BoxDeck extends Deck {
  cards: BoxCard[];
}

/** A pack of cards of a box: its effects and targets as pairs of code and words. */
interface Deck {
  deck: string;
  title: string;
  effects: [string, string][];
  targets: [string, string][];
  collects: string | null;
}

/** `/setup.json`. */
interface SetupOffer {
  games: KnownGame[];
  boxes: ShelfBox[];
  people: Person[];
  last: LastSetup | null;
  evenings: KeptEvening[];
}

interface KnownGame {
  id: string;
  title: string;
  players: [number, number];
  colours: string[];
  targets: number[];
  lengths: string[];
  first: string; // "youngest", "oldest", "after", "dice"
  clockwise: boolean;
  begins: string;
  office: { text: string; help: string } | null;
  boxed: boolean;
  learns: boolean;
  house: HouseRule[];
}

interface ShelfBox {
  name: string;
  game?: string;
  title?: string;
  squares?: number;
  cards?: number;
  unsure?: number;
  invented?: boolean;
  trouble?: string;
}

interface Person {
  name: string;
  colour: string | null;
  age: number;
}

interface LastSetup {
  game: string;
  seats: Person[];
  banker: number | null;
  target: number;
  house: Record<string, HouseValue>;
  level: string;
  box: string;
}

interface KeptEvening {
  id: number;
  game: string;
  started: number;
  seats: string[];
  target: number;
  facts: number;
  open: boolean;
  simulated: boolean;
  missing: string | null; // the package that its game needs
}

/** `/boxes.json`. */
interface ShelfOffer {
  boxes: ShelfBox[];
  games: KnownGame[];
  on_table: string | null;
}

/** `/box-file.json`: one box of the shelf and what a page needs to draw it. */
interface BoxFile {
  name: string;
  game: string;
  title: string;
  data: Record<string, any>;
  form: BoxForm;
}

type BoxForm = PrintedForm | LearntForm;

/** Printed tables of fields. */
interface PrintedForm {
  tables: FormTable[];
  example: Record<string, any>;
}

/** The kinds of squares and cards of a box that is learnt. */
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

interface FormTable {
  title: string;
  help: string;
  columns: string[];
  rows: string[];
  fields: FormField[];
  example: boolean;
}

type FormField = NumberField | ChoiceField | SeveralField | NameField;

type FormPath = (string | number)[];

interface FieldHead {
  path: FormPath;
  label: string;
  needs: string;
}

interface NumberField extends FieldHead {
  kind: "number";
  low: number;
  high: number;
  step: number;
  optional: boolean;
}

interface ChoiceField extends FieldHead {
  kind: "choice";
  choices: [string, string][];
}

interface SeveralField extends FieldHead {
  kind: "several";
  choices: [string, string][];
}

interface NameField extends FieldHead {
  kind: "name";
  said: string;
  meant: FormPath;
  longest: number;
}

/** `/dice.json`. */
interface TaughtDice {
  box: string;
  boxes: string[];
  kinds: TaughtKind[];
  stand_ins: StandIn[];
  dice: string[];
  camera: boolean;
  photographs: boolean;
}

interface TaughtKind {
  kind: DieKind;
  faces: TaughtFace[];
}

type DieKind = "d6" | "d10" | "bicolour";

interface TaughtFace {
  value: FaceValue;
  pictures: number;
}

interface StandIn {
  kind: DieKind;
  die: string;
  faces: Record<string, FaceValue>;
  warning: string;
}

/** `/track.json`; corners in ten-thousandths of the picture. */
interface TrackKnown {
  how: string; // "none" while nobody showed it
  corners: Point[];
  empty: boolean;
  light: string[];
  changed: string;
  width?: number;
  height?: number;
  found?: Point[];
  trouble?: string;
}

type Point = [number, number];

/** `/machine.json`. */
interface MachinePage {
  address: string;
  own: { name: string; password: string; open: boolean } | null;
  networks: Network[];
  joining: string | null;
  off: boolean;
  trouble: string | null;
}

interface Network {
  name: string;
  strength: number;
  locked: boolean;
}

/** `/panel.json`: the buttons of the table, those that are pressed, and the lamps that are lit. */
interface PanelButtons {
  simulated: boolean;
  buttons: string[];
  pressed: string[];
  lamps: Record<string, boolean>;
}

/** `/after.json`: what an evening came to. */
interface Summary {
  title: string;
  phase: string;
  outcome: Outcome | null;
  target: number;
  throws: number;
  dated: number;
  lasted: number;
  seats: SummarySeat[];
  curve: { at: number[]; points: Record<SeatId, number[]>; unit: string };
  luck: Luck[];
  luck_note: string;
  best: BestWin | null;
  pot: { amount: number; throw: number } | null;
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

interface Luck {
  seat: SeatId;
  bets: number;
  won: number;
  expected: number;
  usual: number;
}

interface BestWin {
  seat: SeatId;
  amount: number;
  text: string;
  from: Account;
  number: number;
  throw: number;
  picture: boolean;
}

interface Frequencies {
  kind: DieKind;
  faces: { face: FaceValue; count: number }[];
  number: number;
  enough: boolean;
  surprise: number;
}
