// "Quelle case ?": asked once for a square that the box does not know yet; and the colour of a casino.

import { h } from "../dom.js";
import { button, pawn } from "../pieces.js";
import { colourName, n, t } from "../words.js";

export function picker({ kinds, colours, draft, set, keep, now, done, tell, lesser = false, words = t("C'est cette case") }) {
  const kind = draft.kind;
  const needs = kinds.find((one) => one.kind === kind)?.needs;
  const touch = (one) => () => (one.needs ? set({ kind: one.kind }) : done({ kind: one.kind }));
  const withAmount = () => {
    const amount = Number(now().amount || NaN);
    if (Number.isInteger(amount) && amount > 0) done({ kind, amount: draft.minus ? -amount : amount });
    else tell(t("Il faut la somme, en chiffres."));
  };
  return h("div", { class: "empile choix-case" },
    h("div", { class: "grille-cases", role: "group", "aria-label": t("Genre de case") }, kinds.map((one) => button(one.text, touch(one), { key: `square-${one.kind}`, pressed: one.kind === kind }))),
    needs === "amount" ? h("div", { class: "ligne-montant" },
      button("+", () => set({ minus: false }), { key: "plus", pressed: !draft.minus, label: t("La case donne") }),
      button("−", () => set({ minus: true }), { key: "minus", pressed: Boolean(draft.minus), label: t("La case prend") }),
      h("input", { class: "saisie", inputmode: "numeric", placeholder: t("montant"), maxlength: 5, "aria-label": t("Montant"), "data-key": "amount", value: draft.amount ?? "", oninput: (event) => keep({ amount: event.target.value.trim() }) }),
      [100, 150, 200, 300].map((a) => button(n(a), () => set({ amount: String(a) }), { key: `a-${a}` })),
      button(words, withAmount, { kind: lesser ? "" : "bouton--plein", key: "square" })) : null,
    needs === "colour" ? h("div", { class: "boutons boutons--plein", role: "group", "aria-label": t("Sa couleur") }, colours.map((colour) => h("button", {
      class: "bouton", "data-key": `colour-${colour}`, onclick: () => done({ kind, colour }),
    }, pawn({ name: colourName(colour), colour }), colourName(colour)))) : null);
}

export const square = {
  body: (ctx) => h("div", { class: "empile" },
    picker({ ...ctx, kinds: ctx.q.kinds, colours: ctx.q.colours,
      done: (named) => ctx.submit({ type: ctx.q.answer ?? "SquareNamed", seat: ctx.q.seats[0], square: named, ...(ctx.now().passed ? { passed: true } : {}) }) }),
    ctx.q.index === null || ctx.q.index === undefined ? h("label", { class: "radio" }, h("input", { type: "checkbox", "data-key": "passed", checked: Boolean(ctx.draft.passed), onchange: (event) => ctx.keep({ passed: event.target.checked }) }), t("en passant par son casino")) : null),
};

export const casino = {
  body: (ctx) => {
    const seat = ctx.me ?? (ctx.q.seats.includes(ctx.draft.seat) ? ctx.draft.seat : ctx.q.seats[0]);
    return h("div", { class: "empile" },
      ctx.me || ctx.q.seats.length < 2 ? null : h("div", { class: "qui-mise", role: "group", "aria-label": t("Pour qui") }, ctx.q.seats.map((id) => h("button", {
        class: "qui", "data-key": `who-${id}`, "aria-pressed": String(id === seat), onclick: () => ctx.set({ seat: id }) }, pawn({ ...ctx.seat(id), colour: "banque" }), h("span", null, ctx.name(id))))),
      h("div", { class: "boutons boutons--plein choix-large", role: "group", "aria-label": ctx.q.text }, ctx.q.colours.map((colour) => h("button", {
        class: "bouton bouton--grand", "data-key": `colour-${colour}`, onclick: () => ctx.submit({ type: "CasinoChosen", seat, colour }),
      }, pawn({ name: colourName(colour), colour }), colourName(colour)))));
  },
};
