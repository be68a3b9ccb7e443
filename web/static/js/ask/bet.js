// "Faites vos jeux": touch a chip, then a field of the cloth; touch your own stake to take it back.

import { h, s, hidden } from "../dom.js";
import { button, chip, handy, middle, pawn, seatOf } from "../pieces.js";
import { FIELDS, n, t } from "../words.js";
import { ask } from "../send.js";
import * as lines from "./lines.js";

const FIELD_ORDER = [..."123456789", "pair", "impair", "rouge", "noir"];

const MOST = 6; // stakes on one field, each with its pawn; more become a number

/** @param {string} colour */
function diamond(colour) {
  return s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" },
    s("path", { class: "losange", d: "M12 1 22 12 12 23 2 12Z", fill: colour === "rouge" ? "var(--case-rouge)" : "var(--case-noir)" }));
}

/** @param {QuestionContext<BetQuestion>} ctx */
const better = (ctx) => ctx.me ?? ctx.draft.seat ?? ctx.q.seats.find((seat) => seat === ctx.view.turn) ?? ctx.q.seats[0];

/** @param {string} field */
const fieldClass = (field) => (/^\d$/.test(field) ? `n${field}${field === "5" ? " champ--cinq" : ""}` : `champ--chance c-${field}`);

/**
 * @param {{ view?: { panel?: Pad | null }, q: BetQuestion | null, me: SeatId | null, seat: (id: SeatId) => Pawn, name: (id: SeatId) => string }} ctx
 * @param {PlacedBet[]} bets
 * @param {{ onTouch?: ((field: string, own: boolean) => unknown) | null, mine?: SeatId | null }} [options]
 */
export function cloth(ctx, bets, { onTouch = null, mine = null } = {}) {
  const aimed = ctx.view?.panel?.seat && !ctx.me ? ctx.view.panel.target : null;
  return h("div", { class: `roulette ${ctx.me ? "roulette--tel" : ""}`, role: "group", "aria-label": t("Tapis de roulette") },
    (ctx.q?.fields ?? FIELD_ORDER).map((field) => {
      const here = bets.filter((bet) => bet.field === field && (!ctx.me || bet.seat === ctx.me));
      const own = here.some((bet) => bet.seat === mine);
      const name = FIELDS[field] ?? field;
      const total = here.reduce((sum, bet) => sum + bet.amount, 0);
      return h(onTouch ? "button" : "div", {
        class: `champ ${fieldClass(field)} ${aimed === field ? "champ--cible" : ""} ${own ? "champ--moi" : ""} ${here.length > 2 ? "champ--foule" : ""}`, "data-key": `field-${field}`,
        onclick: onTouch && (() => onTouch(field, own)),
        "aria-label": onTouch && (own ? t("{field}, {amount} misés, reprendre", { field: name, amount: n(total) }) : total ? t("{field}, {amount} misés", { field: name, amount: n(total) }) : name),
      }, h("span", { class: "champ-nom" }, name), FIELDS[field] && ["rouge", "noir"].includes(field) ? diamond(field) : null,
      h("span", { class: "mises" }, here.slice(0, MOST).map((bet) => h("span", { class: "mise" },
        ctx.me ? null : pawn(ctx.seat(bet.seat)), hidden(`${ctx.name(bet.seat)} `), n(bet.amount))),
      here.length > MOST ? h("span", { class: "mise" }, `+\u202f${here.length - MOST}`) : null));
    }));
}

/** @param {QuestionContext<BetQuestion>} ctx */
export function side(ctx) {
  if (ctx.view.cloth) return lines.side(ctx);
  const total = ctx.q.bets.filter((bet) => !ctx.me || bet.seat === ctx.me).reduce((sum, bet) => sum + bet.amount, 0);
  return h("p", { class: "sur-tapis" }, h("b", null, n(total)), ctx.me ? t("misés") : t("sur le tapis"));
}

/** What this seat had bet at the last roulette, as long as nothing of his lies there now. @param {QuestionContext<BetQuestion>} ctx */
function again(ctx) {
  const seat = better(ctx);
  const before = ctx.q.before?.[seat];
  if (!before || ctx.q.bets.some((bet) => bet.seat === seat)) return null;
  return button(h("span", { class: "deux-lignes" }, t("Comme avant"), h("small", null, n(before))), () => ask("/repeat-bets", { seat }),
    { key: "before", label: ctx.me ? t("miser comme avant, {amount} en tout", { amount: n(before) }) : t("{name} : miser comme avant, {amount} en tout", { name: ctx.name(seat), amount: n(before) }), kind: "bouton--reprendre" });
}

/** @param {QuestionContext<BetQuestion>} ctx */
export function body(ctx) {
  if (ctx.view.cloth) return lines.body(ctx);
  const { q } = ctx;
  const seat = better(ctx);
  const values = handy(ctx.view, { step: q.step });
  const value = ctx.draft.chip ?? middle(values);
  const still = () => ctx.stillOpen();
  const mine = q.bets.filter((bet) => bet.seat === seat);
  /** @param {string} field @param {boolean} own */
  const touch = (field, own) => {
    const back = own && ctx.draft.back;
    ctx.racing(back ? { type: "BetTakenBack", seat, field } : {
      type: "BetPlaced", seat, field, amount: value,
    }, still);
  };
  const takeAll = async () => {
    for (const bet of mine) await ctx.racing({ type: "BetTakenBack", seat, field: bet.field }, still);
  };
  return h("div", { class: "jeux" },
    ctx.me ? null : h("div", { class: "qui-mise", role: "group", "aria-label": t("Qui mise") }, q.seats.map((id) => h("button", {
      class: "qui", "data-key": `who-${id}`, "aria-pressed": String(id === seat), onclick: () => ctx.set({ seat: id, back: false }),
    }, pawn(ctx.seat(id)), h("span", null, ctx.name(id), h("small", null, n(q.available?.[id] ?? 0)))))),
    h("div", { class: "barre-mise", role: "group", "aria-label": t("Jeton à poser") },
      values.map((c) => h("button", {
        "data-key": `chip-${c}`, "aria-pressed": String(!ctx.draft.back && c === value), "aria-label": t("Poser {amount}", { amount: n(c) }),
        onclick: () => ctx.set({ chip: c, back: false }),
      }, chip(c))),
      again(ctx) ?? button(t("Reprendre une mise"), () => ctx.set({ back: !ctx.draft.back }), { key: "back", pressed: Boolean(ctx.draft.back), disabled: !mine.length, kind: "bouton--reprendre" })),
    cloth(ctx, q.bets, { onTouch: touch, mine: seat }),
    ctx.me && mine.length ? button(t("Tout reprendre"), takeAll, { key: "all" }) : null,
    ctx.me && q.available ? h("p", { class: "note" }, t("Encore {amount} à miser.", { amount: n(q.available[seat] ?? 0) })) : null);
}

/** The cloth after "rien ne va plus": what lies there, to look at. @param {TableView} view @param {PlacedBet[]} bets */
export function layout(view, bets) {
  /** @param {SeatId} id */
  const seat = (id) => seatOf(view, id);
  return cloth({ q: null, me: null, seat, name: (id) => seat(id).name }, bets);
}

/** @satisfies {Renderer<BetQuestion>} */
export default { wide: () => true, side, body };
