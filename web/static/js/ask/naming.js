// Asks for the names of things of the box: a text field for each free name, keys for names from a list.

import { h } from "../dom.js";
import { button } from "../pieces.js";
import { n, t } from "../words.js";

/** The names typed or touched so far. @param {QuestionContext<NamingQuestion>} ctx */
const now = (ctx) => (ctx.q.among.length ? ctx.now().names ?? ctx.q.proposed : Array.from({ length: ctx.q.number }, (_, i) => ctx.now().names?.[i] ?? ""));

/** @param {QuestionContext<NamingQuestion>} ctx */
function enter(ctx) {
  const names = now(ctx).map((one) => one.trim());
  const missing = names.findIndex((one) => !one);
  if (!names.length) return ctx.tell(t("En toucher au moins un."));
  return missing < 0 ? ctx.submit({ type: "NamesGiven", seat: ctx.q.seats[0], names }) : ctx.tell(t("Il manque le nom {number}.", { number: n(missing + 1) }));
}

/** @param {QuestionContext<NamingQuestion>} ctx */
const keys = (ctx) => ctx.q.among.map((one) => button(one, () => ctx.set({ names: ctx.q.among.filter((name) => (name === one) !== now(ctx).includes(name)) }), { key: `named-${one}`, pressed: now(ctx).includes(one), kind: "bouton--grand" }));

/** @param {QuestionContext<NamingQuestion>} ctx */
const fields = (ctx) => now(ctx).map((name, i) => h("label", { class: "champ-texte" }, h("span", { class: "lu" }, t("Nom {number}", { number: n(i + 1) })),
  h("input", { class: "saisie", value: name, maxlength: ctx.q.longest, autocomplete: "off", autocapitalize: "none", enterkeyhint: "next", placeholder: n(i + 1), "data-key": `name-${i}`,
    oninput: ({ target }) => ctx.keep({ names: now(ctx).map((one, at) => (at === i ? target.value : one)) }) })));

/** @satisfies {Renderer<NamingQuestion>} */
export const naming = {
  wide: () => true,
  side: (ctx) => button(t("C'est noté"), () => enter(ctx), { kind: "bouton--plein bouton--grand", key: "named" }),
  body: (ctx) => h("div", { class: ctx.q.among.length ? "nombres" : "grille-cases", role: "group", "aria-label": ctx.q.text }, ctx.q.among.length ? keys(ctx) : fields(ctx)),
};
