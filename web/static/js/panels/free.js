// The table has the last word: money between any two accounts, a pawn to any square, this square skipped,
// the turn to somebody, a square or a card of the box put right. Always previewed.

import { h } from "../dom.js";
import { button, chip } from "../pieces.js";
import { n } from "../words.js";
import { current } from "../live.js";
import { field, panel, select, text } from "../dialog.js";
import { confirmFact } from "../preview.js";
import { asWritten, form } from "../ask/cards.js";
import { picker } from "../ask/squares.js";
import { tell } from "../send.js";
import { whoPicker } from "./who.js";

const TABS = [["money", "Des jetons"], ["pawn", "Un pion"], ["turn", "Le tour"], ["square", "Une case"], ["card", "Une carte"]];

// Which card of the box, and what it says in truth.
function cardForm(state, refresh, go) {
  if (!state.decks) {
    state.decks = [];
    fetch("/box.json").then((reply) => reply.json()).then((box) => { state.decks = box.decks; refresh(); }, () => {});
  }
  const cards = state.decks.flatMap((deck) => deck.cards.map((one) => ({ deck, one })));
  if (!cards.length) return [h("p", { class: "note" }, "La boîte n'a encore aucune carte : elle les apprend quand on les tire.")];
  const q = () => ({ ...cards[state.card].deck, cards: [] });
  const pick = (i) => { state.card = Number(i); state.written = { fresh: asWritten(cards[state.card].one) }; };
  if (state.card === undefined) pick(0);
  const keep = (patch) => { state.written = { ...state.written, ...patch }; };
  return [
    field("La carte", select(cards.map(({ deck, one }, i) => [String(i), `${deck.title} : ${one.name}`]), String(state.card), (i) => { pick(i); refresh(); }, "which-card")),
    form({ q: q(), draft: state.written, now: () => state.written, keep, set: (patch) => { keep(patch); refresh(); }, tell: (words) => { state.missing = words; refresh(); } },
      (card) => go({ type: "CardCorrected", deck: q().deck, name: cards[state.card].one.name, card }), "Voir ce que cela change"),
    state.missing ? h("p", { class: "note", role: "alert" }, state.missing) : null,
  ];
}

export function openFree(state = { tab: "money", amount: 0, square: {} }) {
  panel("Décidé par la table", (refresh, close) => {
    const view = current();
    const there = view.seats.filter((seat) => !seat.left);
    const seats = there.map((seat) => [seat.id, seat.name]);
    const accounts = [["bank", "Banque"], ["pot", "Pot"], ...seats];
    state.from ??= "bank";
    state.to ??= seats[0]?.[0];
    state.seat ??= view.turn ?? seats[0]?.[0];
    state.index ??= 0;
    const go = (fact) => { close(); confirmFact({ ...fact, why: state.why || "décidé par la table" }, "Décidé par la table", { who: state.who }); };
    const seatField = (label) => field(label, select(seats, state.seat, (v) => { state.seat = v; refresh(); }, "seat"));
    const squares = (view.board?.squares ?? []).map((one) => [String(one.index), `${one.index + 1}. ${one.text ?? "inconnue"}`]);
    const forms = {
      money: () => [
        h("div", { class: "deux" }, field("De", select(accounts, state.from, (v) => { state.from = v; refresh(); }, "from")), field("À", select(accounts, state.to, (v) => { state.to = v; refresh(); }, "to"))),
        h("div", { class: "barre-mise", role: "group", "aria-label": "Montant" }, [25, 50, 100, 500, 1000, 2000].map((c) => h("button", { "data-key": `add-${c}`, "aria-label": `Ajouter ${c}`, onclick: () => { state.amount += c; refresh(); } }, chip(c)))),
        h("div", { class: "somme" }, h("output", { "aria-live": "polite" }, n(state.amount)), button("Effacer", () => { state.amount = 0; refresh(); }, { key: "zero", disabled: !state.amount })),
        button("Voir ce que cela change", () => go({ type: "MoneyMoved", from: state.from, to: state.to, amount: state.amount }), { kind: "bouton--plein", key: "go", disabled: !state.amount || state.from === state.to })],
      pawn: () => (squares.length ? [
        h("div", { class: "deux" }, seatField("Le pion de"), field("Va sur", select(squares, String(state.index), (v) => { state.index = Number(v); }, "index"))),
        button("Voir ce que cela change", () => go({ type: "PawnPlaced", seat: state.seat, index: state.index }), { kind: "bouton--plein", key: "go" })] : [h("p", { class: "note" }, "Cette partie n'a pas de plateau.")]),
      turn: () => [
        seatField("Le tour passe à"),
        h("div", { class: "boutons boutons--plein" },
          button("Passer cette case", () => go({ type: "SquareSkipped" }), { key: "skip" }),
          button("Donner le tour", () => go({ type: "TurnGiven", seat: state.seat }), { kind: "bouton--plein", key: "go" }))],
      square: () => (squares.length ? [
        field("La case", select(squares, String(state.index), (v) => { state.index = Number(v); }, "index")),
        picker({
          kinds: view.board.kinds, colours: view.board.colours, draft: state.square, now: () => state.square,
          set: (patch) => { Object.assign(state.square, patch); refresh(); }, keep: (patch) => Object.assign(state.square, patch),
          tell: (words) => tell({ kind: "", text: words, number: view.number }),
          done: (square) => go({ type: "SquareCorrected", index: state.index, square }),
        })] : [h("p", { class: "note" }, "Cette partie n'a pas de plateau.")]),
      card: () => cardForm(state, refresh, go),
    };
    return [
      h("div", { class: "onglets", role: "group", "aria-label": "Quoi" }, TABS.map(([id, words]) => button(words, () => { state.tab = id; refresh(); }, { key: `tab-${id}`, pressed: state.tab === id }))),
      forms[state.tab](),
      field("Pourquoi (si vous voulez)", text(state.why, (v) => { state.why = v; }, { "data-key": "why", maxlength: 120 })),
      whoPicker(view, state, refresh),
    ];
  }, { wide: true });
}
