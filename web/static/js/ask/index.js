// One renderer for each kind of question, the same for every game.

import throwing from "./throw.js";
import stake from "./stake.js";
import bet from "./bet.js";
import { stand, close, opponent, option, number } from "./choices.js";
import { leading, usual } from "./leading.js";
import { who } from "./who.js";
import { staged } from "../scenes/index.js";
import { seatOf } from "../pieces.js";
import { ask, forget, hold, submit, submitRacing, tell } from "../send.js";
import { loading } from "../later.js";
import { note, noting } from "../reads.js";
import { current, isCovered, ownSecrets, redraw, until } from "../live.js";

const KINDS = /** @type {Record<string, Renderer>} */ ({ throw: throwing, stake, bet, stand, close, opponent, option, number });

const fetchKinds = loading([
  { kinds: ["card", "sell"], load: () => import("./cards.js") }, { kinds: ["draw", "show", "hold"], load: () => import("./pack.js") },
  { kinds: ["bid", "protest"], load: () => import("./bid.js") }, { kinds: ["square", "casino"], load: () => import("./squares.js") },
  { kinds: ["count"], load: () => import("./count.js") }, { kinds: ["naming"], load: () => import("./naming.js") }, { kinds: ["points"], load: () => import("./points.js") }, { kinds: ["told"], load: () => import("./told.js") }, { kinds: ["play_card"], load: () => import("./play.js") },
], (kind, renderer) => { KINDS[kind] = renderer; });

const drafts = /** @type {Map<string, Draft>} */ (new Map()); // unsent input for each question, by its id

let lead = /** @type {string | null} */ (null); // the question that this page's user selected
let pad = /** @type {string | null} */ (null); // the throw whose faces somebody enters by hand although the table has an eye

/** @param {string} kind */
function fetched(kind) {
  note(`kind ${kind}`, () => String(kind in KINDS));
  return kind in KINDS;
}

/** @typedef {{ lead: Question | null, others: Question[] }} Opened the question that this page asks, and those beside it */

/** @param {View} view @param {SeatId | null} me @returns {Opened} */
export function open(view, me) {
  fetchKinds((kind) => view.questions.some((q) => q.kind === kind));
  state();
  const mine = usual(view.questions).filter((q) => !me || q.seats.includes(me));
  const gone = (/** @type {string} */ id) => !view.questions.some((q) => q.id === id);
  for (const id of drafts.keys()) if (gone(id)) drafts.delete(id);
  if (lead && gone(lead)) lead = null; // later questions may have the same id
  const usually = leading(mine);
  const chosen = mine.find((q) => q.id === lead);
  const first = chosen && !(chosen.kind === "bet" && !chosen.must && usually.kind === "bet") ? chosen : usually; // a selected optional bet does not displace other bets
  // No question leads until the script of the leading one has loaded; another question would receive its taps.
  return { lead: first && fetched(first.kind) ? first : null, others: mine.filter((q) => q !== first && fetched(q.kind)) };
}

/** Whether this page's user selected the question. @param {Question} q */
export const selected = (q) => q.id === lead;

/** @param {string} id */
export function turnTo(id) {
  lead = id;
  redraw();
}

/**
 * @template {Question} Q
 * @param {View} view
 * @param {Q} q
 * @param {SeatId | null} [me]
 * @param {boolean} [alone] no other question is open beside it
 * @returns {QuestionContext<Q>}
 */
export function context(view, q, me = null, alone = true) {
  state();
  const eye = (view.camera?.source ?? "none") !== "none";
  /** Clears the entry once the page shows a newer fact, because the next question may have the same id; a refusal brings it back. @param {Promise<Reply | false>} done */
  const settle = async (done) => {
    const sent = drafts.get(q.id);
    if (await Promise.race([done, until(view.number + 1)]) !== false) {
      if (drafts.get(q.id) === sent) drafts.delete(q.id);
      if (lead === q.id) lead = null;
      if (pad === q.id) pad = null;
      redraw();
    }
    const reply = await done;
    if (!reply && sent && !drafts.has(q.id)) {
      drafts.set(q.id, sent);
      redraw();
    }
    return reply;
  };
  return {
    view, q, me, alone, redraw,
    secrets: me ? ownSecrets() : {},
    covered: Boolean(me) && isCovered(),
    draft: drafts.get(q.id) ?? {},
    padOpen: !eye || pad === q.id,
    openPad: () => { pad = q.id; lead = q.id; redraw(); },
    look: (seen) => ask(view.camera?.throws ? "/simulated/throw" : "/look", {}, seen === undefined ? {} : { seen }),
    set: (patch) => { forget(); drafts.set(q.id, { ...drafts.get(q.id), armed: null, ...patch }); redraw(); },
    keep: (patch) => { drafts.set(q.id, { ...drafts.get(q.id), ...patch }); },
    now: () => drafts.get(q.id) ?? {},
    tell: (text) => tell({ kind: "", text, number: current().number, reason: true }),
    submit: (fact) => settle(submit(fact)),
    racing: (fact, stillOpen) => { if (q.kind !== "bet") hold(); return submitRacing(fact, stillOpen); }, // a seat places several bets in quick succession
    stillOpen: () => current().questions.some((one) => one.id === q.id),
    seat: (id) => seatOf(view, id),
    name: (id) => seatOf(view, id).name,
  };
}

/** @param {QuestionContext<any>} ctx */
export const title = (ctx) => KINDS[ctx.q.kind].title?.(ctx) ?? ctx.q.text;

/** @param {QuestionContext<any>} ctx */
export const side = (ctx) => KINDS[ctx.q.kind].side?.(ctx) ?? null;

/** @param {QuestionContext<any>} ctx */
export const body = (ctx) => KINDS[ctx.q.kind].body?.(ctx) ?? null;

/** The controls of this question while another one leads; null if its kind has none. @param {QuestionContext<any>} ctx */
export const beside = (ctx) => (KINDS[ctx.q.kind].aside ? side(ctx) : null);

/** Whether this question's body needs all the room, without the scene. @param {Question} q */
export const wide = (q) => KINDS[q.kind].wide?.(q) ?? false;

/**
 * The context of the opponent question while the scene's seats are its buttons; otherwise null.
 * @param {View} view
 * @param {SeatId | null} [me]
 */
export function calling(view, me = null) {
  const q = staged(view)?.calls ? view.questions.find((one) => one.kind === "opponent" && (!me || one.seats.includes(me))) : null;
  return q?.kind === "opponent" ? context(view, q, me, false) : null;
}

/** The choice between seats, if each of several has its own question; otherwise null. @param {QuestionContext<any>} ctx */
export function chooser(ctx) {
  const all = ctx.me || ["bet", "throw"].includes(ctx.q.kind) ? [] : siblings(ctx.view, ctx.q);
  const first = all.map((q) => q.seats[0]);
  if (all.length < 2 || all.some((q) => q.seats.length > 1) || new Set(first).size < all.length) return null;
  return who(ctx, { seats: first, current: ctx.q.seats[0], set: (id) => turnTo(all[first.indexOf(id)].id) });
}

/** All questions of the same kind and topic as this one, each for other seats. @param {TableView} view @param {Question} q */
export const siblings = (view, q) => view.questions.filter((one) => one.kind === q.kind && one.topic === q.topic);

/** One question of each sort, except the leading one's sort. @param {Question[]} questions @param {Question | null} lead */
export function grouped(questions, lead) {
  const seen = new Set(lead ? [sort(lead)] : []);
  return questions.filter((q) => !seen.has(sort(q)) && seen.add(sort(q)));
}

/** @param {Question} q */
const sort = (q) => (["throw", "option"].includes(q.kind) && q.must ? q.id : `${q.kind} ${q.topic}`);

const state = noting(() => [[...drafts], lead, pad]);
