// The words and numbers of the page: French in the source, which is also the key of every other language.

import catalog from "/catalog.js";

export const LANGUAGE = catalog.language;

const THOUSANDS = { fr: "\u202f", en: "," };

const LOCALES = { fr: "fr-FR", en: "en-GB" };

export const n = (value) =>
  (value < 0 ? "\u2212" : "") + String(Math.abs(value)).replace(/\B(?=(\d{3})+$)/g, THOUSANDS[LANGUAGE]);

export const signed = (value) => (value > 0 ? "+" : "") + n(value);

// French words that lose their e before a vowel, a mute h or a y that is a vowel; and how such a name begins.
const ELIDED = /(?<!\p{L})([Dd]|[Qq]u|[Jj]usqu|[Ll]orsqu|[Pp]uisqu)e \{(\w+)\}/gu;
const OPEN = /^(?:[aeiouœæ]|h(?=[eiouy])(?!ome\b)|y(?=[b-df-hj-np-tv-z]))/i;

const opens = (word) => OPEN.test(String(word).normalize("NFD").replace(/\p{M}/gu, ""));

const joined = (text, holes) => text.replace(ELIDED, (whole, start, name) => (opens(holes[name] ?? "") ? `${start}'{${name}}` : whole));

const fill = (text, holes) => joined(text, holes).replace(/\{(\w+)\}/g, (hole, name) => holes[name] ?? hole);

// A sentence of the page in the reader's language, its `{holes}` filled.
export const t = (text, holes = {}) => fill(catalog.words[text] ?? text, holes);

// A sentence whose holes hold elements: its pieces, for whoever builds the page.
export const around = (sentence, holes) => sentence.split(/\{(\w+)\}/).map((piece, i) => (i % 2 ? holes[piece] : piece));

// A text that ends as a sentence does.
export const sentence = (text) => (/[.!?»]$/.test(text) ? text : `${text}.`);

const plural = new Intl.PluralRules(LANGUAGE);

// A sentence that counts: of one thing or of several, as the reader's grammar has it.
export function tn(one, many, count, holes = {}) {
  const forms = catalog.words[one] ?? [one, many];
  return fill(forms[plural.select(count) === "one" ? 0 : 1], holes);
}

// The time of day as the reader writes it, of seconds since 1970.
export function hour(seconds) {
  const when = new Date(seconds * 1000);
  const minutes = String(when.getMinutes()).padStart(2, "0");
  return t("{hours} h {minutes}", { hours: when.getHours(), minutes });
}

// The day and the time as the reader writes them, of seconds since 1970.
export function day(seconds) {
  const when = new Date(seconds * 1000);
  return Number.isNaN(when.getTime()) ? "" : when.toLocaleDateString(LOCALES[LANGUAGE], { weekday: "long", day: "numeric", month: "long", hour: "2-digit", minute: "2-digit" });
}

// Names in a sentence: "Anna, Bruno et Chloé".
export const listed = (names) => (names.length < 2 ? names.join("") : t("{names} et {last}", { names: names.slice(0, -1).join(", "), last: names.at(-1) }));

export const FIELDS = { pair: t("Pair"), impair: t("Impair"), rouge: t("Rouge"), noir: t("Noir") };

export const BICOLOUR = { red: t("rouge"), black: t("noir") };

export const LEVELS = [
  ["compteur", t("Compteur"), t("Ne refuse rien, prévient seulement.")],
  ["arbitre", t("Arbitre"), t("Refuse avec les mots de la règle ; « jouer quand même » reste à un doigt.")],
  ["croupier", t("Croupier"), t("Arbitre, annonce, et avance de lui-même.")],
];

export const COLOURS = ["rouge", "bleu", "jaune", "noir", "blanc", "vert"];

const COLOUR_NAMES = { rouge: t("rouge"), bleu: t("bleu"), jaune: t("jaune"), noir: t("noir"), blanc: t("blanc"), vert: t("vert") };

export const colourName = (colour) => COLOUR_NAMES[colour] ?? colour;

export function faceWords(die) {
  if (die.value === null || die.value === undefined) return t("non lu");
  return die.kind === "bicolour" ? BICOLOUR[die.value] ?? String(die.value) : String(die.value);
}

export const capital = (words) => words[0].toUpperCase() + words.slice(1);

// Who or what an account is called.
export function accountName(view, account) {
  const own = view.names?.[account];
  if (own) return capital(own);
  if (account === "bank") return t("Banque");
  if (account === "pot") return t("Pot");
  return view.seats.find((seat) => seat.id === account)?.name ?? account;
}
