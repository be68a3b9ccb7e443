// The questions that one touch answers: servi, rien ne va plus, an opponent, an option, a number.

import { h } from "../dom.js";
import { button, pawn } from "../pieces.js";
import { n } from "../words.js";

// What cannot be taken back is touched twice: the second time the button says so.
function twice(ctx, key, words, sure, act, kind) {
  const armed = ctx.draft.armed === key;
  return button(armed ? sure : words, armed ? act : () => ctx.set({ armed: key }), {
    kind: armed ? "bouton--plein bouton--danger-plein" : kind, key,
  });
}

export const stand = {
  side: (ctx) => button("Servi", () => ctx.submit({ type: "Stood", seat: ctx.q.seats[0] }), { kind: ctx.alone ? "bouton--plein bouton--grand" : "bouton--grand", key: "stand" }),
};

export const close = {
  side: (ctx) => button("Rien ne va plus", () => ctx.racing({ type: "BetsClosed", seat: ctx.me ?? ctx.q.seats[0] }, ctx.stillOpen), { kind: "bouton--plein bouton--grand", key: "close" }),
};

export const opponent = {
  body: (ctx) => h("div", { class: "choix choix--deux", role: "group", "aria-label": ctx.q.text }, ctx.q.among.map((one) => h("button", {
    class: `option ${one.possible === false ? "option--impossible" : ""}`, "data-key": `opponent-${one.seat}`,
    onclick: () => ctx.submit({ type: "OpponentChosen", seat: ctx.q.seats[0], opponent: one.seat }),
  }, pawn(ctx.seat(one.seat)), h("span", null, h("b", null, ctx.name(one.seat)), h("small", null, one.possible === false ? "aucune mise possible" : `${n(ctx.seat(one.seat).points)} en jetons`)),
  one.limit === undefined || one.limit === null ? null : h("span", { class: "valeur" }, `≤ ${n(one.limit)}`)))),
};

const few = (q) => q.options.length <= 2 && q.options.every((one) => one.text.length < 20);

function optionButton(ctx, one, grand) {
  const act = () => ctx.submit({ type: "OptionChosen", seat: ctx.me && ctx.q.seats.includes(ctx.me) ? ctx.me : ctx.q.seats[0], option: one.option });
  const kind = `${grand ? "bouton--grand" : ""} ${one.refused ? "bouton--impossible" : ""}`;
  return one.danger ? twice(ctx, `option-${one.option}`, one.text, `Sûr ? ${one.text}`, act, `bouton--danger ${kind}`)
    : button(one.text, act, { key: `option-${one.option}`, kind });
}

export const option = {
  side: (ctx) => (few(ctx.q) ? ctx.q.options.map((one) => optionButton(ctx, one, true)) : null),
  body: (ctx) => (few(ctx.q) ? null : h("div", { class: "boutons boutons--plein choix-large" }, ctx.q.options.map((one) => optionButton(ctx, one, true)))),
};

export const number = {
  side: (ctx) => {
    const value = Number(ctx.draft.digits || NaN);
    const fits = value >= ctx.q.low && value <= ctx.q.high && !ctx.q.taken?.includes(value);
    return button(fits ? `C'est ${n(value)}` : ctx.q.taken?.includes(value) ? "Déjà pris" : `De ${n(ctx.q.low)} à ${n(ctx.q.high)}`, () => ctx.submit({ type: "NumberGiven", seat: ctx.q.seats[0], number: value }),
      { kind: "bouton--plein bouton--grand", key: "number", disabled: !fits });
  },
  body: (ctx) => {
    const digits = ctx.draft.digits ?? "";
    const add = (d) => () => ctx.set({ digits: (digits + d).slice(0, 6) });
    return h("div", { class: "pave" }, h("output", { class: "pave-nombre" }, digits ? n(Number(digits)) : "?"),
      h("div", { class: "pave-touches", role: "group", "aria-label": "Chiffres" },
        ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"].map((d) => button(d, add(d), { key: `digit-${d}` })),
        button("Effacer", () => ctx.set({ digits: digits.slice(0, -1) }), { key: "erase", disabled: !digits })));
  },
};
