// Handwritten types of the page's scripts: the parameters of elements, and the data that the modules share.

/** A child that `h` and `s` append; they skip false, null and undefined. */
type Kid = Node | string | number | false | null | undefined | Kid[];

/** An event handler; the event's target is the control. */
type On<E extends Event> = ((event: E & { target: HTMLInputElement; currentTarget: HTMLElement }) => unknown) | null | undefined | false;

/** The attributes and event handlers of an element. */
interface Props {
  onclick?: On<MouseEvent>;
  onchange?: On<Event>;
  oninput?: On<Event>;
  onfocus?: On<FocusEvent>;
  onblur?: On<FocusEvent>;
  onkeydown?: On<KeyboardEvent>;
  onkeyup?: On<KeyboardEvent>;
  onpointerdown?: On<PointerEvent>;
  onpointermove?: On<PointerEvent>;
  onpointerup?: On<PointerEvent>;
  onpointercancel?: On<PointerEvent>;
  oncontextmenu?: On<MouseEvent>;
  [attribute: string]: string | number | boolean | null | undefined | On<any>;
}

interface Node {
  acts?: Record<string, ((event: any) => unknown) | null>; // the handlers by event type (`dom.js`)
  looks?: Record<string, string>; // the attributes that were set
  whole?: boolean; // whether a redraw replaces the whole node instead of updating it
  drawn?: string; // JSON of the data that the region shows
}

interface ButtonLook {
  kind?: string;
  key?: string | null;
  label?: string | null;
  pressed?: boolean | null;
  disabled?: boolean;
  why?: string | false | null; // the reason why the button is not possible now
  impossible?: boolean; // whether the button is drawn as impossible; a touch then shows the reason
}

/** A view, or the part of it that names the accounts. */
interface Named {
  names?: Record<Account, string>;
  seats: { id: SeatId; name: string; colour: string | null }[];
}

/** The owner of a pawn: a seat, a person or the bank. */
interface Pawn {
  name: string;
  colour?: string | null;
  sign?: string; // the SVG path drawn on the pawn instead of a letter
}

/** A die to draw; an unread one has no value. */
interface DrawnDie {
  kind: string;
  value?: FaceValue | null;
  colour?: string | null;
}

/** A message in the question's place after a tap. */
interface Answer {
  kind: string; // "refus", "bien" or ""
  title?: string;
  text: string;
  rule?: string | null;
  words?: string | null;
  number?: number;
  again?: (() => unknown) | null;
  reason?: boolean; // whether it says why a control is not possible; shown until the next touch, and moves nothing
  cut?: boolean; // whether it reports a cut link; then it stays until the link is back
}

/** The server's answer to a POST. */
interface Reply {
  ok: boolean;
  code?: string;
  text: string;
  allowed?: string;
  overrulable?: boolean;
  rule?: string | null;
  words?: string | null;
  version?: number;
  number?: number;
  warnings?: RefusalWords[];
  name?: string;
}

/** The unsent input for a question; each kind of question uses its own fields. */
interface Draft {
  all?: boolean;
  alone?: boolean;
  amount?: number;
  armed?: string | null;
  back?: boolean;
  build?: number;
  card?: string | null;
  cards?: string[];
  chip?: number;
  chosen?: string[];
  colour?: string;
  dice?: DrawnDie[];
  digits?: string;
  field?: string;
  fresh?: CardDraft | null;
  kept?: boolean[];
  line?: number;
  minus?: boolean;
  mode?: string;
  name?: string;
  names?: string[];
  note?: string;
  passed?: boolean;
  rows?: CountRows;
  of?: string; // the scores when the counts in `rows` were entered
  search?: string;
  seat?: SeatId;
  square?: SquareDraft;
  take?: string[];
  told?: Stock;
  turned?: string;
  use?: string;
  value?: number | null;
}

/** A card of a box in its form; the values are texts. */
interface CardDraft {
  name?: string;
  buy?: string;
  sell?: string;
  kind?: string;
  amount?: string;
  target?: string;
  pass?: boolean;
}

type CountRows = Record<SeatId, Record<string, number | null | undefined>>;

/** An open question, with the data and functions to draw and answer it. */
interface QuestionContext<Q = Question> {
  view: TableView & Partial<View>;
  q: Q;
  me: SeatId | null; // the seat of this page; null on the table's page
  alone: boolean;
  secrets: Secrets;
  covered: boolean; // whether the player's own cards are hidden on this page
  draft: Draft;
  padOpen: boolean;
  openPad: () => void;
  look: (seen?: number) => unknown;
  set: (patch: Draft) => void; // changes the draft and redraws
  keep: (patch: Draft) => void; // changes the draft without a redraw, which would move the field under the finger
  now: () => Draft;
  tell: (text: string) => void;
  submit: (fact: Fact) => Promise<Reply | false>;
  racing: (fact: Fact, still: () => boolean) => unknown;
  stillOpen: () => boolean;
  before?: number; // the number of the corrected fact, if this is a past question
  isNow?: (play: CardPlay) => boolean; // whether the corrected fact now has this play
  seat: (id: SeatId) => Pawn & { points: number };
  name: (id: SeatId) => string;
  redraw: () => void;
}

/** The renderer of one kind of question. */
interface Renderer<Q = any> {
  title?: (ctx: QuestionContext<Q>) => string | null; // the title, if it differs from the question's text
  side?: (ctx: QuestionContext<Q>) => Kid; // the controls beside the title
  body?: (ctx: QuestionContext<Q>) => Kid; // the larger controls below the title
  aside?: boolean; // whether `side` is also drawn beside another, leading question
  wide?: (q: Q) => boolean; // whether the body needs all the room, without the scene
}

/** Options of a cloth: the action of a touch, the seat whose stakes alone are drawn, the seat whose stakes are marked, and the field selected at the pad. */
interface ClothLook {
  onTouch?: ((field: string, own: boolean) => unknown) | null;
  me?: SeatId | null;
  mine?: SeatId | null;
  aimed?: string | null;
  /** Whether a touch takes a stake back. */
  back?: boolean;
}

type DrawCloth = (view: TableView, bets: PlacedBet[], look?: ClothLook) => Kid;

/** The renderer of one kind of cloth, and of the question about bets on it. */
interface ClothKind {
  table: DrawCloth;
  side: (ctx: QuestionContext<BetQuestion>) => Kid;
  body: (ctx: QuestionContext<BetQuestion>) => Kid;
}

/** The minimum, maximum and step of an amount. */
interface Bounds {
  minimum: number;
  limit: number;
  step: number;
  worst?: string | null;
}

/** One kind of dice in an expected throw, with their minimum and maximum number. */
interface Term {
  kind: DieKind;
  colour: string | null;
  least: number;
  most: number;
}

/** The context of a card's form: that of a question, or an object of a panel with the same fields. */
interface CardFormContext {
  q: CardForm;
  draft: Draft;
  now: () => Draft;
  keep: (patch: Draft) => void;
  set: (patch: Draft) => void;
  tell: (text: string) => void;
  lesser?: boolean; // whether another control is the main one
}

/** A deck of a box, with the choices of its form. */
interface CardForm {
  deck: string;
  effects: [string, string][];
  targets: [string, string][];
  collects: string | null;
  cards?: BoxCard[];
}

/** A box in its editor: printed tables (`data`), or its learnt ring, cards and chips. */
interface BoxState {
  data: Record<string, any>;
  squares: (RingSquare | null)[];
  closed: boolean; // whether the number of squares of the ring is known
  decks: Record<string, CardRow[]>;
  rest: Record<string, any>;
  chips: Stock;
  start_chips: Stock;
}

interface RingSquare extends NamedSquare {
  unsure?: boolean;
}

/** A card of a box, and its number of copies. */
interface CardRow {
  card: BoxCard;
  count: number;
}

/** The set-up in progress. */
interface Preparing {
  game: string | undefined;
  seats: PreparedSeat[];
  banker: number;
  target: number | null;
  own: boolean; // whether somebody types the target
  level: string;
  box: string;
  house: Record<string, HouseValue>;
  rulesOpen: boolean;
  allRules: boolean; // whether the page lists all rules, not only the main ones
}

interface PreparedSeat {
  name: string;
  age: string;
  colour: string | null;
}

/** The input for the kind of a square. */
interface SquareDraft {
  kind?: string;
  amount?: string;
  minus?: boolean;
}

interface NamedSquare {
  kind: string;
  colour?: string | null;
  amount?: number | null;
}

/** Additions to a scene: the question whose answers are its buttons, and the content below it. */
interface SceneMore {
  call?: QuestionContext<OpponentQuestion> | null;
  below?: Kid;
}

/** Options of the last throw: its size, and the actions of its buttons. */
interface ThrowLook {
  compact?: boolean;
  large?: boolean;
  onDie?: ((place: number) => unknown) | null;
  onVoid?: (() => unknown) | null;
}

/** The table just before a fact: its view, the questions that the fact may answer, and among these that of its seat, else the first. */
interface Then {
  view: TableView;
  questions: Question[];
  q: Question | null;
}

/** One choice of an editor: its change of the fact, and its label. */
type AnswerChoice = [patch: Record<string, any>, words: string];

/** A correction in progress: the state that its editors draw, and `put`, which changes the fact. */
interface Correcting {
  number: number;
  fact: Fact;
  changed: boolean;
  view: View;
  then: Then;
  q: Question | null; // the past question that the fact answers
  me: SeatId | null;
  draft: CorrectionDraft;
  asked: QuestionContext | null;
  put: (patch: object) => unknown;
  tell: (text: string) => void;
  redraw: () => void;
}

interface CorrectionDraft extends Draft {
  missing?: string;
  slot?: number | null;
  play?: Draft;
  setup?: GamesOffer | null;
  box?: BoxOnTable | null;
}
