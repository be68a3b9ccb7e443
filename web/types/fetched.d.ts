// Types of the data that pages fetch beside the view, with the address of each; drawn/ has the types of web/drawing.

/** `/preview`: the effect of a fact, or the reason for its refusal. */
interface Preview extends Partial<Difference> {
  ok: boolean;
  code?: string;
  text?: string; // the reason if the preview itself is refused
  allowed?: string;
  hidden?: boolean; // whether the effect is withheld, because it would reveal another player's cards
}

/** `/plays.json`: one allowed play of a card. */
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

/** The games and their house rules (`/games.json`). */
interface GamesOffer {
  games: KnownGame[];
}

/** The choices of the set-up page (`/setup.json`). */
interface SetupOffer extends GamesOffer {
  boxes: ShelfBox[];
  people: Person[];
  last: LastSetup | null;
  evenings: KeptEvening[];
}

/** A seat's link (`/seats.json`); `path` draws its QR code with `size` modules on each side. */
interface SeatLink {
  id: SeatId;
  name: string;
  link: string;
  size: number;
  path: string;
}

interface ShelfBox {
  name: string;
  game?: string;
  title?: string;
  squares?: number;
  cards?: number;
  values?: number;
  of?: number;
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

/** `/boxes.json`: the boxes to choose from, all games, and the name of the box in play. */
interface ShelfOffer {
  boxes: ShelfBox[];
  games: KnownGame[];
  on_table: string | null;
}

/** `/box-file.json`: one box of the shelf, and the form of its editor. */
interface BoxFile {
  name: string;
  game: string;
  title: string;
  data: Record<string, any>;
  form: BoxForm;
}

type BoxForm = PrintedForm | LearntForm;

/** The form of a box with printed tables of fields. */
interface PrintedForm {
  tables: FormTable[];
  example: Record<string, any>;
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

/** `/dice.json`: the taught faces and stand-ins of a box, and the ways to take a picture. */
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

/** `/track.json`: the stored track and its problems; corners are in ten-thousandths of the picture. */
interface TrackKnown {
  how: string; // how the track was found; "none" while it is unknown
  corners: Point[];
  empty: boolean;
  light: string[];
  changed: string;
  width?: number;
  height?: number;
  found?: Point[];
  trouble?: string;
  learnt: { possible: boolean; on: boolean; dice: number; told: string };
}

type Point = [number, number];

/** `/machine.json`: the addresses of the page, and the Wi-Fi of the machine. */
interface MachinePage {
  address: string;
  figures: string; // the address with numbers instead of the machine's name
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

/** `/panel.json`: the buttons of the table, those that are pressed, and for each seat whether its lamp is lit. */
interface PanelButtons {
  simulated: boolean;
  buttons: string[];
  pressed: string[];
  lamps: Record<string, boolean>;
}
