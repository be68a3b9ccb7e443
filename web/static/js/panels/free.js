// Decisions of the table, always with a preview: move money or a pawn, skip a square, give the turn, correct a square
// or card.

import { h } from "../dom.js";
import { button, chip, handy } from "../pieces.js";
import { accountName, n, t } from "../words.js";
import { current, fetchJson } from "../live.js";
import { field, panel, seatChoices, select, text } from "../dialog.js";
import { confirmFact } from "../preview.js";
import { asWritten, form } from "../ask/cards.js";
import { picker } from "../ask/squares.js";
import { tell } from "../send.js";
import { whoPicker } from "./who.js";

/** @typedef {"money" | "pawn" | "turn" | "square" | "card"} Tab */

const TABS = /** @type {[Tab, string][]} */ ([["money", ""], ["pawn", t("Un pion")], ["turn", t("Le tour")], ["square", t("Une case")], ["card", t("Une carte")]]);

/**
 * The decision in progress: the fields of all tabs.
 * @typedef {object} Deciding
 * @property {Tab} tab
 * @property {number} amount
 * @property {Account} from
 * @property {Account} to
 * @property {SeatId} seat
 * @property {number} index
 * @property {number} other
 * @property {SquareDraft} square
 * @property {BoxDeck[] | null} decks fetched when the tab is opened
 * @property {number} card
 * @property {Draft} written
 * @property {string} missing
 * @property {string} why
 * @property {string | null} who
 */

/**
 * The card of the box and its corrected content.
 * @param {Deciding} state
 * @param {() => void} refresh
 * @param {(fact: Fact) => void} go
 */
function cardForm(state, refresh, go) {
  if (!state.decks) {
    state.decks = [];
    fetchJson("/box.json").then((box) => { state.decks = box.decks; refresh(); }, () => {});
  }
  const cards = state.decks.flatMap((deck) => deck.cards.map((one) => ({ deck, one })));
  const { deck, one } = cards[state.card] ?? {};
  if (!deck) return [h("p", { class: "note" }, t("La boîte n'a encore aucune carte : elle les apprend quand on les tire."))];
  state.written.fresh ??= asWritten(one);
  /** @param {Draft} patch */
  const keep = (patch) => { Object.assign(state.written, patch); };
  return [
    field(t("La carte"), select(cards.map((row, i) => [String(i), `${row.deck.title} : ${row.one.name}`]), String(state.card), (i) => { state.card = Number(i); state.written = {}; refresh(); }, "which-card")),
    form({ q: { ...deck, cards: [] }, draft: state.written, now: () => state.written, keep, set: (patch) => { keep(patch); refresh(); }, tell: (words) => { state.missing = words; refresh(); } },
      (card) => go({ type: "CardCorrected", deck: deck.deck, name: one.name, card }), t("Voir ce que cela change")),
    state.missing ? h("p", { class: "note", role: "alert" }, state.missing) : null,
  ];
}

export function openFree() {
  const seated = current().seats.filter((seat) => !seat.left);
  const first = seated[0]?.id ?? "";
  /** @type {Deciding} */
  const state = { tab: "money", amount: 0, from: current().source, to: first, seat: current().turn ?? first, index: 0, other: 0, square: {}, decks: null, card: 0, written: {}, missing: "", why: "", who: null };
  panel(t("La table décide"), (refresh, close) => {
    const view = current();
    const { board } = view;
    const seats = seatChoices(view.seats.filter((seat) => !seat.left));
    const scored = view.source === "scoreboard";
    const accounts = /** @type {[string, string][]} */ ([...(scored ? ["scoreboard"] : ["bank", "pot"]).map((one) => [one, accountName(view, one)]), ...seats]);
    const most = scored ? Infinity : Math.max(...Object.values(view.accounts));
    /** @param {Fact} fact */
    const go = (fact) => { close(); confirmFact({ ...fact, why: state.why || t("décidé par la table") }, t("La table décide"), { who: state.who }); };
    /** @param {string} label */
    const seatField = (label) => field(label, select(seats, state.seat, (v) => { state.seat = v; refresh(); }, "seat"));
    const squares = (board?.squares ?? []).map((one) => /** @type {[string, string]} */ ([String(one.index), `${one.index + 1}. ${one.text}`]));
    const boardless = h("p", { class: "note" }, t("Cette partie n'a pas de plateau."));
    const forms = {
      money: () => [
        h("div", { class: "deux" }, field(t("De"), select(accounts, state.from, (v) => { state.from = v; refresh(); }, "from")), field(t("À"), select(accounts, state.to, (v) => { state.to = v; refresh(); }, "to"))),
        h("div", { class: "barre-mise", role: "group", "aria-label": t("Montant") }, handy(view, { number: 6, high: most }).map((c) => h("button", { "data-key": `add-${c}`, "aria-label": t("Ajouter {amount}", { amount: n(c) }), onclick: () => { state.amount += c; refresh(); } }, chip(c)))),
        h("div", { class: "somme" }, h("output", { "aria-live": "polite" }, n(state.amount)), button(t("Effacer"), () => { state.amount = 0; refresh(); }, { key: "zero", why: !state.amount && t("Le montant est encore 0.") })),
        button(t("Voir ce que cela change"), () => go({ type: "MoneyMoved", giver: state.from, taker: state.to, amount: state.amount }), { kind: "bouton--plein", key: "go", why: (!state.amount && t("Le montant est encore 0.")) || (state.from === state.to && t("Qui donne et qui reçoit sont les mêmes.")) })],
      pawn: () => (squares.length ? [
        h("div", { class: "deux" }, seatField(t("Le pion de")), field(t("Va sur"), select(squares, String(state.index), (v) => { state.index = Number(v); }, "index"))),
        button(t("Voir ce que cela change"), () => go({ type: "PawnPlaced", seat: state.seat, index: state.index }), { kind: "bouton--plein", key: "go" })] : boardless),
      turn: () => [
        seatField(t("Le tour passe à")),
        h("div", { class: "boutons boutons--plein" },
          button(view.board ? t("Passer cette case") : t("Passer cette manche"), () => go({ type: "SquareSkipped" }), { key: "skip" }),
          button(t("Donner le tour"), () => go({ type: "TurnGiven", seat: state.seat }), { kind: "bouton--plein", key: "go" }))],
      square: () => (board ? [
        field(t("La case"), select(squares, String(state.index), (v) => { state.index = Number(v); }, "index")),
        picker({
          kinds: board.kinds, colours: board.colours, draft: state.square, now: () => state.square,
          set: (patch) => { Object.assign(state.square, patch); refresh(); }, keep: (patch) => Object.assign(state.square, patch),
          tell: (words) => tell({ kind: "", text: words, number: view.number }),
          done: (square) => go({ type: "SquareCorrected", index: state.index, square }),
        }),
        !board.swaps ? null : [
          h("p", { class: "note" }, t("Chaque genre de case a son nombre de cases : deux cases prises l'une pour l'autre s'échangent ensemble.")),
          field(t("La case avec laquelle elle s'échange"), select(squares, String(state.other), (v) => { state.other = Number(v); }, "other")),
          button(t("Échanger les deux"), () => go({ type: "SquareCorrected", index: state.index, square: { kind: board.squares[state.other].kind }, other: state.other }), { key: "swap" })]] : boardless),
      card: () => cardForm(state, refresh, go),
    };
    return [
      h("div", { class: "onglets", role: "group", "aria-label": t("Quoi") }, TABS.map(([id, words]) => button(words || t("Des {chips}", { chips: view.called[1] }), () => { state.tab = id; refresh(); }, { key: `tab-${id}`, pressed: state.tab === id }))),
      forms[state.tab](),
      field(t("Pourquoi (si vous voulez)"), text(state.why, (v) => { state.why = v; }, { "data-key": "why", maxlength: 120 })),
      whoPicker(view, state, refresh),
    ];
  }, { wide: true });
}
