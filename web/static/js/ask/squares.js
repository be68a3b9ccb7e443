// "Quelle case ?": asked once for a square that the box does not know yet; and the colour of a casino.

import { h } from "../dom.js";
import { button, pawn } from "../pieces.js";
import { COLOURS, n } from "../words.js";

export function picker({ kinds, colours, draft, set, keep, now, done, tell, words = "C'est cette case" }) {
  const kind = draft.kind;
  const touch = (one) => () => (["slot", "casino"].includes(one) ? set({ kind: one }) : done({ kind: one }));
  const slot = () => {
    const amount = Number(now().amount || NaN);
    if (Number.isInteger(amount) && amount > 0) done({ kind: "slot", amount: draft.minus ? -amount : amount });
    else tell("Il faut le montant de la machine, en chiffres.");
  };
  return h("div", { class: "empile choix-case" },
    h("div", { class: "grille-cases", role: "group", "aria-label": "Genre de case" }, kinds.map((one) => button(one.text, touch(one.kind), { key: `square-${one.kind}`, pressed: one.kind === kind }))),
    kind === "slot" ? h("div", { class: "ligne-montant" },
      button("+", () => set({ minus: false }), { key: "plus", pressed: !draft.minus, label: "La machine donne" }),
      button("−", () => set({ minus: true }), { key: "minus", pressed: Boolean(draft.minus), label: "La machine prend" }),
      h("input", { class: "saisie", inputmode: "numeric", placeholder: "montant", maxlength: 5, "aria-label": "Montant", "data-key": "amount", value: draft.amount ?? "", oninput: (event) => keep({ amount: event.target.value.trim() }) }),
      [100, 150, 200, 300].map((a) => button(n(a), () => set({ amount: String(a) }), { key: `a-${a}` })),
      button(words, slot, { kind: "bouton--plein", key: "square" })) : null,
    kind === "casino" ? h("div", { class: "boutons boutons--plein", role: "group", "aria-label": "Couleur du casino" }, (colours ?? COLOURS).map((colour) => h("button", {
      class: "bouton", "data-key": `colour-${colour}`, onclick: () => done({ kind: "casino", colour }),
    }, pawn({ name: colour, colour }), colour))) : null);
}

export const square = {
  body: (ctx) => picker({ ...ctx, kinds: ctx.q.kinds, colours: ctx.q.colours,
    done: (named) => ctx.submit({ type: "SquareNamed", seat: ctx.q.seats[0], square: named }) }),
};

export const casino = {
  body: (ctx) => h("div", { class: "boutons boutons--plein choix-large", role: "group", "aria-label": ctx.q.text }, ctx.q.colours.map((colour) => h("button", {
    class: "bouton bouton--grand", "data-key": `colour-${colour}`, onclick: () => ctx.submit({ type: "CasinoChosen", seat: ctx.q.seats[0], colour }),
  }, pawn({ name: colour, colour }), colour))),
};
