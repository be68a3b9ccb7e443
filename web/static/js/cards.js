// Draws cards. A face has a text or a sign, so that no card differs by colour alone. The view supplies the faces (`pack`).

import { h, s } from "./dom.js";
import { t, unavailable } from "./words.js";

const SIGNS = /** @type {Record<string, string>} */ ({
  spade: "M12 2C8 7 3 10 3 14.5A4.3 4.3 0 0 0 11 17C11 19 10 21 8.5 22H15.5C14 21 13 19 13 17A4.3 4.3 0 0 0 21 14.5C21 10 16 7 12 2Z",
  heart: "M12 21.5C6 16.5 2.5 12.8 2.5 8.4A5 5 0 0 1 12 6.5 5 5 0 0 1 21.5 8.4C21.5 12.8 18 16.5 12 21.5Z",
  diamond: "M12 1.5 20 12 12 22.5 4 12Z",
  club: "M12 2A4.6 4.6 0 0 1 15.9 9 4.6 4.6 0 1 1 13 16.5C13 19 14 21 15.5 22H8.5C10 21 11 19 11 16.5A4.6 4.6 0 1 1 8.1 9 4.6 4.6 0 0 1 12 2Z",
  gem: "M6 4H18L22 9.5 12 21.5 2 9.5ZM5 9H19L16.8 5.5H7.2ZM9.2 10.5 12 18 14.8 10.5Z",
  coin: "M12 2A10 10 0 1 1 12 22 10 10 0 1 1 12 2ZM12 5A7 7 0 1 0 12 19 7 7 0 1 0 12 5ZM12 7.5 13.4 10.8 17 11 14.3 13.3 15.2 16.8 12 14.9 8.8 16.8 9.7 13.3 7 11 10.6 10.8Z",
  pebble: "M3 15C2 10 6 5 12 5.5 18 6 22 10 21 15 20 19.5 4 20 3 15ZM7 11C8.5 8.7 10.5 8 13 8 10.8 8.8 9 9.8 8 11.5Z",
  skull: "M12 2C6.5 2 3 6 3 10.5 3 14 5 15.5 6.5 16.5V20.5H9.5V19H11V20.5H13V19H14.5V20.5H17.5V16.5C19 15.5 21 14 21 10.5 21 6 17.5 2 12 2ZM8.5 8.8A2.1 2.1 0 1 1 8.5 13 2.1 2.1 0 1 1 8.5 8.8ZM15.5 8.8A2.1 2.1 0 1 1 15.5 13 2.1 2.1 0 1 1 15.5 8.8ZM12 13.2 13.2 15.8H10.8Z",
  camel: "M2 20.5V14C2 11 4 10.5 5 8.7 6 6.8 8 6.8 9 8.5 10 10.2 11.4 8.8 12.2 8.5 13.2 6.8 15.2 7 16 9 16.6 10.6 18 10.4 18.3 9V6.2C18.3 4 20 3.2 23 4V6.6H21V10.6C21 13 19.6 14 18 14.2V20.5H16V15.2H7.2V20.5H5.2V16L4 20.5Z",
  palm: "M11 22.5C12 17 12 13 11.5 9.5 9.5 8.5 6 9 4 12 3.5 8.5 6 6.5 9 6.8 7 4.8 4.5 5 3 6 4.5 3 8.5 2.5 11 5.5 12 2.5 16 1.5 19 4 16.5 3.5 14.5 4.5 13.5 6.3 17 5.5 20.5 7 21 11 19 8.5 16 8 13.5 9 14.5 13 14.5 17.5 14 22.5Z",
  moon: "M16 2.5A10 10 0 1 0 21.5 15 8 8 0 0 1 16 2.5Z",
  star: "M12 1.5 15.1 8.6 22.8 9.3 17 14.4 18.7 22 12 18 5.3 22 7 14.4 1.2 9.3 8.9 8.6Z",
  lamp: "M9 5.5H13L14 8H19C21 8 22.5 9.5 22.5 11.2 22.5 13.7 19 15.7 16.5 16L15 18H17V20.5H7V18H9L7.4 16.2C5 15.5 3.5 13 1 11.7L2 10.3C4 11.3 5.2 11 6.6 9.6L8 8ZM17.2 10.3C18.8 10.3 19.8 10.8 19.8 11.6 19.8 12.6 18.2 13.5 16.9 13.8Z",
  slipper: "M2 16.2C2 12 5 9.5 8.4 9.5 11 12 15 13 18 12 20.2 11.3 20.6 9.2 19.5 8L22.6 8.8C23.4 13 20.6 17.4 16 18.5H3.2C2.4 18.5 2 17.4 2 16.2Z",
  teapot: "M9.4 2.5H12.6V5H15C17 6.5 18 8.5 18 10.5L21 7.6 23 9.3C21 11 20 15 17 17.5V20.5H6V17.5C4.5 16.5 3.5 15 3 13.5 .6 13 .2 8.3 3.4 7.3 4.5 7 5.5 7.4 6 8 6.5 6.7 7.2 5.7 8 5H9.4ZM4.4 9.4C3 9.6 2.8 11.4 3.8 11.9Z",
  "shape-1": "M12 2A10 10 0 1 1 12 22 10 10 0 1 1 12 2Z", "shape-2": "M3.5 3.5H20.5V20.5H3.5Z", "shape-3": "M12 2 22.5 21H1.5Z", "shape-4": "M12 1.5 22.5 12 12 22.5 1.5 12Z",
  "shape-5": "M9 2H15V9H22V15H15V22H9V15H2V9H9Z", "shape-6": "M12 1.5 21.5 7V17L12 22.5 2.5 17V7Z", "shape-7": "M12 2A10 10 0 1 1 12 22 10 10 0 1 1 12 2ZM12 7A5 5 0 1 0 12 17 5 5 0 1 0 12 7Z",
});

/** @param {string} sign @param {Props} [more] */
const path = (sign, more = {}) => s("path", { class: "carte-signe", "fill-rule": "evenodd", d: SIGNS[sign] ?? SIGNS["shape-1"], ...more });

/** @typedef {{ pack?: Record<string, CardFace> }} Packed a view, or the part of it that cards are drawn from */

/** @param {Packed} view @param {string} name @returns {CardFace} */
export const faceOf = (view, name) => view.pack?.[name] ?? { text: name, corner: name, sign: "", ink: "black" };

/** @param {Packed} view @param {string} name */
export const spoken = (view, name) => faceOf(view, name).text;

/**
 * A sign alone, in text size unless a position is given.
 * @param {Packed} view
 * @param {string} name
 * @param {Props} [place]
 */
export function sign(view, name, place = {}) {
  const face = faceOf(view, name);
  return s("svg", { class: `signe encre-${face.ink}`, viewBox: "0 0 24 24", role: "img", "aria-label": face.text, ...place }, path(face.sign));
}

/** @param {string} sign @param {number} x @param {number} y @param {number} size */
const place = (sign, x, y, size) => path(sign, { transform: `translate(${x - size / 2} ${y - size / 2}) scale(${size / 24})` });

/** @param {string} kind */
const paper = (kind) => s("rect", { class: kind, x: 1.5, y: 1.5, width: 67, height: 95, rx: 8 });

/** The name under the sign: a wide one is set closer, a very long one cut. @param {string} text */
function named(text) {
  const cut = text.length > 11 ? `${text.slice(0, 10)}…` : text;
  const wide = cut.length + 0.5 * (cut.match(/[mw]/gi)?.length ?? 0) - 0.5 * (cut.match(/[filrt]/gi)?.length ?? 0) > 6.5;
  return s("text", { class: "carte-nom", x: 35, y: 87, ...(wide ? { textLength: 63, lengthAdjust: "spacingAndGlyphs" } : {}) }, cut);
}

/** One card, face up. @param {Packed} view @param {string} name */
export function card(view, name) {
  const face = faceOf(view, name);
  const inside = face.corner
    ? [s("text", { class: "carte-coin", x: face.corner.length > 1 ? 17 : 14, y: 26 }, face.corner),
      face.sign ? [place(face.sign, 15, 41, 14), place(face.sign, 43, 62, 40)] : s("text", { class: "carte-seule", x: 35, y: 66 }, face.corner)]
    : [place(face.sign, 35, 40, 44), named(face.text)];
  return s("svg", { class: `carte-jeu encre-${face.ink}`, viewBox: "0 0 70 98", role: "img", "aria-label": face.text }, paper("carte-papier"), inside);
}

// A card face down.
export function back(words = t("carte cachée")) {
  return s("svg", { class: "carte-jeu carte-jeu--dos", viewBox: "0 0 70 98", role: "img", "aria-label": words }, paper("carte-papier"),
    s("rect", { class: "carte-dos", x: 7, y: 7, width: 56, height: 84, rx: 5 }),
    s("path", { class: "carte-trame", d: "M35 14 56 49 35 84 14 49ZM35 27 48 49 35 71 22 49ZM35 40 40.5 49 35 58 29.5 49Z" }));
}

/** The player's own cards while covered: this number of backs. @param {number} number */
export const covered = (number) => row(Array.from({ length: number }, () => back()));

/** An empty slot for a card. @param {string} words */
export const noCard = (words) => s("svg", { class: "carte-jeu carte-jeu--vide", viewBox: "0 0 70 98", role: "img", "aria-label": words }, paper("carte-place"));

// A face-down pack of cards.
export const deck = () => h("div", { class: "paquet", "aria-hidden": "true" }, back(""), back(""), back(""));

/** @param {Kid} cards @param {string} [more] */
export const row = (cards, more = "") => h("div", { class: `rang-cartes ${more}` }, cards);

/**
 * A card as a button; equal cards need different keys.
 * @param {Packed} view
 * @param {string} name
 * @param {() => unknown} act
 * @param {ButtonLook} [options]
 */
export function touch(view, name, act, { pressed = null, key = `card-${name}`, label = null, impossible = false } = {}) {
  return h("button", { class: `touche-carte ${impossible ? "touche-carte--impossible" : ""}`, "data-key": key, "data-card": name, onclick: act,
    "aria-pressed": pressed === null || pressed === undefined ? null : String(pressed), "aria-label": impossible ? unavailable(label ?? spoken(view, name)) : label }, card(view, name));
}

/** @param {Packed} view @param {string[]} names */
function suits(view, names) {
  const found = /** @type {Map<string, string[]>} */ (new Map());
  for (const name of names) found.set(faceOf(view, name).sign, [...(found.get(faceOf(view, name).sign) ?? []), name]);
  return [...found.values()];
}

/**
 * All cards of a pack as buttons; a whole pack of suits is smaller, with one row for each suit.
 * @param {Packed} view
 * @param {string[]} names
 * @param {(name: string) => unknown} act
 * @param {{ pressed?: (name: string) => boolean | null, impossible?: (name: string) => boolean, label?: string }} [options] a touch on an impossible card says why
 */
export function pad(view, names, act, { pressed, impossible, label } = {}) {
  const shown = names.filter((name) => faceOf(view, name).sign);
  return h("div", { class: `pave-cartes ${shown.length > 20 ? "pave-cartes--jeu" : ""}`, role: "group", "aria-label": label ?? t("Cartes") },
    suits(view, shown).map((names) => h("div", { class: "suite" }, names.map((name) => touch(view, name, () => act(name), { pressed: pressed?.(name), impossible: impossible?.(name) })))));
}
