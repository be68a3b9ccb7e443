// "Anna mise contre David": an amount within bounds, by steps and chips; few amounts get one button each.

import { h } from "../dom.js";
import { button, chip, handy, middle, unless } from "../pieces.js";
import { accountName, n, t } from "../words.js";

const FEW = 4;

/** @param {Bounds} q @param {number} value */
const bounded = (q, value) => Math.max(q.minimum, Math.min(q.limit, value));

/** @param {QuestionContext<StakeQuestion>} ctx */
const amount = (ctx) => ctx.draft.amount ?? bounded(ctx.q, middle(handy(ctx.view, { step: ctx.q.step, high: ctx.q.limit })) ?? ctx.q.minimum);

/** @param {Bounds} q */
const choices = (q) => Math.floor((q.limit - q.minimum) / q.step) + 1;

/** @param {QuestionContext<StakeQuestion>} ctx @param {number} value */
const send = (ctx, value) => () => ctx.submit({ type: "StakePlaced", seat: ctx.q.seats[0], amount: value });

/** @param {QuestionContext<StakeQuestion>} ctx */
export function side(ctx) {
  const { q } = ctx;
  /** @param {number} value */
  const said = (value) => (q.against ? t("Miser {amount} contre {name}", { amount: n(value), name: accountName(ctx.view, q.against) }) : t("Miser {amount}", { amount: n(value) }));
  /** @param {number} value @param {ButtonLook} [more] */
  const miser = (value, more = {}) => button(t("Miser {amount}", { amount: n(value) }), send(ctx, value), { kind: "bouton--plein bouton--grand bouton--dit", key: "stake", label: said(value), ...more });
  if (q.step === 1 && choices(q) <= FEW) return Array.from({ length: choices(q) }, (_, i) => miser(q.minimum + i, { kind: "bouton--grand", key: `stake-${q.minimum + i}` }));
  return miser(amount(ctx));
}

/**
 * An amount within bounds, by steps and by chips.
 * @param {QuestionContext} ctx
 * @param {number} value
 * @param {Bounds} q
 * @param {{ brief?: boolean }} [options]
 */
export function stepper(ctx, value, q, { brief = false } = {}) {
  /** @param {number} next */
  const to = (next) => () => ctx.set({ amount: bounded(q, next) });
  const laid = ctx.draft.amount ?? 0; // the first chip replaces the proposal
  return h("section", { class: `carte mise-carte ${brief ? "mise-carte--breve" : ""}` },
    h("div", { class: "somme" },
      unless(value <= q.minimum && t("Le moins est {amount}.", { amount: n(q.minimum) }), ctx.tell, "−", to(value - q.step), { kind: "pas", key: "less", label: t("Moins {amount}", { amount: n(q.step) }) }),
      h("output", { "aria-live": "polite" }, n(value)),
      unless(value >= q.limit && [t("Le plus est {amount}.", { amount: n(q.limit) }), ctx.q.help].filter(Boolean).join(" "), ctx.tell, "+", to(value + q.step), { kind: "pas", key: "more", label: t("Plus {amount}", { amount: n(q.step) }) })),
    brief ? null : h("div", { class: "barre-mise", role: "group", "aria-label": t("Ajouter un jeton") },
      handy(ctx.view, { step: q.step, high: q.limit, number: 6 }).map((c) => h("button", {
        "data-key": `chip-${c}`, "aria-label": t("Ajouter {amount}", { amount: n(c) }), onclick: to(laid + c),
      }, chip(c)))),
    h("div", { class: "boutons boutons--plein" },
      brief ? null : button(t("Le moins : {amount}", { amount: n(q.minimum) }), to(q.minimum), { key: "min" }),
      button(t("Le plus : {amount}", { amount: n(q.limit) }), to(q.limit), { key: "max" })),
    q.worst ? h("p", { class: "limite" }, q.worst) : null);
}

/** @param {QuestionContext<StakeQuestion>} ctx */
export const body = (ctx) => (ctx.q.step === 1 && choices(ctx.q) <= FEW ? null : stepper(ctx, amount(ctx), ctx.q));

/** @satisfies {Renderer<StakeQuestion>} */
export default { side, body };
