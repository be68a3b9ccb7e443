// "Quelle case ?": asks once for the kind of an unknown square, and for the colour of a casino.

import { h } from "../dom.js";
import { button, pawn } from "../pieces.js";
import { colourName, n, t } from "../words.js";
import { skip } from "./skip.js";
import { chosen } from "./who.js";

/**
 * The kinds of squares as buttons, with their extra amount or colour.
 * @param {object} options
 * @param {SquareKind[]} options.kinds
 * @param {string[]} options.colours
 * @param {SquareDraft} options.draft
 * @param {(patch: SquareDraft) => unknown} options.set
 * @param {(patch: SquareDraft) => unknown} options.keep
 * @param {() => SquareDraft} options.now
 * @param {(square: NamedSquare) => unknown} options.done
 * @param {(words: string) => unknown} options.tell
 * @param {boolean} [options.lesser]
 * @param {boolean} [options.told] whether the button that names a square with its amount stands elsewhere
 * @param {Kid} [options.beside] a further button after the kinds
 */
export function picker({ kinds, colours, draft, set, keep, now, done, tell, lesser = false, told = false, beside = null }) {
  const named = kinds.find((one) => one.kind === draft.kind);
  /** @param {SquareKind} one */
  const touch = (one) => () => (one.needs ? set({ kind: one.kind }) : done({ kind: one.kind }));
  return h("div", { class: "empile choix-case" },
    h("div", { class: "grille-cases", role: "group", "aria-label": t("Genre de case") }, kinds.map((one) => button(one.text, touch(one), { key: `square-${one.kind}`, pressed: one === named })), beside),
    named?.needs === "amount" ? h("div", { class: "ligne-montant" },
      button("+", () => set({ minus: false }), { key: "plus", pressed: !draft.minus, label: t("La case donne") }),
      button("−", () => set({ minus: true }), { key: "minus", pressed: Boolean(draft.minus), label: t("La case prend") }),
      h("input", { class: "saisie", inputmode: "numeric", placeholder: t("montant"), maxlength: 5, "aria-label": t("Montant"), "data-key": "amount", value: draft.amount ?? "", oninput: (event) => keep({ amount: event.target.value.trim() }) }),
      named.sums.map((a) => button(n(a), () => set({ amount: String(a) }), { key: `a-${a}` })),
      told ? null : withAmount({ now, done, tell }, lesser ? "" : "bouton--plein")) : null,
    named?.needs === "colour" ? h("div", { class: "boutons boutons--plein", role: "group", "aria-label": t("Sa couleur") }, colours.map((colour) => h("button", {
      class: "bouton", "data-key": `colour-${colour}`, onclick: () => done({ kind: named.kind, colour }),
    }, pawn({ name: colourName(colour), colour }), colourName(colour)))) : null);
}

/**
 * The button that names a square with its amount.
 * @param {{ now: () => SquareDraft, done: (square: NamedSquare) => unknown, tell: (words: string) => unknown }} options
 * @param {string} kind
 */
const withAmount = ({ now, done, tell }, kind) => button(t("C'est cette case"), () => {
  const { kind: named, amount: typed, minus } = now();
  const amount = Number(typed || NaN);
  if (named && Number.isInteger(amount) && amount > 0) done({ kind: named, amount: minus ? -amount : amount });
  else tell(t("Il faut la somme, en chiffres."));
}, { kind, key: "square" });

/** The state and the actions of the question, shared by its parts. @param {QuestionContext<SquareQuestion>} ctx */
const telling = (ctx) => ({
  now: () => ctx.now().square ?? {},
  tell: ctx.tell,
  done: (/** @type {NamedSquare} */ square) => ctx.submit({ type: ctx.q.answer, seat: ctx.q.seats[0], square, ...(ctx.now().passed ? { passed: true } : {}) }),
});

/** @satisfies {Renderer<SquareQuestion>} */
export const square = {
  wide: (q) => q.kinds.some((one) => one.needs), // only symbols have room inside the ring
  side: (ctx) => (ctx.q.kinds.find((one) => one.kind === ctx.draft.square?.kind)?.needs === "amount" ? withAmount(telling(ctx), "bouton--plein bouton--grand") : null),
  body: (ctx) => {
    const { now, tell, done } = telling(ctx);
    return h("div", { class: "empile" },
      picker({ kinds: ctx.q.kinds, colours: ctx.q.colours, draft: ctx.draft.square ?? {}, now, tell, done, told: true, beside: ctx.q.answer === "SquareNamed" ? skip(ctx) : null,
        set: (patch) => ctx.set({ square: { ...now(), ...patch } }), keep: (patch) => ctx.keep({ square: { ...now(), ...patch } }) }),
      ctx.q.passed ? h("label", { class: "radio" }, h("input", { type: "checkbox", "data-key": "passed", checked: Boolean(ctx.draft.passed), onchange: (event) => ctx.keep({ passed: event.target.checked }) }), ctx.q.passed) : null);
  },
};

/** @satisfies {Renderer<CasinoQuestion>} */
export const casino = {
  body: (ctx) => {
    const seat = chosen(ctx);
    return h("div", { class: "empile" },
      ctx.me || ctx.q.seats.length < 2 ? null : h("div", { class: "qui-mise", role: "group", "aria-label": t("Pour qui") }, ctx.q.seats.map((id) => h("button", {
        class: "qui", "data-key": `who-${id}`, "aria-pressed": String(id === seat), onclick: () => ctx.set({ seat: id }) }, pawn({ ...ctx.seat(id), colour: "banque" }), h("span", null, ctx.name(id))))),
      h("div", { class: "boutons boutons--plein choix-large", role: "group", "aria-label": ctx.q.text }, ctx.q.colours.map((colour) => h("button", {
        class: "bouton bouton--grand", "data-key": `colour-${colour}`, onclick: () => ctx.submit({ type: "CasinoChosen", seat, colour }),
      }, pawn({ name: colourName(colour), colour }), colourName(colour)))));
  },
};
