// Cards of a pack: drawn, laid open, or seen only by their holder.

import { h } from "../dom.js";
import { button } from "../pieces.js";
import { covered, noCard, pad, row, spoken, touch } from "../cards.js";
import { n, t, tn } from "../words.js";
import { chosen as whoNow, who } from "./who.js";

const MODES = [{ id: "open", words: t("Elle reste visible") }, { id: "hide", words: t("Je la cache, je retourne l'autre") }];

/** Whether the whole pack is offered. @param {{ names: string[] }} q */
const isLarge = (q) => q.names.length > 20;

/** Asks for a drawn card ("Carte !"), whether it stays open, and the card turned up instead. @satisfies {Renderer<DrawQuestion>} */
export const draw = {
  wide: isLarge,
  side: (ctx) => {
    const { q, view } = ctx; // an open card needs no button, because its touch in `body` sends it at once
    if (!q.blank && !q.hidden) return null;
    const { name = "", mode = "open" } = ctx.draft;
    const turned = ctx.draft.turned || ctx.secrets.hidden;
    const hidden = mode === "hide";
    const card = { name: hidden && !ctx.me ? "" : name, ...(hidden ? { hidden: true } : {}), ...(hidden && turned ? { turned } : {}) };
    const words = card.name ? t("Carte : {card}", { card: spoken(view, card.name) }) : hidden && turned ? t("Il retourne : {card}", { card: spoken(view, turned) }) : hidden ? t("Carte") : t("Carte, sans la dire");
    return button(words, () => ctx.submit({ type: "CardDrawn", seat: q.seats[0], deck: q.deck, card }), { kind: "bouton--plein bouton--grand bouton--dit", key: "draw" });
  },
  body: (ctx) => {
    const { q, view } = ctx;
    if (!q.blank && !q.hidden) {
      return pad(view, q.names, (name) => ctx.submit({ type: "CardDrawn", seat: q.seats[0], deck: q.deck, card: { name } }), { label: q.text, impossible: (name) => q.left[name] === 0 });
    }
    const { mode = "open", name, turned } = ctx.draft;
    const known = ctx.secrets.hidden;
    const who = mode === "hide" ? t("vous seul la verrez") : t("tous la voient");
    /** @param {'name' | 'turned'} key @param {string | undefined} now @param {string} label */
    const one = (key, now, label) => pad(view, q.names, (is) => ctx.set({ [key]: is === now ? "" : is }), { pressed: (is) => is === now, label });
    return h("div", { class: "empile cartes-bloc" },
      h("div", { class: "boutons boutons--plein", role: "group", "aria-label": t("La carte reçue") },
        MODES.map(({ id, words }) => button(words, () => ctx.set({ mode: id, turned: "" }), { key: `mode-${id}`, pressed: id === mode }))),
      mode === "open" ? [h("p", { class: "note" }, t("Touchez la carte reçue : {who}.", { who })),
        pad(view, q.names, (is) => ctx.submit({ type: "CardDrawn", seat: q.seats[0], deck: q.deck, card: { name: is } }), { label: t("La carte reçue"), impossible: (is) => q.left[is] === 0 })] : ctx.me ? [h("p", { class: "note" }, t("Touchez la carte reçue : {who}.", { who })), one("name", name, t("La carte reçue"))] : null,
      mode !== "hide" ? null : known ? h("p", { class: "note" }, ctx.covered ? t("Vous retournez votre carte cachée.") : t("Vous retournez : {card}.", { card: spoken(view, known) }))
        : [h("p", { class: "note" }, t("Quelle carte est retournée ?")), one("turned", turned, t("La carte retournée"))]);
  },
};



/**
 * The selected cards (a touch removes one), and the pack to select from.
 * @param {QuestionContext<ShowQuestion | HoldQuestion>} ctx
 * @param {string[]} mine
 * @param {{ once?: boolean }} [options]
 */
function gather(ctx, mine, { once = false } = {}) {
  const { q, view } = ctx;
  const room = mine.length < q.most;
  /** @param {string} name */
  const gone = (name) => count(mine, name) - count(q.known, name) >= (q.left[name] ?? mine.length + 1);
  /** @param {string} name */
  const closed = (name) => (once && mine.includes(name) ? "" : gone(name) ? t("Cette carte est déjà sortie.") : room ? "" : tn("Une carte au plus.", "{n} cartes au plus.", q.most, { n: n(q.most) }));
  /** @param {string} name */
  const add = (name) => (closed(name) ? ctx.tell(closed(name)) : ctx.set({ cards: once && mine.includes(name) ? mine.filter((one) => one !== name) : [...mine, name] }));
  const missing = Math.max(0, Math.min(q.least, 6) - mine.length);
  return [
    row([mine.map((name, i) => touch(view, name, () => ctx.set({ cards: mine.filter((_, j) => j !== i) }), { key: `taken-${i}`, label: t("Retirer {card}", { card: spoken(view, name) }) })),
      Array.from({ length: missing }, () => noCard(t("carte attendue")))], "rang-cartes--choisies"),
    pad(view, q.names, add, { label: q.text, pressed: once ? (name) => mine.includes(name) : () => null, impossible: (name) => Boolean(closed(name)) }),
  ];
}

/** @param {string[]} names @param {string} name */
const count = (names, name) => names.filter((one) => one === name).length;

/** @param {string[]} names */
const single = (names) => names.length > 20; // a pack of suits, which has each card once

/** @param {ShowQuestion | HoldQuestion} q @param {string[]} mine */
const enough = (q, mine) => mine.length >= q.least && mine.length <= q.most;

/** The button that sends the cards; if their number is wrong, it says to touch the cards first. @param {QuestionContext<ShowQuestion | HoldQuestion>} ctx @param {string[]} mine @param {string} words @param {string} key @param {Fact} fact */
const sending = (ctx, mine, words, key, fact) => button(words, () => (enough(ctx.q, mine) ? ctx.submit(fact) : ctx.tell(t("Touchez d'abord les cartes."))), { kind: `bouton--grand ${enough(ctx.q, mine) ? "bouton--plein" : "bouton--impossible"}`, key });

/** @satisfies {Renderer<ShowQuestion>} */
export const show = {
  wide: isLarge,
  side: (ctx) => {
    const mine = ctx.draft.cards ?? known(ctx);
    return sending(ctx, mine, t("Montrer à tous"), "show", { type: "CardsShown", seat: whoNow(ctx), cards: mine });
  },
  body: (ctx) => h("div", { class: "empile cartes-bloc" }, who(ctx), ctx.covered && ctx.secrets.hidden && !ctx.draft.cards ? covered(known(ctx).length) : gather(ctx, ctx.draft.cards ?? known(ctx), { once: single(ctx.q.names) })),
};

/** The cards that lie open, and the hidden one if this phone entered it. @param {QuestionContext<ShowQuestion>} ctx */
function known(ctx) {
  const { hidden } = ctx.secrets;
  return hidden ? [...ctx.q.known, hidden] : ctx.q.known;
}

/** Own cards: shown at once on a phone, on a tablet only after a touch. @satisfies {Renderer<HoldQuestion>} */
export const hold = {
  wide: () => true,
  side: (ctx) => {
    const mine = ctx.draft.cards ?? [];
    if (!ctx.me && !ctx.draft.alone) {
      return button(t("{name} a la tablette", { name: ctx.name(whoNow(ctx)) }), () => ctx.set({ alone: true, seat: whoNow(ctx), cards: [] }), { kind: "bouton--plein bouton--grand", key: "alone" });
    }
    return sending(ctx, mine, t("Garder pour moi"), "hold", { type: "CardsHeld", seat: whoNow(ctx), cards: mine });
  },
  body: (ctx) => {
    if (!ctx.me && !ctx.draft.alone) {
      return h("div", { class: "empile cartes-bloc" }, who(ctx),
        h("p", { class: "cache-mots" }, t("Passez la tablette à {name} : les autres ne regardent pas. Sur son téléphone, c'est plus discret encore.", { name: ctx.name(whoNow(ctx)) })));
    }
    return h("div", { class: "empile cartes-bloc" }, gather(ctx, ctx.draft.cards ?? [], { once: single(ctx.q.names) }));
  },
};

