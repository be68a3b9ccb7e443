// The decks: the effect of each card, its number of copies, and whether it is unsure.

import { h } from "../dom.js";
import { button } from "../pieces.js";
import { panel } from "../dialog.js";
import { about, asWritten, form as cardForm } from "../ask/cards.js";
import { n, t, tn } from "../words.js";
import { box, change, form } from "./model.js";

/** @param {BoxCard} options */
const sure = ({ unsure, ...card }) => card;

/** @param {string} deck */
const rowsOf = (deck) => box().decks[deck];
/** @param {string} deck @param {CardRow[]} rows */
const put = (deck, rows) => change({ decks: { ...box().decks, [deck]: rows } });

/** @param {Deck} deck @param {CardRow | null} [row] */
function write(deck, row = null) {
  const state = /** @type {Draft} */ ({ fresh: row ? asWritten(row.card) : {} });
  let missing = "";
  panel(row ? t("Corriger cette carte") : t("Une carte {deck}", { deck: deck.title }), (refresh, close) => {
    /** @type {CardFormContext} */
    const ctx = {
      q: { ...deck, cards: [] },
      draft: state, now: () => state, keep: (patch) => Object.assign(state, patch),
      set: (patch) => { Object.assign(state, patch); refresh(); },
      tell: (words) => { missing = words; refresh(); },
    };
    /** @param {BoxCard} card */
    const done = (card) => {
      const sums = [card.buy, card.sell, card.effect?.amount].filter((sum) => sum !== undefined);
      if (sums.some((sum) => sum <= 0 || sum % form().step)) return ctx.tell(t("Une somme est un multiple de {step}, au-dessus de 0.", { step: form().step }));
      const rows = rowsOf(deck.deck);
      const same = rows.find((one) => one !== row && one.card.name === card.name);
      if (same) return ctx.tell(t("Il y a déjà une carte « {name} » : augmentez son nombre.", { name: card.name }));
      put(deck.deck, row ? rows.map((one) => (one === row ? { ...one, card } : one)) : [...rows, { card, count: 1 }]);
      return close();
    };
    return [missing ? h("p", { class: "perte", role: "alert" }, missing) : null, cardForm(ctx, done, row ? t("Corriger") : t("Ajouter cette carte"))];
  }, { wide: true });
}

/** @param {Deck} deck @param {CardRow} row @param {number} i */
function line(deck, row, i) {
  const { card, count } = row;
  const words = card.name ?? card.text;
  /** @param {Partial<CardRow>} patch */
  const change1 = (patch) => put(deck.deck, rowsOf(deck.deck).map((one) => (one === row ? { ...one, ...patch } : one)).filter((one) => one.count > 0));
  return h("li", { class: "carte-ligne" },
    h("button", { class: "carte-nom", "data-key": `card-${deck.deck}-${i}`, "aria-label": t("Corriger la carte {name}", { name: words }), onclick: () => write(deck, row) },
      h("b", null, words), about(card, deck) ? h("small", null, about(card, deck)) : null,
      card.unsure ? h("span", { class: "etiquette etiquette--alerte" }, t("à vérifier")) : null),
    h("span", { class: "nombre" },
      card.unsure ? button(t("C'est juste"), () => change1({ card: sure(card) }), { key: `sure-${deck.deck}-${i}`, label: t("{name} : c'est juste", { name: words }) }) : null,
      button("−", () => change1({ count: count - 1 }), { key: `less-${deck.deck}-${i}`, kind: "pas", label: t("{name} : une de moins", { name: words }) }),
      h("output", { "aria-label": t("{count} de cette carte", { count }) }, `×\u202f${n(count)}`),
      button("+", () => change1({ count: count + 1 }), { key: `more-${deck.deck}-${i}`, kind: "pas", label: t("{name} : une de plus", { name: words }) })));
}

/** @param {Deck} deck */
function pack(deck) {
  const rows = rowsOf(deck.deck);
  const total = rows.reduce((sum, row) => sum + row.count, 0);
  return h("section", { class: "carte empile" }, h("h2", null, tn("{deck} : {count} carte", "{deck} : {count} cartes", total, { deck: deck.title, count: n(total) })),
    rows.length ? h("ul", { class: "cartes" }, rows.map((row, i) => line(deck, row, i)))
      : h("p", { class: "note" }, t("Aucune encore. Sans elles tout se joue : Servi demande ce que dit la carte tirée, et s'en souvient.")),
    h("div", { class: "boutons" }, button(t("Ajouter une carte {deck}", { deck: deck.title }), () => write(deck), { key: `add-${deck.deck}` })));
}

export const cardEditor = () => h("div", { class: "deux" }, form().decks.map(pack));
