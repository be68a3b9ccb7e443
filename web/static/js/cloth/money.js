// Money bets on a cloth, a plain list of its fields or the table of a boule: touch a chip, then a field. A button switches to
// taking stakes back.

import { h, hidden, s } from "../dom.js";
import { button, chip, handy, middle, pawn, seatOf, unless } from "../pieces.js";
import { capital, n, t } from "../words.js";
import { ask } from "../send.js";

const MOST = 6; // stakes drawn as pawns on one field; more become a number

/**
 * A field with its stakes. `kind` is its class; `sign` is drawn beside its name.
 * @param {TableView} view
 * @param {ClothField} field
 * @param {PlacedBet[]} bets
 * @param {ClothLook} look
 * @param {string} [kind]
 * @param {Kid} [sign]
 */
function cell(view, { field, text }, bets, { onTouch, me, mine, aimed, back }, kind = "", sign = null) {
  const here = bets.filter((bet) => bet.field === field && (!me || bet.seat === me));
  const own = here.some((bet) => bet.seat === mine);
  const name = capital(text);
  const total = here.reduce((sum, bet) => sum + bet.amount, 0);
  return h(onTouch ? "button" : "div", {
    class: `champ ${kind} ${aimed === text ? "champ--cible" : ""} ${own ? "champ--moi" : ""} ${here.length > 2 ? "champ--foule" : ""}`, "data-key": `field-${field}`,
    onclick: onTouch && (() => onTouch(field, own)),
    "aria-label": onTouch && (own && back ? t("{field}, {amount} misés, reprendre", { field: name, amount: n(total) }) : total ? t("{field}, {amount} misés", { field: name, amount: n(total) }) : name),
  }, h("span", { class: "champ-nom" }, name), sign,
  h("span", { class: "mises" }, here.slice(0, MOST).map((bet) => h("span", { class: "mise" },
    me ? null : pawn(seatOf(view, bet.seat)), hidden(`${seatOf(view, bet.seat).name} `), n(bet.amount))),
  here.length > MOST ? h("span", { class: "mise" }, `+\u202f${here.length - MOST}`) : null));
}

/** A cloth without a special drawing. @type {DrawCloth} */
const list = (view, bets, look = {}) => h("div", { class: "champs", role: "group", "aria-label": t("Le tapis") },
  view.cloth?.fields.map((one) => cell(view, one, bets, look)));

/** @param {string | undefined} colour */
const diamond = (colour) => (colour ? s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { class: "losange", d: "M12 1 22 12 12 23 2 12Z", fill: `var(--case-${colour})` })) : null);

/** @param {string} field */
const kind = (field) => (/^\d$/.test(field) ? `n${field} ${field === "5" ? "champ--cinq" : ""}` : `champ--chance c-${field}`);

/** The nine numbers in the middle, the even chances on both sides. @type {DrawCloth} */
const boule = (view, bets, look = {}) => h("div", { class: `roulette ${look.me ? "roulette--tel" : ""}`, role: "group", "aria-label": t("Le tapis") },
  view.cloth?.fields.map((one) => cell(view, one, bets, look, kind(one.field), diamond(one.colour))));

/** @param {QuestionContext<BetQuestion>} ctx */
const better = (ctx) => ctx.me ?? ctx.draft.seat ?? ctx.q.seats.find((seat) => seat === ctx.view.turn) ?? ctx.q.seats[0];

/** The sum of the bets on the cloth: this seat's on a phone, else all. @param {QuestionContext<BetQuestion>} ctx */
function side(ctx) {
  const total = ctx.q.bets.filter((bet) => !ctx.me || bet.seat === ctx.me).reduce((sum, bet) => sum + bet.amount, 0);
  return h("p", { class: "sur-tapis" }, h("b", null, n(total)), ctx.me ? t("misés") : t("sur le tapis"));
}

/** The button that repeats this seat's last bets; it disappears when the seat places a bet. @param {QuestionContext<BetQuestion>} ctx */
function again(ctx) {
  const seat = better(ctx);
  const before = ctx.q.before?.[seat];
  if (!before || before > ctx.q.available[seat] || ctx.q.bets.some((bet) => bet.seat === seat)) return null;
  return button(h("span", { class: "deux-lignes" }, t("Comme avant"), h("small", null, n(before))), () => ask("/repeat-bets", { seat }),
    { key: "before", label: ctx.me ? t("miser comme avant, {amount} en tout", { amount: n(before) }) : t("{name} : miser comme avant, {amount} en tout", { name: ctx.name(seat), amount: n(before) }), kind: "bouton--reprendre" });
}

/** A renderer of the bettor, the chips, and the cloth drawn by `table`. @param {DrawCloth} table @returns {(ctx: QuestionContext<BetQuestion>) => Kid} */
const body = (table) => (ctx) => {
  const { q, view } = ctx;
  const seat = better(ctx);
  const values = handy(view, { step: q.step, high: q.limit ?? Infinity });
  const value = ctx.draft.chip ?? middle(values);
  const still = () => ctx.stillOpen();
  const mine = q.bets.filter((bet) => bet.seat === seat);
  /** @param {string} field @param {boolean} own */
  const touch = (field, own) => {
    if (ctx.draft.back && !own) return ctx.tell(t("Il n'y a pas de mise à reprendre là."));
    ctx.racing(ctx.draft.back ? { type: "BetTakenBack", seat, field } : {
      type: "BetPlaced", seat, field, amount: value,
    }, still);
  };
  const takeAll = async () => {
    for (const bet of mine) await ctx.racing({ type: "BetTakenBack", seat, field: bet.field }, still);
  };
  return h("div", { class: "jeux" },
    ctx.me ? null : h("div", { class: "qui-mise", role: "group", "aria-label": t("Qui mise") }, q.seats.map((id) => h("button", {
      class: "qui", "data-key": `who-${id}`, "aria-pressed": String(id === seat), onclick: () => ctx.set({ seat: id, back: false }),
    }, pawn(ctx.seat(id)), h("span", null, ctx.name(id), h("small", null, t("reste {amount}", { amount: n(q.available[id] ?? 0) })))))),
    h("div", { class: "barre-mise", role: "group", "aria-label": t("Jeton à poser") },
      values.map((c) => h("button", {
        "data-key": `chip-${c}`, "aria-pressed": String(!ctx.draft.back && c === value), "aria-label": t("Poser {amount}", { amount: n(c) }),
        onclick: () => ctx.set({ chip: c, back: false }),
      }, chip(c))),
      again(ctx) ?? unless(!mine.length && t("{name} n'a encore rien posé.", { name: ctx.name(seat) }), ctx.tell, ctx.draft.back ? t("Touchez la mise") : t("Reprendre une mise"), () => ctx.set({ back: !ctx.draft.back }), { key: "back", pressed: Boolean(ctx.draft.back), kind: "bouton--reprendre" })),
    table(view, q.bets, { onTouch: touch, me: ctx.me, mine: seat, back: Boolean(ctx.draft.back), aimed: view.panel?.seat && !ctx.me ? view.panel.target : null }),
    ctx.me && mine.length ? button(t("Tout reprendre"), takeAll, { key: "all" }) : null,
    ctx.me && q.available ? h("p", { class: "note" }, t("Vous pouvez encore miser {amount}.", { amount: n(q.available[seat] ?? 0) })) : null);
};

/** @type {ClothKind} */
export const fields = { table: list, side, body: body(list) };

/** @type {ClothKind} */
export const roulette = { table: boule, side, body: body(boule) };
