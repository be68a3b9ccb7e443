// Draws things on the table: pawns, chips, dice, icons, amounts. No thing differs by colour alone.

import { h, s } from "./dom.js";
import { newest } from "./live.js";
import { sayWhyNot } from "./why_not.js";
import { accountName, faceWords, n, signed, t, unavailable } from "./words.js";

export const SHAPES = {
  rouge: "M20 2.5a17.5 17.5 0 1 1 0 35a17.5 17.5 0 1 1 0-35Z",
  bleu: "M6 4h28a2 2 0 0 1 2 2v28a2 2 0 0 1-2 2h-28a2 2 0 0 1-2-2v-28a2 2 0 0 1 2-2Z",
  jaune: "M20 0 40 20 20 40 0 20Z",
  noir: "M20 1 36.5 10.5 36.5 29.5 20 39 3.5 29.5 3.5 10.5Z",
  blanc: "M27.1 2.9 37.1 12.9 37.1 27.1 27.1 37.1 12.9 37.1 2.9 27.1 2.9 12.9 12.9 2.9Z",
  vert: "M20 2 38.5 36H1.5Z",
  orange: "M1.5 4H38.5L20 38Z",
  violet: "M20 1.3 27.9 9.9 38.5 14.8 32.8 25 31.5 36.6 20 34.3 8.5 36.6 7.2 25 1.5 14.8 12.1 9.9Z",
  rose: "M20 38C8 29 1.5 23 1.5 14A10 10 0 0 1 20 9 10 10 0 0 1 38.5 14C38.5 23 32 29 20 38Z",
  gris: "M13 2H27V13H38V27H27V38H13V27H2V13H13Z",
  turquoise: "M20 1.5 39 15.5 31.8 38H8.2L1 15.5Z",
  brun: "M3 3H37V20C37 30 29 36 20 39 11 36 3 30 3 20Z",
  banque: "M39 20 29.5 36.5 10.5 36.5 1 20 10.5 3.5 29.5 3.5Z",
};

const ICONS = {
  oui: "M4 12.5 9.5 18 20 6.5",
  non: "M6 6 18 18M18 6 6 18",
  attention: "M12 3 22 20.5H2ZM12 10v4.5M12 17.4v.2",
  feuille: "M6 2.5h9l4 4v15H6ZM9.5 10.5h6M9.5 14.5h6M9.5 18h3.5",
  direct: "M5 12.5 10 17.5 19 7",
  coupe: "M3 3 21 21M8.5 16.5a5 5 0 0 1 7 0M5 13a10 10 0 0 1 4-2.5M13.5 10.2A10 10 0 0 1 19 13M2 9.5a15 15 0 0 1 4.5-3M11 5.1A15 15 0 0 1 22 9.5M12 20v.2",
  haut: "M12 19V5M6 11 12 5l6 6",
  bas: "M12 5v14M6 13l6 6 6-6",
  retour: "M9 5 4 10l5 5M4 10h10a6 6 0 0 1 0 12",
  theme: "M12 3a9 9 0 1 0 0 18 9 9 0 1 0 0-18ZM12 3v18M12 8h7M12 13h8.5M12 18h5",
  langue: "M12 3a9 9 0 1 0 0 18 9 9 0 1 0 0-18ZM3 12h18M12 3c5 5 5 13 0 18M12 3c-5 5-5 13 0 18",
  menu: "M4 7h16M4 12h16M4 17h16",
  son: "M3 9.5h4l5-4.5v14L7 14.5H3ZM15.5 9a4.5 4.5 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11",
  photo: "M4 7h4l2-3h4l2 3h4v12H4ZM12 9.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7Z",
};

/** @typedef {keyof typeof ICONS} IconName */

/** @param {IconName} name */
export function icon(name) {
  return s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", fill: "none", stroke: "currentColor", "stroke-width": 2, "stroke-linecap": "round", "stroke-linejoin": "round" },
    s("path", { d: ICONS[name] }));
}

/** Changes between the themes of green felt and day. */
export function theme() {
  const next = document.documentElement.dataset.theme === "jour" ? "tapis" : "jour";
  document.documentElement.dataset.theme = next;
  try { localStorage.setItem("servi-theme", next); } catch { /* without storage, the theme lasts for this visit */ }
}

/** The shape of a colour; the bank's for an unknown one. @param {string | null | undefined} colour */
export const shapeOf = (colour) => (colour && colour in SHAPES ? /** @type {keyof typeof SHAPES} */ (colour) : "banque");

/** The class that draws a long name smaller, so that no word breaks. @param {string} name */
export const longName = (name) => (name.length > 13 ? "siege-nom--tres-long" : name.length > 8 ? "siege-nom--long" : "");

/** @param {Pawn} seat @param {Props} [more] */
export function pawn(seat, more = {}) {
  const colour = shapeOf(seat.colour);
  const letter = [...(seat.name || "?")][0].toUpperCase();
  return s("svg", { class: "pion", viewBox: "0 0 40 40", "aria-hidden": "true", ...more },
    s("path", { class: `forme p-${colour}`, d: SHAPES[colour] }),
    seat.sign ? s("path", { class: `sur-${colour}`, d: seat.sign }) : s("text", { class: `sur-${colour}`, x: 20, y: colour === "vert" ? 29.5 : colour === "orange" ? 22.5 : 26.5, "text-anchor": "middle" }, letter));
}

/** The bank; its sign is a house with columns, because a letter would look like a player's. */
export const BANK = { name: t("Banque"), colour: "banque", points: 0, sign: "M20 7 32 14.5V17H8V14.5ZM10 19H14V27H10ZM18 19H22V27H18ZM26 19H30V27H26ZM8 29H32V32.5H8Z" };

/** The address of a throw's photograph; in the file of an evening, that of the image in the file. @param {number} number */
export const pictureOf = (number) => /** @type {HTMLImageElement | null} */ (document.getElementById(`photo-${number}`))?.src ?? `/picture/${number}`;

/** A holder of an account that is neither seat nor bank, drawn with the letter of its name. @param {string} name */
export const lettered = (name) => ({ ...BANK, name, sign: "" });

/** The holder of an account that belongs to no seat. @param {Named} view @param {Account | null | undefined} id */
export const house = (view, id) => (id === "pot" ? lettered(accountName(view, id)) : BANK);

/** The holder of an account: its seat, the pot, or the bank. @param {TableView} view @param {Account | null | undefined} id @returns {Pawn & { points: number }} */
export const seatOf = (view, id) => view.seats.find((one) => one.id === id) ?? house(view, id);

/** Whether to mark the seat as the one that plays: it has the turn, and no mandatory question goes to others only. @param {TableView} view @param {Seat} seat */
export const plays = (view, seat) => !view.outcome && seat.turn && (seat.state === "must" || view.seats.every((one) => one.state !== "must"));

/** @param {number} value @param {Props} [more] */
export function chip(value, more = {}) {
  return s("svg", { class: "jeton", viewBox: "0 0 100 100", role: "img", "aria-label": t("jeton de {amount}", { amount: n(value) }), ...more },
    newest()?.notes ? note(value) : document.getElementById(`jeton-${value}`) ? s("use", { href: `#jeton-${value}` }) : plain(value));
}

/** A piece without its own drawing, such as a treasure or a chip of a family's box. @param {number} value */
function plain(value) {
  const words = n(value);
  return [s("circle", { class: "jeton-bord", cx: 50, cy: 50, r: 47 }), s("circle", { class: "jeton-coeur", cx: 50, cy: 50, r: 35 }),
    s("text", { class: "jeton-mot", x: 50, y: 61, "font-size": words.length > 3 ? 22 : 32, "text-anchor": "middle" }, words)];
}

/** A banknote. @param {number} value */
function note(value) {
  const words = n(value);
  return [s("rect", { class: "jeton-bord", x: 1, y: 22, width: 98, height: 56, rx: 6 }), s("rect", { class: "jeton-coeur", x: 9, y: 30, width: 82, height: 40, rx: 3 }),
    s("text", { class: "jeton-mot", x: 50, y: 62, "font-size": words.length > 3 ? 30 : 40, "text-anchor": "middle" }, words)];
}

/** The smallest amounts for buttons: multiples of `step`, none above `high`. @param {TableView} view @param {{ step?: number, high?: number, number?: number }} [bounds] */
export const handy = (view, { step = 1, high = Infinity, number = 5 } = {}) => view.amounts.filter((one) => one <= high && one % step === 0).slice(0, number);

/** @param {number[]} list */
export const middle = (list) => list[Math.floor(list.length / 2)];

/** @param {number} value @param {number} count */
export function pile(value, count) {
  return h("span", { class: "tas" }, chip(value), h("b", null, `×\u202f${count}`));
}

/** Chips by denomination, largest first. @param {Stock | null} chips */
export function piles(chips) {
  return Object.entries(chips ?? {}).filter(([, count]) => count > 0)
    .sort(([a], [b]) => Number(b) - Number(a)).map(([value, count]) => pile(Number(value), count));
}

const D6 = /** @type {Record<string, string>} */ ({ white: "blanc", ivory: "ivoire", red: "rouge", green: "vert", blue: "bleu", black: "noir" });

export const FACES = { d6: [1, 2, 3, 4, 5, 6], d10: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], bicolour: ["red", "black"] };

/** The faces of a kind of die. @param {string} kind @returns {FaceValue[]} */
export const facesOf = (kind) => FACES[/** @type {DieKind} */ (kind)] ?? [];

/** @param {DrawnDie} one */
export function die(one) {
  const words = faceWords(one);
  if (one.value === null || one.value === undefined) return unknownDie();
  if (one.kind === "d10") {
    return s("svg", { class: "de de--prune", viewBox: "0 0 100 100", role: "img", "aria-label": t("dé à dix faces, {face}", { face: words }) },
      s("polygon", { class: "face", "stroke-linejoin": "round", points: "50,2 97,46 50,98 3,46" }),
      s("path", { d: "M50 2 20 52 50 74 80 52Z M3 46 20 52 M97 46 80 52 M50 74V98", fill: "none", stroke: "var(--arete)", "stroke-width": 1.5, opacity: 0.7 }),
      s("text", { x: 50, y: 57, "font-size": 34, fill: "#fffaf0" }, words));
  }
  if (one.kind === "bicolour") {
    const red = one.value === "red";
    return s("svg", { class: `de de--${red ? "rouge" : "noir"}`, viewBox: "0 0 100 100", role: "img", "aria-label": t("dé bicolore, {face}", { face: words }) },
      s("rect", { class: "face", x: 4, y: 4, width: 92, height: 92, rx: 18 }),
      s("path", { d: "M50 14 72 38 50 62 28 38Z", fill: red ? "#fffaf0" : "none", stroke: "#fffaf0", "stroke-width": 4 }),
      s("text", { x: 50, y: 86, "font-size": 21, fill: "#fffaf0" }, words));
  }
  return s("svg", { class: `de de--${D6[one.colour ?? ""] ?? "ivoire"}`, viewBox: "0 0 100 100", role: "img", "aria-label": t("dé, {face}", { face: words }) },
    s("use", { href: `#de-${one.value}` }));
}

/** @param {string} kind @param {string} [words] */
export function emptyDie(kind, words = t("dé attendu")) {
  const shape = kind === "d10"
    ? s("polygon", { class: "socle", points: "50,4 95,46 50,96 5,46" })
    : s("rect", { class: "socle", x: 5, y: 5, width: 90, height: 90, rx: 18 });
  return s("svg", { class: "de de--vide", viewBox: "0 0 100 100", role: "img", "aria-label": words }, shape);
}

export function unknownDie() {
  return s("svg", { class: "de de--inconnu", viewBox: "0 0 100 100", role: "img", "aria-label": t("dé non lu") },
    s("rect", { class: "socle", x: 5, y: 5, width: 90, height: 90, rx: 18 }),
    s("text", { x: 50, y: 68, "font-size": 52 }, "?"));
}

/** @param {number} value */
export function change(value) {
  if (value > 0) return h("b", { class: "gain" }, `▲ ${signed(value)}`);
  if (value < 0) return h("b", { class: "perte" }, `▼ ${signed(value)}`);
  return h("b", null, "=");
}

/**
 * A button. While `why` gives a reason why it is not possible, a touch only shows that reason.
 * @param {Kid} words @param {(() => unknown) | null} act @param {ButtonLook} [options]
 */
export function button(words, act, { kind = "", key = null, label = null, pressed = null, disabled = false, why = null } = {}) {
  if (why) return button(words, () => sayWhyNot(why), { kind: `${kind} bouton--impossible`, key, pressed, label: unavailable(label ?? String(words)) });
  return h("button", {
    class: `bouton ${kind}`, onclick: act, "data-key": key ?? (typeof words === "string" ? words : null),
    "aria-label": label, "aria-pressed": pressed === null ? null : String(pressed), disabled,
  }, words);
}

/**
 * A button. While `why` gives a reason why it is not possible, a touch passes that reason to `tell`.
 * @param {string | false | null | undefined} why
 * @param {(words: string) => unknown} tell
 * @param {string} words
 * @param {() => unknown} act
 * @param {ButtonLook} [look]
 */
export function unless(why, tell, words, act, look = {}) {
  if (!why) return button(words, act, look);
  return button(words, () => tell(why), { ...look, kind: `${look.kind ?? ""} bouton--impossible`, label: unavailable(look.label ?? words) });
}

/** @param {string} kind @param {string} title @param {...Kid} text */
export function message(kind, title, ...text) {
  return h("div", { class: `message ${kind ? `message--${kind}` : ""}` },
    icon(/** @type {Record<string, IconName>} */ ({ refus: "non", bien: "oui", annonce: "son" })[kind] ?? "attention"),
    h("div", null, title ? [h("strong", null, title), " "] : null, text));
}


