// Cards that were told: touch the wrong one, then the right one. A card that was played, with what it did.

import { h } from "../dom.js";
import { button } from "../pieces.js";
import { form } from "../ask/cards.js";
import { playCard } from "../ask/play.js";
import { back, faceOf, pad, row as laid, spoken, touch } from "../cards.js";
import { t } from "../words.js";
import { row } from "./rows.js";

// The cards of a fact, as they stand in the report and in its editor: what each is called, and its place.
export function cardsOf({ type, cards, card }) {
  if (["CardsShown", "CardsSold", "CardsHeld"].includes(type)) return cards ?? [];
  return type === "CardPlayed" && card ? [card] : [];
}

// One told card to touch: drawn where the game draws its cards, else by its name.
export function toldCard(view, name, act, more) {
  const label = name ? t("{card} : une autre", { card: spoken(view, name) }) : t("carte cachée : la dire");
  if (!name) return h("button", { class: "touche-carte", "data-key": more.key, onclick: act, "aria-label": label, "aria-pressed": more.pressed === undefined ? null : String(more.pressed) }, back());
  return view.pack?.[name] ? touch(view, name, act, { ...more, label }) : button(name, act, { ...more, label });
}

// What may be told: the names of the question, or the cards that could be sold.
const namesOf = (q) => q.names ?? q.cards?.map((one) => one.name) ?? [];

const numberOf = (q, name) => (q.names ? (q.names.length > 20 ? 1 : Infinity) : q.cards.find((one) => one.name === name)?.number ?? 1);

export function hand(c) {
  const { q, fact, draft } = c;
  if (!["show", "hold", "sell"].includes(q?.kind) || (q.kind === "hold" && c.me !== fact.seat)) return null;
  const { view } = c.then;
  const told = fact.cards ?? [];
  const most = q.several === false ? 1 : q.most ?? Infinity;
  const slot = draft.slot ?? (told.length === 1 && most === 1 ? 0 : null);
  const pick = (i) => () => { draft.slot = slot === i ? null : i; c.redraw(); };
  const put = (cards) => { draft.slot = null; c.put({ cards }); };
  const choose = (name) => (slot !== null ? put(told.map((one, i) => (i === slot ? name : one))) : told.length < most ? put([...told, name]) : null);
  const closed = (name) => (slot === null && told.length >= most) || told.filter((one, i) => one === name && i !== slot).length >= numberOf(q, name);
  const names = namesOf(q);
  const drawn = names.some((name) => faceOf(view, name).sign);
  const words = slot === null ? (told.length < most ? t("Touchez celle qui est fausse, ou une carte oubliée.") : t("Touchez celle qui est fausse.")) : told[slot] ? t("À la place de {card} :", { card: spoken(view, told[slot]) }) : t("Cette carte-là :");
  return h("div", { class: "empile cartes-bloc" },
    laid(told.map((name, i) => toldCard(view, name, pick(i), { key: `told-${i}`, pressed: slot === i })), "rang-cartes--choisies"),
    h("p", { class: "note" }, words),
    slot !== null && told.length > (q.least ?? 0) ? button(t("Retirer cette carte"), () => put(told.filter((_, i) => i !== slot)), { key: "take-away" }) : null,
    drawn ? pad(view, names, choose, { disabled: closed, label: t("La bonne carte") })
      : h("div", { class: "boutons reponses", role: "group", "aria-label": t("La bonne carte") }, names.map((name) => button(name, () => choose(name), { key: `card-${name}`, disabled: closed(name) }))));
}

// A card drawn: of the box's list or written down, or of a pack, seen by all or hidden.
export function drawn(c) {
  const { q, fact } = c;
  const { view } = c.then;
  if (q?.kind === "card") {
    if (c.draft.fresh) return form({ q, draft: c.draft, lesser: c.changed, now: () => c.draft, keep: (patch) => Object.assign(c.draft, patch), set: (patch) => { Object.assign(c.draft, patch); c.redraw(); }, tell: c.tell }, (card) => c.put({ card }));
    return [row(c, t("C'était :"), "answer", q.cards.map((one) => [{ card: one.name ? one : { ...one, name: one.text } }, one.text || one.name]), ({ card }) => card.name === fact.card.name),
      button(t("Une autre carte"), () => { c.draft.fresh = {}; c.redraw(); }, { key: "fresh" })];
  }
  if (q?.kind !== "draw") return null;
  const named = (make, unsaid) => [...q.names.map((name) => [{ card: make(name) }, spoken(view, name)]), ...(q.blank ? [[{ card: make("") }, unsaid]] : [])];
  const is = (key) => ({ card }) => Boolean(card.hidden) === Boolean(fact.card.hidden) && (card[key] ?? "") === (fact.card[key] ?? "");
  const covered = (name) => ({ ...(fact.card.hidden && fact.card.name ? { name: fact.card.name } : fact.card.hidden ? {} : { name: "" }), hidden: true, ...(name ? { turned: name } : {}) });
  return [
    row(c, q.hidden ? t("Visible de tous, c'était :") : t("C'était :"), "answer", named((name) => ({ name }), t("non dite")), is("name")),
    q.hidden ? row(c, t("Cachée, et l'autre retournée :"), "turned", named(covered, t("non dite")), is("turned")) : null,
    q.hidden && c.me === fact.seat ? row(c, t("La carte que je cache :"), "mine", q.names.map((name) => [{ card: { ...fact.card, hidden: true, name } }, spoken(view, name)])) : null,
  ];
}

// A card of the hand and what it did: another card keeps what was done with it, another play keeps the card.
export function played(c) {
  const { q, fact, draft } = c;
  if (q?.kind !== "play_card") return null;
  draft.play ??= { card: draft.slot === undefined ? fact.card : null };
  const ctx = { ...c.asked, draft: draft.play, before: c.number,
    isNow: (play) => play.use === fact.use && (fact.build ?? 0) === play.build && (fact.value ?? 0) === play.value && [...play.take].sort().join() === [...fact.take ?? []].sort().join(),
    set: (patch) => {
      draft.play = { ...draft.play, ...patch };
      if (patch.card && patch.card !== fact.card) c.put({ card: patch.card }); else c.redraw();
    },
    submit: ({ card, use, take, build, value }) => c.put({ card, use, take, build, value }) };
  return playCard.body(ctx);
}
