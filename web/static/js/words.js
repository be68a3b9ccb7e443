// The words and numbers of the page. The French sentence is the key of its translation.

import catalog from "/catalog.js";

export const LANGUAGE = catalog.language;

const THOUSANDS = { fr: "\u202f", en: "," };

const LOCALES = { fr: "fr-FR", en: "en-GB" };

/** The class that sets a sum's size by its number of digits. @param {number} sum */
export const digits = (sum) => `chiffres-${String(sum).length}`;

/** @param {number} value */
export const n = (value) =>
  (value < 0 ? "\u2212" : "") + String(Math.abs(value)).replace(/\B(?=(\d{3})+$)/g, THOUSANDS[LANGUAGE]);

/** @param {number} value */
export const signed = (value) => (value > 0 ? "+" : "") + n(value);

// French words that elide their e, and the beginnings of a name that cause it: a vowel, a mute h or a vocalic y.
const ELIDED = /(?<!\p{L})([Dd]|[Qq]u|[Jj]usqu|[Ll]orsqu|[Pp]uisqu)e \{(\w+)\}/gu;
const OPEN = /^(?:[aeiouœæ]|h(?=[eiouy])(?!ome\b)|y(?=[b-df-hj-np-tv-z]))/i;

/** @param {string} word */
const opens = (word) => OPEN.test(String(word).normalize("NFD").replace(/\p{M}/gu, ""));

/** @param {string} text @param {Record<string, any>} values */
const joined = (text, values) => text.replace(ELIDED, (whole, start, name) => (opens(values[name] ?? "") ? `${start}'{${name}}` : whole));

/** @param {string} text @param {Record<string, any>} values */
const fill = (text, values) => joined(text, values).replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

/**
 * A sentence in the reader's language, with its `{placeholders}` filled.
 * @param {string} text
 * @param {Record<string, any>} [values]
 */
export const t = (text, values = {}) => fill(String(catalog.words[text] ?? text), values);

/**
 * A sentence with elements for its placeholders, as a list of parts.
 * @param {string} sentence
 * @param {Record<string, Kid>} values
 */
export const around = (sentence, values) => sentence.split(/\{(\w+)\}/).map((piece, i) => (i % 2 ? values[piece] : piece));

/** A text with a final full stop. @param {string} text */
export const sentence = (text) => (/[.!?»]$/.test(text) ? text : `${text}.`);

const plural = new Intl.PluralRules(LANGUAGE);

/**
 * A sentence in singular or plural, by the reader's grammar.
 * @param {string} one
 * @param {string} many
 * @param {number} count
 * @param {Record<string, any>} [values]
 */
export function tn(one, many, count, values = {}) {
  const forms = catalog.words[one] ?? [one, many];
  return fill(forms[plural.select(count) === "one" ? 0 : 1], values);
}

/** The time of day in the reader's format, from seconds since 1970. @param {number} seconds */
export function hour(seconds) {
  const when = new Date(seconds * 1000);
  const minutes = String(when.getMinutes()).padStart(2, "0");
  return t("{hours} h {minutes}", { hours: when.getHours(), minutes });
}

/** Date and time in the reader's format, from seconds since 1970. @param {number} seconds */
export function day(seconds) {
  const when = new Date(seconds * 1000);
  return Number.isNaN(when.getTime()) ? "" : when.toLocaleDateString(LOCALES[LANGUAGE], { weekday: "long", day: "numeric", month: "long", hour: "2-digit", minute: "2-digit" });
}

/** Names joined in a sentence: "Anna, Bruno et Chloé". @param {string[]} names */
export const listed = (names) => (names.length < 2 ? names.join("") : t("{names} et {last}", { names: names.slice(0, -1).join(", "), last: names.at(-1) }));

export const BICOLOUR = /** @type {Record<string, string>} */ ({ red: t("rouge"), black: t("noir") });

export const LEVELS = [
  ["compteur", t("Compteur"), t("Ne refuse rien, prévient seulement.")],
  ["arbitre", t("Arbitre"), t("Refuse avec les mots de la règle ; « jouer quand même » reste à un doigt.")],
  ["croupier", t("Croupier"), t("Arbitre, annonce, et avance de lui-même.")],
];

const COLOUR_NAMES = /** @type {Record<string, string>} */ ({ rouge: t("rouge"), bleu: t("bleu"), jaune: t("jaune"), noir: t("noir"), blanc: t("blanc"), vert: t("vert"),
  orange: t("orange"), violet: t("violet"), rose: t("rose"), gris: t("gris"), turquoise: t("turquoise"), brun: t("brun") });

/** @param {string} colour */
export const colourName = (colour) => COLOUR_NAMES[colour] ?? colour;

/** @param {DrawnDie} die */
export function faceWords(die) {
  if (die.value === null || die.value === undefined) return t("non lu");
  return die.kind === "bicolour" ? BICOLOUR[die.value] ?? String(die.value) : String(die.value);
}

/** @param {string} words */
export const capital = (words) => words[0].toUpperCase() + words.slice(1);

/** The name of a field of the cloth. @param {TableView} view @param {string} field */
export const fieldName = (view, field) => view.cloth?.fields.find((one) => one.field === field)?.text ?? field;

/**
 * The name of an account.
 * @param {Named} view
 * @param {Account} account
 */
export function accountName(view, account) {
  const own = view.names?.[account];
  if (own) return capital(own);
  if (account === "bank") return t("Banque");
  if (account === "pot") return t("Pot");
  if (account === "scoreboard") return t("Le tableau des scores");
  return view.seats.find((seat) => seat.id === account)?.name ?? account;
}

/** The spoken name of a control that is not possible now. @param {string} words */
export const unavailable = (words) => `${words}, ${t("pas possible, toucher pour savoir pourquoi")}`;
