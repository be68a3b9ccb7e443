// The page's own types, written by hand: how elements are built, and what the parts of a page hand each other.

/** What `h` and `s` append; what is false or nothing is left out. */
type Kid = Node | string | number | false | null | undefined | Kid[];

/** An event of a control: what was touched or typed is there. */
type On<E extends Event> = ((event: E & { target: HTMLInputElement; currentTarget: HTMLElement }) => unknown) | null | undefined | false;

/** The attributes of an element, and what it does. */
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
  acts?: Record<string, ((event: any) => unknown) | null>; // what it does, by event (`dom.js`)
  looks?: Record<string, string>; // the attributes that were set
  whole?: boolean; // exchanged as it is, not touched up
  drawn?: string; // what it shows, as a key
}

interface ButtonLook {
  kind?: string;
  key?: string | null;
  label?: string | null;
  pressed?: boolean | null;
  disabled?: boolean;
  why?: string | false | null; // why it is not possible now
  impossible?: boolean; // its touch says why
}

/** A view, or as much of it as accounts are called by. */
interface Named {
  names?: Record<Account, string>;
  seats: { id: SeatId; name: string; colour: string | null }[];
}

/** Whoever has a pawn: a seat, a person, the bank. */
interface Pawn {
  name: string;
  colour?: string | null;
  sign?: string; // the path drawn on it instead of a letter
}

/** A die as it is drawn; one that was not read has no value. */
interface DrawnDie {
  kind: string;
  value?: FaceValue | null;
  colour?: string | null;
}

/** What the page says in the question's place after a tap. */
interface Answer {
  kind: string; // "refus", "bien" or ""
  title?: string;
  text: string;
  rule?: string | null;
  words?: string | null;
  number?: number;
  again?: (() => unknown) | null;
  reason?: boolean; // why a control is not possible: said where it takes no room, until the next touch
  cut?: boolean; // the link is cut: it stays until the link is back
}

/** What a POST is answered with. */
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

/** What has been tapped for a question and not sent yet; each kind of question has its own. */
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
  of?: string; // the scores when these counts were entered
  search?: string;
  seat?: SeatId;
  square?: SquareDraft;
  take?: string[];
  told?: Stock;
  turned?: string;
  use?: string;
  value?: number | null;
}

/** A card of a box while it is written down: all text. */
interface CardDraft {
  name?: string;
  buy?: string;
  sell?: string;
  kind?: string;
  amount?: string;
  target?: string;
  pass?: boolean;
}

type CountRows = Record<SeatId, Record<string, number | undefined>>;

/** An open question with what its page needs to draw it and to answer it. */
interface QuestionContext<Q = Question> {
  view: TableView & Partial<View>;
  q: Q;
  me: SeatId | null; // the seat of this page; null on the table's
  alone: boolean;
  secrets: Secrets;
  covered: boolean; // its holder has not looked at the own cards
  draft: Draft;
  padOpen: boolean;
  openPad: () => void;
  look: (seen?: number) => unknown;
  set: (patch: Draft) => void; // keeps it and draws anew
  keep: (patch: Draft) => void; // keeps it only: a redraw would take the field from under the finger
  now: () => Draft;
  tell: (text: string) => void;
  submit: (fact: Fact) => Promise<Reply | false>;
  racing: (fact: Fact, still: () => boolean) => unknown;
  stillOpen: () => boolean;
  before?: number; // the fact that is put right, where this is the question of then
  isNow?: (play: CardPlay) => boolean; // what that fact says now
  seat: (id: SeatId) => Pawn & { points: number };
  name: (id: SeatId) => string;
  redraw: () => void;
}

/** How one kind of question is drawn. */
interface Renderer<Q = any> {
  title?: (ctx: QuestionContext<Q>) => string | null; // its words, where those of the question name somebody else
  side?: (ctx: QuestionContext<Q>) => Kid; // the controls beside its words
  body?: (ctx: QuestionContext<Q>) => Kid; // what needs room
  aside?: boolean; // its controls also stand beside another question
  wide?: (q: Q) => boolean; // its body takes all the room, so that no scene is drawn with it
}

/** How a cloth is looked at: what a touch does, whose page it is, whose stakes are marked, and where the pad stands. */
interface ClothLook {
  onTouch?: ((field: string, own: boolean) => unknown) | null;
  me?: SeatId | null;
  mine?: SeatId | null;
  aimed?: string | null;
}

type DrawCloth = (view: TableView, bets: PlacedBet[], look?: ClothLook) => Kid;

/** How one kind of cloth is drawn, and played. */
interface ClothKind {
  table: DrawCloth;
  side: (ctx: QuestionContext<BetQuestion>) => Kid;
  body: (ctx: QuestionContext<BetQuestion>) => Kid;
}

/** Two bounds of an amount and the step between. */
interface Bounds {
  minimum: number;
  limit: number;
  step: number;
  worst?: string | null;
}

/** One kind of dice that a throw asks for. */
interface Term {
  kind: DieKind;
  colour: string | null;
  least: number;
  most: number;
}

/** What the form of a card needs: a question's context, or a panel's with the same parts. */
interface CardFormContext {
  q: CardForm;
  draft: Draft;
  now: () => Draft;
  keep: (patch: Draft) => void;
  set: (patch: Draft) => void;
  tell: (text: string) => void;
  lesser?: boolean; // something else is the one thing to do
}

/** A pack of cards as its form reads it. */
interface CardForm {
  deck: string;
  effects: [string, string][];
  targets: [string, string][];
  collects: string | null;
  cards?: BoxCard[];
}

/** A box while it is filled in: printed tables, or what is learnt of its ring, its cards and its chips. */
interface BoxState {
  data: Record<string, any>;
  squares: (RingSquare | null)[];
  closed: boolean; // the ring is whole
  decks: Record<string, CardRow[]>;
  rest: Record<string, any>;
  chips: Stock;
  start_chips: Stock;
}

interface RingSquare extends NamedSquare {
  unsure?: boolean;
}

/** A card of a box, and how many of it there are. */
interface CardRow {
  card: BoxCard;
  count: number;
}

/** The evening that is being set up. */
interface Preparing {
  game: string | undefined;
  seats: PreparedSeat[];
  banker: number;
  target: number | null;
  own: boolean; // the target is typed
  level: string;
  box: string;
  house: Record<string, HouseValue>;
  rulesOpen: boolean;
  allRules: boolean; // not only those that matter most
}

interface PreparedSeat {
  name: string;
  age: string;
  colour: string | null;
}

/** A square as its form reads it while it is named. */
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

/** What is drawn with a scene: the question that is answered in it, or what stands beneath it. */
interface SceneMore {
  call?: QuestionContext<OpponentQuestion> | null;
  below?: Kid;
}

/** How the last throw is drawn: its size, and what a touch does. */
interface ThrowLook {
  compact?: boolean;
  large?: boolean;
  onDie?: ((place: number) => unknown) | null;
  onVoid?: (() => unknown) | null;
}

/** How the table stood before a fact, and what was asked then. */
interface Then {
  view: TableView;
  questions: Question[];
  q: Question | null;
}

/** One of the answers that can be touched: what it changes in the fact, and its words. */
type AnswerChoice = [patch: Record<string, any>, words: string];

/** A fact that is being put right: its editors draw from this, and put what is touched. */
interface Correcting {
  number: number;
  fact: Fact;
  changed: boolean;
  view: View;
  then: Then;
  q: Question | null; // the question of then that the fact answers
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
