// What else could have been answered then: the table is asked how it stood before a fact, and which question it answered.

import { h } from "./dom.js";
import { button } from "./pieces.js";
import { spoken } from "./cards.js";
import { picker } from "./ask/squares.js";
import { accountName, colourName, FIELDS, n, t } from "./words.js";

const MOST = 60; // numbers that are offered one by one

function fieldWords(view, field) {
  const line = view.cloth?.lines?.find((one) => one.fields.some((cell) => cell.field === field));
  return line ? t("{line} : {draw}", { line: line.text, draw: line.fields.find((cell) => cell.field === field).text }) : FIELDS[field] ?? field;
}

function numbers(q, view) {
  const words = (value) => (q.squares ? t("case {index}, {square}", { index: value + 1, square: view.board?.squares[value]?.text ?? t("inconnue") }) : n(value));
  return Array.from({ length: q.high - q.low < MOST ? q.high - q.low + 1 : 0 }, (_, i) => [{ number: q.low + i }, words(q.low + i)]);
}

const known = (card) => (card.name ? card : { ...card, name: card.text });

// The kind of question that a type of fact answers, and the answers to it: what each changes in the fact, and its words.
const ANSWERS = {
  BetPlaced: ["bet", (q, view) => q.fields.map((field) => [{ field }, fieldWords(view, field)])],
  OptionChosen: ["option", (q) => q.options.map((one) => [{ option: one.option }, one.text])],
  OpponentChosen: ["opponent", (q, view) => q.among.map((one) => [{ opponent: one.seat }, accountName(view, one.seat)])],
  NumberGiven: ["number", numbers],
  CasinoChosen: ["casino", (q) => q.colours.map((colour) => [{ colour }, colourName(colour)])],
  CardDrawn: [["card", "draw"], (q, view) => q.cards?.map((card) => [{ card: known(card) }, card.text || card.name]) ?? q.names.map((name) => [{ card: { name } }, spoken(view, name)])],
  SquareNamed: ["square", () => []],
  Landed: ["square", () => []],
};

// Fetches the question of a fact in the report; null where there is nothing to choose from.
export async function asked({ number, type, fact }) {
  if (!(type in ANSWERS) || fact.card?.hidden) return null;
  const [kinds, offered] = ANSWERS[type];
  try {
    const { view } = await (await fetch(`/at/${number - 1}.json`)).json();
    const own = view.questions.filter((q) => kinds.includes(q.kind) && q.topic === fact.on && q.seats.includes(fact.seat));
    return own.length ? { view, q: own[0], offered: own.flatMap((q) => offered(q, view)) } : null;
  } catch {
    return null; // it can still be left out, and the page says that the link is cut
  }
}

const same = (one, other) => JSON.stringify(one.card ? one.card.name : one) === JSON.stringify(other.card ? other.card.name : other);

const chosen = (fact, patch) => same(Object.fromEntries(Object.keys(patch).map((key) => [key, fact[key]])), patch);

// The answers as buttons, and whose answer it was where several might have given it. put(patch) takes the one that is touched.
export function answersEditor({ q, view, offered }, fact, state, put, redraw) {
  const row = (label, key, list) => h("div", { class: "boutons reponses", role: "group", "aria-label": label },
    list.map(([patch, words], i) => button(words, () => put(patch), { key: `${key}-${i}`, pressed: chosen(fact, patch) })));
  state.square ??= {};
  return [
    q.seats.length > 1 && q.kind === "bet" ? row(t("Qui était-ce ?"), "by", q.seats.map((seat) => [{ seat }, accountName(view, seat)])) : null,
    offered.length ? row(t("C'était :"), "answer", offered) : null,
    q.kind !== "square" ? null : picker({ kinds: q.kinds, colours: q.colours, draft: state.square, now: () => state.square, words: t("C'est cette case"),
      set: (patch) => { Object.assign(state.square, patch); redraw(); }, keep: (patch) => Object.assign(state.square, patch),
      tell: (words) => { state.missing = words; redraw(); }, done: (square) => { state.missing = ""; put({ square }); } }),
    state.missing ? h("p", { class: "note", role: "alert" }, state.missing) : null,
  ];
}
