// Editors with one touch: the seat, or another answer that the question allowed.

import { h } from "../dom.js";
import { button } from "../pieces.js";
import { picker } from "../ask/squares.js";
import { typedNumber } from "../numbers.js";
import { accountName, capital, colourName, fieldName, n, t } from "../words.js";

const MOST = 60; // numbers with one button each

/** @param {unknown} one @param {unknown} other */
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/**
 * A row of buttons, one for each [patch of the fact, label].
 * @param {Correcting} c
 * @param {string} label
 * @param {string} key
 * @param {[Record<string, any>, string][]} list
 * @param {(patch: Record<string, any>) => boolean} [chosen]
 */
export function row(c, label, key, list, chosen = (patch) => Object.keys(patch).every((one) => same(patch[one], c.fact[one]))) {
  return list.length ? h("section", { class: "empile empile--serre" }, h("p", { class: "petit-titre", "aria-hidden": "true" }, label),
    h("div", { class: "boutons reponses", role: "group", "aria-label": label }, list.map(([patch, words], i) => button(words, () => c.put(patch), { key: `${key}-${i}`, pressed: chosen(patch) })))) : null;
}

/** @param {Correcting} c @param {[Record<string, any>, string][]} list */
const answers = (c, list) => row(c, t("C'était :"), "answer", list);

/**
 * A typed number, accepted if it is allowed.
 * @param {Correcting} c
 * @param {string} label
 * @param {string} key
 * @param {number} value
 * @param {(value: any) => boolean} fits
 * @param {(value: any) => unknown} put
 */
export function typed(c, label, key, value, fits, put) {
  /** @param {{ target: HTMLInputElement }} options */
  const take = ({ target }) => {
    const told = typedNumber({}, target);
    c.draft.missing = fits(told) ? "" : t("Il faut un nombre qui convienne, en chiffres.");
    if (fits(told)) put(told); else c.redraw();
  };
  return h("input", { class: "saisie", inputmode: "numeric", maxlength: 6, value: value ?? "", "aria-label": label, "data-key": `typed-${key}`, onchange: take });
}

const ANYBODY = ["DiceThrown", "Landed", "PawnPlaced", "TurnGiven", "BankerNamed", "SeatTaken", "SeatLeft"]; // facts whose correction offers every seat

/** @param {Correcting} c */
export function who(c) {
  const there = ANYBODY.includes(c.fact.type) ? c.then.view.seats.filter((seat) => !seat.left).map((seat) => seat.id)
    : [...new Set(c.then.questions.flatMap((q) => q.seats))];
  return there.length > 1 ? row(c, t("Qui était-ce ?"), "by", there.map((seat) => [{ seat }, accountName(c.then.view, seat)])) : null;
}

/** @param {Correcting} c */
export function field(c) {
  if (c.q?.kind !== "bet") return null;
  const names = c.fact.type === "BetPlaced" ? c.q.fields : c.q.bets.filter((bet) => bet.seat === c.fact.seat).map((bet) => bet.field);
  return answers(c, names.map((one) => [{ field: one }, capital(fieldName(c.then.view, one))]));
}

/** @param {Correcting} c */
export const option = (c) => (c.q?.kind === "option" ? answers(c, c.q.options.map((one) => [{ option: one.option }, one.text])) : null);

/** @param {Correcting} c */
export const opponent = (c) => (c.q?.kind === "opponent" ? answers(c, c.q.among.map((one) => [{ opponent: one.seat }, accountName(c.then.view, one.seat)])) : null);

/** @param {Correcting} c */
export const casino = (c) => (c.q?.kind === "casino" ? answers(c, c.q.colours.map((colour) => [{ colour }, colourName(colour)])) : null);

/** The squares of the ring as choices, numbered from one. @param {Correcting} c @param {string} key */
export const squares = (c, key) => (c.then.view.board?.squares ?? []).map((one, i) => /** @type {AnswerChoice} */ ([{ [key]: i }, t("case {index}, {square}", { index: i + 1, square: one.text })]));

/** @param {Correcting} c */
export function number(c) {
  const { q } = c;
  if (q?.kind !== "number") return null;
  /** @param {number} value */
  const free = (value) => value >= q.low && value <= q.high && !q.taken.includes(value);
  const all = q.squares ? squares(c, "number").filter(([{ number: value }]) => free(value))
    : Array.from({ length: Math.min(MOST, q.high - q.low) + 1 }, (_, i) => q.low + i).filter(free).map((value) => /** @type {AnswerChoice} */ ([{ number: value }, n(value)]));
  if (all.length <= MOST && (q.squares || q.high - q.low < MOST)) return answers(c, all);
  const shift = q.squares ? 1 : 0; // people count squares from one
  return h("label", { class: "champ-texte" }, h("span", null, t("C'était, de {low} à {high} :", { low: n(q.low + shift), high: n(q.high + shift) })),
    typed(c, t("Le nombre"), "number", c.fact.number + shift, (value) => free(value - shift), (value) => c.put({ number: value - shift })));
}

/** @param {Correcting} c */
export function square(c) {
  const asked = c.fact.type === "SquareCorrected" ? c.then.view.board : c.q?.kind === "square" ? c.q : null;
  if (!asked) return null;
  const draft = c.draft.square ??= {};
  return [
    picker({ kinds: asked.kinds, colours: asked.colours, draft, now: () => draft, lesser: c.changed,
      set: (patch) => { Object.assign(draft, patch); c.redraw(); }, keep: (patch) => Object.assign(draft, patch), tell: c.tell, done: (named) => c.put({ square: named }) }),
    c.fact.type === "SquareCorrected" ? row(c, t("La case"), "index", squares(c, "index"))
      : c.q?.kind === "square" && c.q.passed ? h("label", { class: "radio" }, h("input", { type: "checkbox", "data-key": "passed", checked: Boolean(c.fact.passed), onchange: ({ target }) => c.put({ passed: target.checked }) }), c.q.passed) : null,
  ];
}
