// One renderer for each kind of question. A game never shows here: only what is asked.
// side(ctx) draws the controls beside the question's words, body(ctx) what needs room; either may be missing.

import throwing, { state as throwState } from "./throw.js";
import stake from "./stake.js";
import bet from "./bet.js";
import { stand, close, opponent, option, number } from "./choices.js";
import { who } from "./who.js";
import { ask, submit, submitRacing, tell } from "../send.js";
import { whenIdle } from "../later.js";
import { current, ownSecrets, redraw } from "../live.js";
import { t } from "../words.js";

const KINDS = { throw: throwing, stake, bet, stand, close, opponent, option, number };

// Fetched when the first page stands, or as soon as such a question comes: most evenings need none of them at once.
const FURTHER = [
  [["card", "sell"], () => import("./cards.js")], [["draw", "show", "hold"], () => import("./pack.js")], [["bid", "protest"], () => import("./bid.js")],
  [["square", "casino"], () => import("./squares.js")], [["count"], () => import("./count.js")], [["told"], () => import("./told.js")], [["play_card"], () => import("./play.js")],
];

let playState = () => null;

async function fetchKinds([kinds, load]) {
  const module = await load().catch(() => null);
  if (!module) { setTimeout(fetchKinds, 2000, [kinds, load]); return; } // the link is cut: the page says so
  for (const kind of kinds) KINDS[kind] = module[kind] ?? module.playCard;
  if (module.state) playState = module.state;
  if (current()?.questions.some((q) => kinds.includes(q.kind))) redraw();
}

let unfetched = FURTHER;

function fetchFurther(wanted = () => true) {
  const now = unfetched.filter(([kinds]) => kinds.some(wanted));
  unfetched = unfetched.filter((one) => !now.includes(one)); // fetchKinds goes on by itself until it has them
  now.forEach(fetchKinds);
}
whenIdle(() => fetchFurther());

const BESIDE = ["stand", "close", "option", "protest"];

const WIDE = ["bet", "told", "count", "play_card", "hold", "card", "square", "sell"];

const drafts = new Map(); // what was tapped for a question and not sent yet, by the question's id

let lead = null; // the question that this page's user turned to
let pad = null; // the throw whose faces were asked for although an eye is there

export function open(view, me) {
  fetchFurther((kind) => view.questions.some((q) => q.kind === kind)); // a page may never be idle before its first question
  const mine = view.questions.filter((q) => KINDS[q.kind] && (!me || q.seats.includes(me)));
  for (const id of drafts.keys()) if (!view.questions.some((q) => q.id === id)) drafts.delete(id);
  const first = mine.find((q) => q.id === lead) ?? mine.find((q) => q.kind === "bet" && (q.must || !view.cloth)) ?? mine.find((q) => q.must && q.kind === "bid") ?? mine.find((q) => q.must) ?? mine[0];
  return { lead: first ?? null, others: mine.filter((q) => q !== first) };
}

export function turnTo(id) {
  lead = id;
  redraw();
}

export function context(view, q, me = null, alone = true) {
  const eye = (view.camera?.source ?? "none") !== "none";
  const settle = async (done) => {
    const reply = await done;
    if (reply) {
      drafts.delete(q.id);
      if (lead === q.id) lead = null;
      if (pad === q.id) pad = null;
      redraw();
    }
    return reply;
  };
  return {
    view, q, me, alone, redraw,
    secrets: me ? ownSecrets() : {},
    draft: drafts.get(q.id) ?? {},
    padOpen: !eye || pad === q.id,
    openPad: () => { pad = q.id; lead = q.id; redraw(); },
    look: (seen) => ask(view.camera?.throws ? "/simulated/throw" : "/look", {}, Number.isInteger(seen) ? { seen } : {}),
    set: (patch) => { drafts.set(q.id, { ...drafts.get(q.id), armed: null, ...patch }); redraw(); },
    keep: (patch) => { drafts.set(q.id, { ...drafts.get(q.id), ...patch }); },
    now: () => drafts.get(q.id) ?? {},
    tell: (text) => tell({ kind: "", text, number: view.number }),
    submit: (fact) => settle(submit(fact)),
    racing: (fact, still) => submitRacing(fact, still),
    stillOpen: () => Boolean(current()?.questions.some((one) => one.id === q.id)),
    seat: (id) => view.seats.find((one) => one.id === id) ?? { name: t("Banque"), colour: "banque", points: 0 },
    name: (id) => view.seats.find((one) => one.id === id)?.name ?? t("Banque"),
  };
}

export const side = (ctx) => KINDS[ctx.q.kind].side?.(ctx) ?? null;
export const body = (ctx) => KINDS[ctx.q.kind].body?.(ctx) ?? null;
// What is drawn beside another question that leads.
export const beside = (ctx) => KINDS[ctx.q.kind].beside?.(ctx) ?? (BESIDE.includes(ctx.q.kind) ? side(ctx) : null);

// Tells whether the body of this question takes all the room, so that the scene is not drawn with it.
export const wide = (q) => (KINDS[q.kind].wide ? KINDS[q.kind].wide(q) : WIDE.includes(q.kind) || (q.names?.length ?? 0) > 20);

// The opponent to be named while his cards are drawn in the middle: touched there.
export function calling(view, me = null) {
  const q = view.duel?.kind === "hand" ? view.questions.find((one) => one.kind === "opponent" && (!me || one.seats.includes(me))) : null;
  return q ? context(view, q, me, false) : null;
}

// Who of several is meant, where each has a question of his own.
export function chooser(ctx) {
  const all = ctx.me || ["bet", "throw"].includes(ctx.q.kind) ? [] : siblings(ctx.view, ctx.q);
  const current = ctx.q.seats[0];
  if (all.length < 2 || all.some((q) => q.seats.length > 1) || new Set(all.map((q) => q.seats[0])).size < all.length) return null;
  return who(ctx, { seats: all.map((q) => q.seats[0]), current, set: (id) => turnTo(all.find((q) => q.seats[0] === id).id) });
}

// Open questions of one sort for several seats: one of them stands for all.
export const siblings = (view, q) => view.questions.filter((one) => one.kind === q.kind && one.topic === q.topic);

export function grouped(view, questions, lead) {
  const seen = new Set(lead ? [sort(lead)] : []);
  return questions.filter((q) => !seen.has(sort(q)) && seen.add(sort(q)));
}

const sort = (q) => (["throw", "option"].includes(q.kind) && q.must ? q.id : `${q.kind} ${q.topic}`);

export const state = () => [Object.keys(KINDS).length, [...drafts], lead, pad, throwState(), playState(), ownSecrets()];
