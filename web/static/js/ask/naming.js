// Names for things of the box that have no printed name: one field each.

import { h } from "../dom.js";
import { button } from "../pieces.js";
import { n, t } from "../words.js";

/** The names as they are typed. @param {QuestionContext<NamingQuestion>} ctx */
const typed = (ctx) => Array.from({ length: ctx.q.number }, (_, i) => ctx.now().names?.[i] ?? "");

/** @param {QuestionContext<NamingQuestion>} ctx */
function enter(ctx) {
  const names = typed(ctx).map((one) => one.trim());
  const missing = names.findIndex((one) => !one);
  return missing < 0 ? ctx.submit({ type: "NamesGiven", seat: ctx.q.seats[0], names }) : ctx.tell(t("Il manque le nom {number}.", { number: n(missing + 1) }));
}

/** @satisfies {Renderer<NamingQuestion>} */
export const naming = {
  wide: () => true,
  side: (ctx) => button(t("C'est noté"), () => enter(ctx), { kind: "bouton--plein bouton--grand", key: "named" }),
  body: (ctx) => h("div", { class: "grille-cases", role: "group", "aria-label": ctx.q.text }, typed(ctx).map((name, i) => h("label", { class: "champ-texte" }, h("span", { class: "lu" }, t("Nom {number}", { number: n(i + 1) })),
    h("input", { class: "saisie", value: name, maxlength: ctx.q.longest, autocomplete: "off", autocapitalize: "none", enterkeyhint: "next", placeholder: n(i + 1), "data-key": `name-${i}`,
      oninput: ({ target }) => ctx.keep({ names: typed(ctx).map((one, at) => (at === i ? target.value : one)) }) })))),
};
