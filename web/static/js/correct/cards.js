// Editors of a fact's cards, shown, sold or held: touch the wrong card, then the right one. Also of a drawn or played card.

import { h } from "../dom.js";
import { button, unless } from "../pieces.js";
import { cardOf, form } from "../ask/cards.js";
import { playCard } from "../ask/play.js";
import { back, faceOf, pad, row as laid, spoken, touch } from "../cards.js";
import { t } from "../words.js";
import { row } from "./rows.js";

/**
 * The names of the cards in a fact, for the report and its editor.
 * @param {Partial<Fact>} fact
 */
export function cardsOf({ type = "", cards, card }) {
  if (["CardsShown", "CardsSold", "CardsHeld"].includes(type)) return /** @type {string[]} */ (cards ?? []);
  return type === "CardPlayed" && card ? [card] : [];
}

/**
 * A card as a button: drawn, a back without a name, or its name if the game has no drawings.
 * @param {TableView} view
 * @param {string} name
 * @param {() => unknown} act
 * @param {ButtonLook} more
 */
export function toldCard(view, name, act, more) {
  const label = name ? t("{card} : une autre", { card: spoken(view, name) }) : t("carte cachée : la dire");
  if (!name) return h("button", { class: "touche-carte", "data-key": more.key, onclick: act, "aria-label": label, "aria-pressed": more.pressed === undefined ? null : String(more.pressed) }, back());
  return view.pack?.[name] ? touch(view, name, act, { ...more, label }) : button(name, act, { ...more, label });
}

/** Maximum number of copies of a card: in a sale those of the seller, in a whole pack one, else unlimited. @param {ShowQuestion | HoldQuestion | SellQuestion} q @param {string} name */
const numberOf = (q, name) => (q.kind === "sell" ? q.cards.find((one) => one.name === name)?.number ?? 1 : q.names.length > 20 ? 1 : Infinity);

/** @param {Correcting} c */
export function hand(c) {
  const { q, fact, draft } = c;
  if ((q?.kind !== "show" && q?.kind !== "hold" && q?.kind !== "sell") || (q.kind === "hold" && c.me !== fact.seat)) return null;
  const { view } = c.then;
  const told = /** @type {string[]} */ (fact.cards ?? []);
  const most = q.kind === "sell" && !q.several ? 1 : q.most ?? Infinity;
  const least = q.kind === "sell" ? 0 : q.least;
  const slot = draft.slot ?? (told.length === 1 && most === 1 ? 0 : null);
  /** @param {number} i */
  const pick = (i) => () => { draft.slot = slot === i ? null : i; c.redraw(); };
  /** @param {string[]} cards */
  const put = (cards) => { draft.slot = null; c.put({ cards }); };
  /** @param {string} name */
  const closed = (name) => (told.filter((one, i) => one === name && i !== slot).length >= numberOf(q, name) ? t("Cette carte est déjà sortie.")
    : slot === null && told.length >= most ? t("Touchez d'abord la carte qui est fausse.") : "");
  /** @param {string} name */
  const choose = (name) => (closed(name) ? c.tell(closed(name)) : slot !== null ? put(told.map((one, i) => (i === slot ? name : one))) : told.length < most ? put([...told, name]) : null);
  const names = q.kind === "sell" ? q.cards.map((one) => one.name) : q.names;
  const drawn = names.some((name) => faceOf(view, name).sign);
  const words = slot === null ? (told.length < most ? t("Touchez celle qui est fausse, ou une carte oubliée.") : t("Touchez celle qui est fausse.")) : told[slot] ? t("À la place de {card} :", { card: spoken(view, told[slot]) }) : t("Cette carte-là :");
  return h("div", { class: "empile cartes-bloc" },
    laid(told.map((name, i) => toldCard(view, name, pick(i), { key: `told-${i}`, pressed: slot === i })), "rang-cartes--choisies"),
    h("p", { class: "note" }, words),
    slot !== null && told.length > least ? button(t("Retirer cette carte"), () => put(told.filter((_, i) => i !== slot)), { key: "take-away" }) : null,
    drawn ? pad(view, names, choose, { impossible: (name) => Boolean(closed(name)), label: t("La bonne carte") })
      : h("div", { class: "boutons reponses", role: "group", "aria-label": t("La bonne carte") }, names.map((name) => unless(closed(name), c.tell, name, () => choose(name), { key: `card-${name}` }))));
}

/** The editor of a drawn card: from the box's list, entered, or from a pack, open or hidden. @param {Correcting} c */
export function drawn(c) {
  const { q, fact } = c;
  const { view } = c.then;
  if (q?.kind === "card") {
    if (c.draft.fresh) return form({ q, draft: c.draft, lesser: c.changed, now: () => c.draft, keep: (patch) => Object.assign(c.draft, patch), set: (patch) => { Object.assign(c.draft, patch); c.redraw(); }, tell: c.tell }, (card) => c.put({ card }));
    return [row(c, t("C'était :"), "answer", q.cards.map((one) => [{ card: cardOf(one) }, one.text || one.name || ""]), ({ card }) => card.name === fact.card.name),
      button(t("Une autre carte"), () => { c.draft.fresh = {}; c.redraw(); }, { key: "fresh" })];
  }
  if (q?.kind !== "draw") return null;
  /** @param {(name: string) => object} make @param {string} unsaid @returns {AnswerChoice[]} */
  const named = (make, unsaid) => [...q.names, ...(q.blank ? [""] : [])].map((name) => [{ card: make(name) }, name ? spoken(view, name) : unsaid]);
  /** @param {string} key @returns {(patch: Record<string, any>) => boolean} */
  const is = (key) => ({ card }) => Boolean(card.hidden) === Boolean(fact.card.hidden) && (card[key] ?? "") === (fact.card[key] ?? "");
  /** @param {string} name */
  const covered = (name) => ({ ...(fact.card.hidden && fact.card.name ? { name: fact.card.name } : fact.card.hidden ? {} : { name: "" }), hidden: true, ...(name ? { turned: name } : {}) });
  return [
    row(c, q.hidden ? t("Visible de tous, c'était :") : t("C'était :"), "answer", named((name) => ({ name }), t("non dite")), is("name")),
    q.hidden ? row(c, t("Cachée, et l'autre retournée :"), "turned", named(covered, t("non dite")), is("turned")) : null,
    q.hidden && c.me === fact.seat ? row(c, t("La carte que je cache :"), "mine", q.names.map((name) => [{ card: { ...fact.card, hidden: true, name } }, spoken(view, name)])) : null,
  ];
}

/**
 * The editor of a played card and its use: another card keeps the use, another use keeps the card.
 * @param {Correcting} c
 */
export function played(c) {
  const { q, fact, draft, asked } = c;
  if (q?.kind !== "play_card" || !asked) return null;
  draft.play ??= { card: draft.slot === undefined ? fact.card : null };
  return playCard.body({ ...asked, q, draft: draft.play, before: c.number,
    isNow: (play) => play.use === fact.use && (fact.build ?? 0) === play.build && (fact.value ?? 0) === play.value && [...play.take].sort().join() === [...fact.take ?? []].sort().join(),
    set: (patch) => {
      draft.play = { ...draft.play, ...patch };
      if (patch.card && patch.card !== fact.card) c.put({ card: patch.card }); else c.redraw();
    },
    submit: async ({ card, use, take, build, value }) => { c.put({ card, use, take, build, value }); return false; } });
}
