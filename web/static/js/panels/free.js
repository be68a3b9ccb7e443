// The table has the last word: money between any two accounts, a pawn to any square, this square skipped,
// the turn to somebody, a square put right. Always previewed.

import { h } from "../dom.js";
import { button, chip } from "../pieces.js";
import { SQUARES, n } from "../words.js";
import { current } from "../live.js";
import { field, panel, select, text } from "../dialog.js";
import { confirmFact } from "../preview.js";
import { picker } from "../ask/squares.js";
import { tell } from "../send.js";
import { whoPicker } from "./who.js";

const TABS = [["money", "Des jetons"], ["pawn", "Un pion"], ["turn", "Le tour"], ["square", "Une case"]];

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
          kinds: Object.entries(SQUARES).map(([kind, words]) => ({ kind, text: words })), draft: state.square, now: () => state.square,
          set: (patch) => { Object.assign(state.square, patch); refresh(); }, keep: (patch) => Object.assign(state.square, patch),
          tell: (words) => tell({ kind: "", text: words, number: view.number }),
          done: (square) => go({ type: "SquareCorrected", index: state.index, square }),
        })] : [h("p", { class: "note" }, "Cette partie n'a pas de plateau.")]),
    };
    return [
      h("div", { class: "onglets", role: "group", "aria-label": "Quoi" }, TABS.map(([id, words]) => button(words, () => { state.tab = id; refresh(); }, { key: `tab-${id}`, pressed: state.tab === id }))),
      forms[state.tab](),
      field("Pourquoi (si vous voulez)", text(state.why, (v) => { state.why = v; }, { "data-key": "why", maxlength: 120 })),
      whoPicker(view, state, refresh),
    ];
  }, { wide: true });
}
