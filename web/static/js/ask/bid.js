// A stake that two sides raise: the answer to a stake, a raise, and the protest that starts it.

import { h } from "../dom.js";
import { button, pawn } from "../pieces.js";
import { n, t } from "../words.js";
import { stepper } from "./stake.js";

/** @param {BidQuestion | ProtestQuestion} q */
const top = (q) => Math.min(q.limit, q.own);

/** @param {QuestionContext<BidQuestion>} ctx */
const amount = (ctx) => Math.min(ctx.draft.amount ?? ctx.q.minimum, top(ctx.q));

const TIMES = [() => t("La même somme"), () => t("Le double"), () => t("Le triple")];

/** @satisfies {Renderer<BidQuestion>} */
export const bid = {
  side: (ctx) => (ctx.q.amounts.length ? null
    : button(t("Mettre {amount}", { amount: n(amount(ctx)) }), () => ctx.submit({ type: "StakePlaced", seat: ctx.q.seats[0], amount: amount(ctx) }), { kind: "bouton--plein bouton--grand bouton--dit", key: "bid" })),
  body: (ctx) => {
    const { q } = ctx;
    if (!q.amounts.length) return stepper(ctx, amount(ctx), { minimum: q.minimum, limit: top(q), step: q.step }, { brief: true });
    return h("div", { class: "choix choix--trois", role: "group", "aria-label": q.text }, q.amounts.map((total) => h("button", {
      class: "option option--somme", "data-key": `bid-${total}`, onclick: () => ctx.submit({ type: "StakePlaced", seat: q.seats[0], amount: total }),
    }, h("span", null, h("b", null, n(total)), h("small", null, TIMES[total / q.amounts[0] - 1]?.() ?? "")))));
  },
};

/** One press protests. Servi asks for the stake next, but a nearer seat may still protest first. @satisfies {Renderer<ProtestQuestion>} */
export const protest = {
  aside: true,
  side: (ctx) => {
    const able = ctx.q.seats.filter((id) => (!ctx.me || id === ctx.me) && (ctx.q.purses?.[id] ?? 0) >= ctx.q.minimum);
    /** @param {string} id */
    const press = (id) => () => ctx.racing({ type: "Protested", seat: id, amount: null }, ctx.stillOpen);
    if (ctx.me) return able.length ? button(t("Cela n'est pas vrai !"), press(ctx.me), { kind: "bouton--danger-plein bouton--grand", key: "protest" }) : h("p", { class: "note" }, t("Il faut au moins {amount} pour protester.", { amount: n(ctx.q.minimum) }));
    return able.map((id) => button([pawn(ctx.seat(id)), t("{name} proteste", { name: ctx.name(id) })], press(id), { kind: "bouton--danger", key: `protest-${id}` }));
  },
};
