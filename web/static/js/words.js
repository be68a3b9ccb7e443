// The words and numbers of the page: French in the source, which is also the key of every other language.

const THIN = "\u202f";

export const n = (value) =>
  (value < 0 ? "\u2212" : "") + String(Math.abs(value)).replace(/\B(?=(\d{3})+$)/g, THIN);

export const signed = (value) => (value > 0 ? "+" : "") + n(value);

// A sentence of the page in the reader's language, its `{holes}` filled.
export const t = (text, holes = {}) => text.replace(/\{(\w+)\}/g, (hole, name) => holes[name] ?? hole);

export const FIELDS = { pair: "Pair", impair: "Impair", rouge: "Rouge", noir: "Noir" };

export const BICOLOUR = { red: "rouge", black: "noir" };

export const LEVELS = [
  ["compteur", "Compteur", "Ne refuse rien, prévient seulement."],
  ["arbitre", "Arbitre", "Refuse avec les mots de la règle ; «\u00a0jouer quand même\u00a0» reste à un doigt."],
  ["croupier", "Croupier", "Arbitre, annonce, et avance de lui-même."],
];

export const COLOURS = ["rouge", "bleu", "jaune", "noir", "blanc", "vert"];

export function faceWords(die) {
  if (die.value === null || die.value === undefined) return "non lu";
  return die.kind === "bicolour" ? BICOLOUR[die.value] ?? String(die.value) : String(die.value);
}

// Who or what an account is called.
export function accountName(view, account) {
  if (account === "bank") return "Banque";
  if (account === "pot") return "Pot";
  return view.seats.find((seat) => seat.id === account)?.name ?? account;
}
