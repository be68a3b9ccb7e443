// One renderer for each kind of question. A game never shows here: only what is asked.
// side(ctx) draws the controls beside the question's words, body(ctx) what needs room; either may be missing.

import throwing, { state as throwState } from "./throw.js";
import stake from "./stake.js";
import bet from "./bet.js";
import { stand, close, opponent, option, number } from "./choices.js";
import { card, sell } from "./cards.js";
import { square, casino } from "./squares.js";
import { ask, submit, submitRacing, tell } from "../send.js";
import { current, redraw } from "../live.js";

const KINDS = { throw: throwing, stake, bet, stand, close, opponent, option, number, card, sell, square, casino };

const drafts = new Map(); // what was tapped for a question and not sent yet, by the question's id

let lead = null; // the question that this page's user turned to
let pad = null; // the throw whose faces were asked for although an eye is there

export function open(view, me) {
  const mine = view.questions.filter((q) => !me || q.seats.includes(me));
  for (const id of drafts.keys()) if (!view.questions.some((q) => q.id === id)) drafts.delete(id);
  const first = mine.find((q) => q.id === lead) ?? mine.find((q) => q.kind === "bet") ?? mine.find((q) => q.must && KINDS[q.kind]) ?? mine.find((q) => KINDS[q.kind]);
  return { lead: first ?? null, others: mine.filter((q) => q !== first && KINDS[q.kind]) };
}

export function turnTo(id) {
  lead = id;
  redraw();
}

export function context(view, q, me = null, alone = true) {
  const eye = (view.camera?.source ?? "none") !== "none";
  const settle = async (done) => {
    if (await done) {
      drafts.delete(q.id);
      if (lead === q.id) lead = null;
      if (pad === q.id) pad = null;
      redraw();
    }
  };
  return {
    view, q, me, alone,
    draft: drafts.get(q.id) ?? {},
    padOpen: !eye || pad === q.id,
    openPad: () => { pad = q.id; lead = q.id; redraw(); },
    look: () => ask("/look", {}),
    set: (patch) => { drafts.set(q.id, { ...drafts.get(q.id), armed: null, ...patch }); redraw(); },
    keep: (patch) => { drafts.set(q.id, { ...drafts.get(q.id), ...patch }); },
    now: () => drafts.get(q.id) ?? {},
    tell: (text) => tell({ kind: "", text, number: view.number }),
    submit: (fact) => settle(submit(fact)),
    racing: (fact, still) => submitRacing(fact, still),
    stillOpen: () => Boolean(current()?.questions.some((one) => one.id === q.id)),
    seat: (id) => view.seats.find((one) => one.id === id) ?? { name: "Banque", colour: "banque", points: 0 },
    name: (id) => view.seats.find((one) => one.id === id)?.name ?? "Banque",
  };
}

export const side = (ctx) => KINDS[ctx.q.kind].side?.(ctx) ?? null;
export const body = (ctx) => KINDS[ctx.q.kind].body?.(ctx) ?? null;
export const state = () => [[...drafts], lead, pad, throwState()];
