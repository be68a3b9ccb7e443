// The table has the last word: money between any two accounts, a pawn to any square, this square skipped,
// the turn to somebody, a square or a card of the box put right. Always previewed.

import { h } from "../dom.js";
import { button, chip } from "../pieces.js";
import { accountName, n, t } from "../words.js";
import { current } from "../live.js";
import { field, panel, select, text } from "../dialog.js";
import { confirmFact } from "../preview.js";
import { asWritten, form } from "../ask/cards.js";
import { picker } from "../ask/squares.js";
import { tell } from "../send.js";
import { whoPicker } from "./who.js";

const TABS = [["money", ""], ["pawn", t("Un pion")], ["turn", t("Le tour")], ["square", t("Une case")], ["card", t("Une carte")]];

// Which card of the box, and what it says in truth.
function cardForm(state, refresh, go) {
  if (!state.decks) {
    state.decks = [];
    fetch("/box.json").then((reply) => reply.json()).then((box) => { state.decks = box.decks; refresh(); }, () => {});
  }
  const cards = state.decks.flatMap((deck) => deck.cards.map((one) => ({ deck, one })));
  if (!cards.length) return [h("p", { class: "note" }, t("La boîte n'a encore aucune carte : elle les apprend quand on les tire."))];
  const q = () => ({ ...cards[state.card].deck, cards: [] });
  const pick = (i) => { state.card = Number(i); state.written = { fresh: asWritten(cards[state.card].one) }; };
  if (state.card === undefined) pick(0);
  const keep = (patch) => { state.written = { ...state.written, ...patch }; };
  return [
    field(t("La carte"), select(cards.map(({ deck, one }, i) => [String(i), `${deck.title} : ${one.name}`]), String(state.card), (i) => { pick(i); refresh(); }, "which-card")),
    form({ q: q(), draft: state.written, now: () => state.written, keep, set: (patch) => { keep(patch); refresh(); }, tell: (words) => { state.missing = words; refresh(); } },
      (card) => go({ type: "CardCorrected", deck: q().deck, name: cards[state.card].one.name, card }), t("Voir ce que cela change")),
    state.missing ? h("p", { class: "note", role: "alert" }, state.missing) : null,
  ];
}

export function openFree(state = { tab: "money", amount: 0, square: {} }) {
  panel(t("Décidé par la table"), (refresh, close) => {
    const view = current();
    const there = view.seats.filter((seat) => !seat.left);
    const seats = there.map((seat) => [seat.id, seat.name]);
    const accounts = [["bank", accountName(view, "bank")], ["pot", accountName(view, "pot")], ...seats];
    state.from ??= "bank";
    state.to ??= seats[0]?.[0];
    state.seat ??= view.turn ?? seats[0]?.[0];
    state.index ??= 0;
    const go = (fact) => { close(); confirmFact({ ...fact, why: state.why || t("décidé par la table") }, t("Décidé par la table"), { who: state.who }); };
    const seatField = (label) => field(label, select(seats, state.seat, (v) => { state.seat = v; refresh(); }, "seat"));
    const squares = (view.board?.squares ?? []).map((one) => [String(one.index), `${one.index + 1}. ${one.text ?? t("inconnue")}`]);
    const forms = {
      money: () => [
        h("div", { class: "deux" }, field(t("De"), select(accounts, state.from, (v) => { state.from = v; refresh(); }, "from")), field(t("À"), select(accounts, state.to, (v) => { state.to = v; refresh(); }, "to"))),
        h("div", { class: "barre-mise", role: "group", "aria-label": t("Montant") }, [25, 50, 100, 500, 1000, 2000].filter((c) => c % (view.unit ?? 1) === 0).map((c) => h("button", { "data-key": `add-${c}`, "aria-label": t("Ajouter {amount}", { amount: n(c) }), onclick: () => { state.amount += c; refresh(); } }, chip(c)))),
        h("div", { class: "somme" }, h("output", { "aria-live": "polite" }, n(state.amount)), button(t("Effacer"), () => { state.amount = 0; refresh(); }, { key: "zero", disabled: !state.amount })),
        button(t("Voir ce que cela change"), () => go({ type: "MoneyMoved", from: state.from, to: state.to, amount: state.amount }), { kind: "bouton--plein", key: "go", disabled: !state.amount || state.from === state.to })],
      pawn: () => (squares.length ? [
        h("div", { class: "deux" }, seatField(t("Le pion de")), field(t("Va sur"), select(squares, String(state.index), (v) => { state.index = Number(v); }, "index"))),
        button(t("Voir ce que cela change"), () => go({ type: "PawnPlaced", seat: state.seat, index: state.index }), { kind: "bouton--plein", key: "go" })] : [h("p", { class: "note" }, t("Cette partie n'a pas de plateau."))]),
      turn: () => [
        seatField(t("Le tour passe à")),
        h("div", { class: "boutons boutons--plein" },
          button(t("Passer cette case"), () => go({ type: "SquareSkipped" }), { key: "skip" }),
          button(t("Donner le tour"), () => go({ type: "TurnGiven", seat: state.seat }), { kind: "bouton--plein", key: "go" }))],
      square: () => (squares.length ? [
        field(t("La case"), select(squares, String(state.index), (v) => { state.index = Number(v); }, "index")),
        picker({
          kinds: view.board.kinds, colours: view.board.colours, draft: state.square, now: () => state.square,
          set: (patch) => { Object.assign(state.square, patch); refresh(); }, keep: (patch) => Object.assign(state.square, patch),
          tell: (words) => tell({ kind: "", text: words, number: view.number }),
          done: (square) => go({ type: "SquareCorrected", index: state.index, square }),
        }),
        !view.board.swaps ? null : [
          h("p", { class: "note" }, t("Chaque genre de case a son nombre de cases : deux cases prises l'une pour l'autre s'échangent ensemble.")),
          field(t("La case avec laquelle elle s'échange"), select(squares, String(state.other ??= 0), (v) => { state.other = Number(v); }, "other")),
          button(t("Échanger les deux"), () => go({ type: "SquareCorrected", index: state.index, square: { kind: view.board.squares[state.other].kind }, other: state.other }), { key: "swap" })]] : [h("p", { class: "note" }, t("Cette partie n'a pas de plateau."))]),
      card: () => cardForm(state, refresh, go),
    };
    return [
      h("div", { class: "onglets", role: "group", "aria-label": t("Quoi") }, TABS.map(([id, words]) => button(words || t("Des {chips}", { chips: current().called[1] }), () => { state.tab = id; refresh(); }, { key: `tab-${id}`, pressed: state.tab === id }))),
      forms[state.tab](),
      field(t("Pourquoi (si vous voulez)"), text(state.why, (v) => { state.why = v; }, { "data-key": "why", maxlength: 120 })),
      whoPicker(view, state, refresh),
    ];
  }, { wide: true });
}
