// Asks after the throw for the bets: on the winning fields and in total, or none.

import { h } from "../dom.js";
import { button, chip, handy } from "../pieces.js";
import { capital, fieldName, n, t } from "../words.js";
import { chosen, who } from "./who.js";

const BESIDE = "";

/** @param {TableView} view @param {string} field */
export const name = (view, field) => (field === BESIDE ? t("Ailleurs, perdu") : capital(fieldName(view, field)));

/** @param {QuestionContext<ToldQuestion>} ctx */
const drafted = (ctx) => ctx.draft.told ?? {};

/** @param {QuestionContext<ToldQuestion>} ctx */
const total = (ctx) => Object.values(drafted(ctx)).reduce((sum, amount) => sum + amount, 0);

/** @param {QuestionContext<ToldQuestion>} ctx */
function send(ctx) {
  const { [BESIDE]: beside = 0, ...told } = drafted(ctx);
  const won = Object.fromEntries(Object.entries(told).filter(([, amount]) => amount > 0));
  const all = Object.values(won).reduce((sum, amount) => sum + amount, beside);
  const seat = chosen(ctx);
  ctx.set({ told: {}, field: undefined, seat: undefined });
  return ctx.racing({ type: "BetsTold", seat, won, total: all }, () => ctx.stillOpen());
}

/** @param {QuestionContext<ToldQuestion>} ctx */
function body(ctx) {
  const { q } = ctx;
  const told = drafted(ctx);
  const all = total(ctx);
  const rows = [...q.fields, BESIDE];
  const at = rows.find((field) => field === ctx.draft.field) ?? rows[0];
  const left = (q.available[chosen(ctx)] ?? 0) - all;
  /** @param {number} value */
  const add = (value) => () => ctx.set({ told: { ...told, [at]: (told[at] ?? 0) + value } });
  return h("div", { class: "jeux dit-apres" },
    who(ctx, { label: t("Qui avait misé"), set: (id) => ctx.set({ seat: id, told: {}, field: undefined }), note: (id) => n(q.available[id] ?? 0) }),
    h("div", { class: "dit-cases", role: "group", "aria-label": t("Où étaient les jetons") }, rows.map((field) => h("button", {
      class: `option ${field === at ? "option--choisie" : ""}`, "data-key": `told-${field}`, "aria-pressed": String(field === at), onclick: () => ctx.set({ field }),
    }, h("span", null, h("b", null, name(ctx.view, field)), field === BESIDE ? null : h("small", null, t("a gagné"))), h("span", { class: "valeur" }, n(told[field] ?? 0))))),
    h("div", { class: "barre-mise", role: "group", "aria-label": t("Jetons qui y étaient") },
      handy(ctx.view, { step: q.step }).map((c) => h("button", { "data-key": `add-${c}`, "aria-label": t("Ajouter {amount}", { amount: n(c) }), class: c > left ? "impossible" : null, onclick: c > left ? () => ctx.tell(t("{name} n'avait plus que {amount}.", { name: ctx.name(chosen(ctx)), amount: n(left) })) : add(c) }, chip(c))),
      button(t("Effacer"), () => ctx.set({ told: { ...told, [at]: 0 } }), { key: "zero", why: !told[at] && t("Rien n'est posé là."), kind: "bouton--reprendre" })),
    button(all ? t("{name} : {amount} en tout", { name: ctx.name(chosen(ctx)), amount: n(all) }) : t("{name} n'avait rien", { name: ctx.name(chosen(ctx)) }), () => send(ctx), { kind: "bouton--plein", key: "told" }));
}

/** @satisfies {Renderer<ToldQuestion>} */
export const told = { wide: () => true, body };
