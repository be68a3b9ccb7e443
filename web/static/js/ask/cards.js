// Cards from a real pile: picked from the list or entered once; and cards to sell.

import { h } from "../dom.js";
import { button } from "../pieces.js";
import { sign } from "../cards.js";
import { n, signed, t } from "../words.js";
import { ask } from "../send.js";
import { skip } from "./skip.js";

const AMOUNTS = ["gain", "pay", "collect_each", "pay_each"];

/** @param {CardForm} q */
const priced = (q) => !q.effects?.length;

/**
 * The text of an effect or a target by its code; the question holds pairs [code, text].
 * @param {[string, string][]} pairs
 * @param {string | undefined} code
 */
const saying = (pairs, code) => (pairs ?? []).find(([one]) => one === code)?.[1] ?? code;

/** @param {string | undefined} text */
const whole = (text) => (/^-?\d+$/.test(text ?? "") ? Number(text) : null);

/** @param {BoxCard} one @param {CardForm} q */
export function about(one, q) {
  if (one.buy !== undefined) return t("achat {buy}, vente {sell}", { buy: n(one.buy), sell: n(one.sell ?? 0) });
  if (one.effect?.amount !== undefined && !one.text) return `${saying(q.effects, one.effect.kind)} ${n(one.effect.amount)}`;
  return null;
}

/** @param {BoxCard} one */
export const cardOf = (one) => (one.name ? one : { ...one, name: one.text });

/** @param {BoxCard[]} cards */
function different(cards) {
  const seen = new Set();
  return cards.filter((one) => {
    const key = JSON.stringify([one.name, one.text, one.effect, one.buy]);
    return !seen.has(key) && seen.add(key);
  });
}

/** @param {QuestionContext<CardQuestion>} ctx */
function known(ctx) {
  const { q } = ctx;
  const rows = different(q.cards).map((one, i) => h("button", {
    class: "option", "data-key": `card-${i}`, "data-words": `${one.name ?? ""} ${one.text ?? ""}`.toLowerCase(),
    onclick: () => ctx.submit({ type: "CardDrawn", seat: q.seats[0], deck: q.deck, card: cardOf(one) }),
  }, h("span", null, h("b", null, one.text || one.name), about(one, q) ? h("small", null, about(one, q)) : null)));
  /** @type {On<Event>} */
  const search = (event) => {
    const word = event.target.value.toLowerCase();
    ctx.keep({ search: word });
    for (const row of rows) row.hidden = !row.dataset.words?.includes(word);
  };
  return [
    h("div", { class: "ligne-montant" },
      h("input", { class: "saisie", type: "search", placeholder: t("Chercher"), "aria-label": t("Chercher une carte"), "data-key": "search", value: ctx.draft.search ?? "", oninput: search }),
      button(t("Une autre carte"), () => ctx.set({ fresh: {} }), { key: "fresh" })),
    h("div", { class: "liste-cartes", role: "group", "aria-label": t("Cartes connues") }, rows),
  ];
}

/**
 * The entered card, or the text that says what is missing.
 * @param {CardForm} q
 * @param {CardDraft} mine
 * @param {string} kind
 */
function written(q, mine, kind) {
  const amount = whole(mine.amount);
  if (priced(q)) {
    const buy = whole(mine.buy);
    if (buy === null || buy < 0) return t("Il faut le prix d'achat, en chiffres.");
    const sell = whole(mine.sell) ?? buy;
    return { name: mine.name || t("Carte {buy} / {sell}", { buy: n(buy), sell: n(sell) }), buy, sell };
  }
  const effect = /** @type {CardEffect} */ ({ kind });
  if (amount !== null && AMOUNTS.includes(kind)) effect.amount = amount;
  if (amount !== null && kind === "move_by") effect.steps = amount;
  if ((AMOUNTS.includes(kind) || kind === "move_by") && amount === null) return t("Il faut le nombre, en chiffres.");
  if (kind === "move_to") effect.target = mine.target ?? q.targets?.[0]?.[0];
  if (kind === "free_text" && !mine.name) return t("Il faut les mots de la carte.");
  if (kind.startsWith("move")) effect.collect_pass = Boolean(mine.pass);
  return { name: mine.name || `${saying(q.effects, kind)}${kind === "move_to" ? ` ${saying(q.targets, effect.target)}` : ""}${amount === null ? "" : ` ${kind === "move_by" ? signed(amount) : n(amount)}`}`, effect };
}

/** @param {CardFormContext} ctx @param {string} label @param {keyof CardDraft} key @param {Props} [more] */
function field(ctx, label, key, more = {}) {
  /** @type {On<Event>} */
  const keep = (event) => ctx.keep({ fresh: { ...ctx.now().fresh, [key]: event.target.value } });
  return h("label", { class: "champ-texte" }, h("span", null, label),
    h("input", { class: "saisie", value: ctx.draft.fresh?.[key] ?? "", "data-key": key, oninput: keep, ...more }));
}

/**
 * The form of a new or corrected card. `ctx` has the parts of a question's context; `lesser`: another control is the
 * main one.
 * @param {CardFormContext} ctx
 * @param {(card: BoxCard) => unknown} submit
 * @param {string} [words]
 */
export function form(ctx, submit, words = t("C'est cette carte")) {
  const { q } = ctx;
  const mine = ctx.draft.fresh ?? {};
  const kinds = q.effects ?? [];
  const kind = mine.kind ?? kinds[0]?.[0];
  const numeric = { inputmode: "numeric", maxlength: 6 };
  const done = () => {
    const card = written(q, ctx.now().fresh ?? {}, kind);
    if (typeof card === "string") ctx.tell(card);
    else submit(card);
  };
  return [
    priced(q)
      ? [h("div", { class: "deux" }, field(ctx, t("Prix d'achat"), "buy", numeric), field(ctx, t("Prix de vente"), "sell", numeric)),
        field(ctx, t("Son nom (si vous voulez)"), "name", { maxlength: 60 })]
      : [h("div", { class: "grille-effets", role: "group", "aria-label": t("Ce que fait la carte") },
        kinds.map(([one, words]) => button(words, () => ctx.set({ fresh: { ...ctx.now().fresh, kind: one } }), { key: `kind-${one}`, pressed: one === kind }))),
      h("div", { class: "deux" },
        AMOUNTS.includes(kind) ? field(ctx, t("Montant"), "amount", numeric) : kind === "move_by" ? field(ctx, t("Cases (−3 : reculer de trois)"), "amount", { maxlength: 4 })
          : kind === "move_to" ? h("label", { class: "champ-texte" }, h("span", null, t("Jusqu'à")), h("select", { class: "saisie", "data-key": "target", "aria-label": t("Jusqu'à"), onchange: (event) => ctx.keep({ fresh: { ...ctx.now().fresh, target: event.target.value } }) },
            (q.targets ?? []).map(([one, words], i) => h("option", { value: one, selected: one === mine.target || (!mine.target && i === 0) }, words)))) : h("div", { class: "absent" }, field(ctx, t("Montant"), "amount", { disabled: true })),
        field(ctx, t("Ses mots (si vous voulez)"), "name", { maxlength: 60 })),
      kind.startsWith("move") && q.collects ? h("label", { class: "radio" }, h("input", { type: "checkbox", checked: Boolean(mine.pass), onchange: (event) => ctx.keep({ fresh: { ...ctx.now().fresh, pass: event.target.checked } }) }), q.collects) : null],
    h("div", { class: "boutons boutons--plein" },
      q.cards?.length ? button(t("La liste"), () => ctx.set({ fresh: null }), { key: "list" }) : null,
      button(words, done, { kind: ctx.lesser ? "" : "bouton--plein", key: "card" })),
  ];
}

/** A box card as text values of the form. @param {BoxCard} card */
export function asWritten(card) {
  const effect = /** @type {Partial<CardEffect>} */ (card.effect ?? {});
  /** @param {unknown} value */
  const said = (value) => (value === undefined || value === null ? "" : String(value));
  return { name: card.name ?? card.text ?? "", buy: said(card.buy), sell: said(card.sell), kind: effect.kind,
    amount: said(effect.steps ?? effect.amount), target: effect.target, pass: effect.collect_pass };
}

/** Submits the entered card, and buys it if it has a price. @param {QuestionContext<CardQuestion>} ctx @returns {(card: BoxCard) => Promise<unknown>} */
const enter = (ctx) => async (drawn) => {
  const seat = ctx.q.seats[0];
  const done = await ctx.submit({ type: "CardDrawn", seat, deck: ctx.q.deck, card: drawn });
  if (done && priced(ctx.q)) await ask("/command", { fact: { type: "OptionChosen", seat, option: "buy" } }, { seen: done.number });
};

/** @satisfies {Renderer<CardQuestion>} */
export const card = {
  wide: () => true,
  side: (ctx) => skip(ctx, priced(ctx.q) ? t("Ne pas l'acheter") : undefined),
  body: (ctx) => h("section", { class: "carte carte--saisie empile" }, ctx.draft.fresh || !ctx.q.cards?.length
    ? form(ctx, enter(ctx), priced(ctx.q) ? t("L'acheter") : undefined) : known(ctx)),
};

/** @satisfies {Renderer<SellQuestion>} */
export const sell = {
  wide: () => true,
  side: (ctx) => {
    const chosen = ctx.draft.chosen ?? [];
    const sum = chosen.reduce((total, name) => total + (ctx.q.cards.find((one) => one.name === name)?.price ?? 0), 0);
    const short = ctx.q.missing === null ? 0 : ctx.q.missing - sum;
    const words = chosen.length ? t("Vendre pour {amount}", { amount: n(sum) }) : t("Ne rien vendre");
    const kind = `bouton--grand bouton--dit ${short > 0 && !chosen.length ? "" : "bouton--plein"}`; // to a debtor, the main button is not "sell nothing"
    return button(ctx.q.missing === null ? words : h("span", { class: "deux-lignes" }, words, h("small", { class: short > 0 ? "" : "absent" }, t("il manquera {amount}", { amount: n(Math.max(0, short)) }))), () => ctx.submit({ type: "CardsSold", seat: ctx.q.seats[0], cards: chosen }), { kind, key: "sell" });
  },
  body: (ctx) => {
    const chosen = ctx.draft.chosen ?? [];
    /** @param {string} name */
    const times = (name) => chosen.filter((one) => one === name).length;
    const full = chosen.length >= (ctx.q.most ?? Infinity);
    /** @param {SellableCard} options */
    const toggle = ({ name, number = 1 }) => () => ctx.set({
      chosen: times(name) >= number || (times(name) && full) ? chosen.filter((one) => one !== name) : ctx.q.several === false ? [name] : [...chosen, name],
    });
    return h("div", { class: "choix", role: "group", "aria-label": t("Cartes à vendre") }, ctx.q.cards.map((one) => h("button", {
      class: `option ${times(one.name) ? "option--choisie" : ""}`, "aria-pressed": String(times(one.name) > 0), "data-key": `sell-${one.name}`, onclick: toggle(one),
    }, ctx.view.pack?.[one.name] ? sign(ctx.view, one.name) : null, h("b", null, ctx.view.pack?.[one.name]?.text ?? one.name), one.number > 1 ? h("small", null, t("{some} sur {all}", { some: n(times(one.name)), all: n(one.number) })) : null, h("span", { class: "valeur" }, n(one.price)))));
  },
};
