// "Anna mise contre David": an amount between two bounds, by steps and by chips.

import { h } from "../dom.js";
import { button, chip, CHIPS } from "../pieces.js";
import { accountName, n } from "../words.js";

const bounded = (q, value) => Math.max(q.minimum, Math.min(q.limit, value));

const amount = (ctx) => ctx.draft.amount ?? bounded(ctx.q, Math.min(ctx.q.limit, 100));

export function side(ctx) {
  const value = amount(ctx);
  const against = ctx.q.against ? ` contre ${accountName(ctx.view, ctx.q.against)}` : "";
  const send = () => ctx.submit({ type: "StakePlaced", seat: ctx.q.seats[0], amount: value });
  return button(`Miser ${n(value)}`, send, { kind: "bouton--plein bouton--grand", key: "stake", label: `Miser ${value}${against}` });
}

export function body(ctx) {
  const { q } = ctx;
  const value = amount(ctx);
  const to = (next) => () => ctx.set({ amount: bounded(q, next) });
  return h("section", { class: "carte mise-carte" },
    h("div", { class: "somme" },
      button("−", to(value - q.step), { kind: "pas", key: "less", label: `Moins ${q.step}`, disabled: value <= q.minimum }),
      h("output", { "aria-live": "polite" }, n(value)),
      button("+", to(value + q.step), { kind: "pas", key: "more", label: `Plus ${q.step}`, disabled: value >= q.limit })),
    h("div", { class: "barre-mise", role: "group", "aria-label": "Ajouter un jeton" },
      CHIPS.filter((c) => c <= Math.max(q.limit, 100) && c <= 2000).map((c) => h("button", {
        "data-key": `chip-${c}`, "aria-label": `Ajouter ${c}`, onclick: to(value + c),
      }, chip(c)))),
    h("div", { class: "boutons boutons--plein" },
      button(`Le moins : ${n(q.minimum)}`, to(q.minimum), { key: "min" }),
      button(`Le plus : ${n(q.limit)}`, to(q.limit), { key: "max" })),
    q.worst ? h("p", { class: "limite" }, q.worst) : null);
}

export default { side, body };
