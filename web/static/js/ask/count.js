// Counts the piles at the end of a deal: assigns single cards to a seat, and takes numbers of others. The last number
// follows from the rest.

import "../held.js";
import { h } from "../dom.js";
import { button, pawn, unless } from "../pieces.js";
import { post } from "../send.js";
import { listed, n, t, tn } from "../words.js";

/** The seats that share a pile. @param {QuestionContext<CountQuestion>} ctx @param {SeatId} seat */
const side = (ctx, seat) => [seat, ...ctx.q.partners[seat] ?? []];

/** @param {QuestionContext<CountQuestion>} ctx @param {SeatId} seat */
const named = (ctx, seat) => listed(side(ctx, seat).map(ctx.name));

/** @param {QuestionContext<CountQuestion>} ctx @param {SeatId} seat */
const pawns = (ctx, seat) => side(ctx, seat).map((one) => pawn(ctx.seat(one)));

/** @param {QuestionContext<CountQuestion>} ctx @param {string} key @param {SeatId} seat */
const told = (ctx, key, seat) => ctx.draft.rows?.[seat]?.[key];

/** The counts on this page; at the first one, tell the other pages that this page counts. @param {QuestionContext<CountQuestion>} ctx @returns {CountRows} */
function begun(ctx) {
  const { rows } = ctx.now();
  if (!rows) post("/counting", { seen: ctx.view.number });
  return rows ?? {};
}

/** A draft of these counts, with the scores: if these change, another page has sent its count and the draft is void. @param {QuestionContext<CountQuestion>} ctx @param {CountRows} rows @returns {Draft} */
const entered = (ctx, rows) => ({ rows, of: scores(ctx) });

/** @param {QuestionContext<CountQuestion>} ctx */
const scores = ({ view }) => view.seats.map((one) => one.points).join();

/** @param {QuestionContext<CountQuestion>} ctx @param {string} key @param {SeatId} seat @param {number | null | undefined} value null for an emptied field, until it loses the focus */
function put(ctx, key, seat, value) {
  const rows = begun(ctx);
  return entered(ctx, { ...rows, [seat]: { ...rows[seat], [key]: value } });
}

/**
 * The only seat without a count, with the remainder for it. Null without such a seat or a total, while the seat's field
 * is emptied, or if too much is counted.
 * @param {QuestionContext<CountQuestion>} ctx
 * @param {string} key
 */
function rest(ctx, key) {
  const total = ctx.q.totals[key];
  const open = ctx.q.who.filter((seat) => typeof told(ctx, key, seat) !== "number");
  if (total === undefined || open.length !== 1 || told(ctx, key, open[0]) === null) return null;
  const left = total - ctx.q.who.reduce((sum, seat) => sum + (told(ctx, key, seat) ?? 0), 0);
  return left >= 0 ? { seat: open[0], left } : null;
}

/** @param {QuestionContext<CountQuestion>} ctx @param {string} key @param {SeatId} seat */
function value(ctx, key, seat) {
  const others = rest(ctx, key);
  return told(ctx, key, seat) ?? (others?.seat === seat ? others.left : null);
}

/** @param {QuestionContext<CountQuestion>} ctx @param {string} key */
const sum = (ctx, key) => ctx.q.who.reduce((total, seat) => total + (value(ctx, key, seat) ?? 0), 0);

/** @param {QuestionContext<CountQuestion>} ctx @param {string} key */
const right = (ctx, key) => ctx.q.totals[key] === undefined || sum(ctx, key) === ctx.q.totals[key];

/** @param {QuestionContext<CountQuestion>} ctx @param {string} key */
const once = (ctx, key) => ctx.q.totals[key] === 1;

/** @param {QuestionContext<CountQuestion>} ctx @param {string} key @param {string} words */
function owner(ctx, key, words) {
  /** @param {SeatId} seat */
  const set = (seat) => () => ctx.set(entered(ctx, ctx.q.who.reduce((rows, one) => ({ ...rows, [one]: { ...rows[one], [key]: Number(one === seat) } }), begun(ctx))));
  return h("div", { class: "compte-qui", role: "group", "aria-label": words }, ctx.q.who.map((seat) => h("button", {
    class: "qui", "data-key": `own-${key}-${seat}`, "aria-pressed": String(told(ctx, key, seat) === 1), "aria-label": named(ctx, seat), onclick: set(seat) }, pawns(ctx, seat), h("span", null, named(ctx, seat)))));
}

/** @param {QuestionContext<CountQuestion>} ctx @param {string} key @param {string} words */
function numbers(ctx, key, words) {
  const most = ctx.q.totals[key] ?? 99;
  /** @param {SeatId} seat @param {number} by */
  const step = (seat, by) => () => ctx.set(put(ctx, key, seat, Math.max(0, Math.min(most, (value(ctx, key, seat) ?? 0) + by))));
  /** @param {SeatId} seat @returns {On<Event>} */
  const typed = (seat) => (event) => {
    const digits = event.target.value.replace(/\D/g, "");
    ctx.set(put(ctx, key, seat, digits ? Number(digits) : null));
  };
  /** Lets an emptied field fill itself, unless the main button has the touch or a redraw gives the focus back. @param {SeatId} seat @returns {On<FocusEvent>} */
  const left = (seat) => ({ target, relatedTarget: to }) => {
    if (told(ctx, key, seat) !== null || (to instanceof HTMLElement && to.dataset.key === "count")) return;
    queueMicrotask(() => document.activeElement?.getAttribute("data-key") !== target.dataset.key && ctx.set(put(ctx, key, seat, undefined)));
  };
  return h("div", { class: "compte-piles" }, ctx.q.who.map((seat) => h("div", { class: "compte-pile", role: "group", "aria-label": `${words}, ${named(ctx, seat)}` },
    pawns(ctx, seat),
    unless(!value(ctx, key, seat) && t("{name} n'en a pas.", { name: named(ctx, seat) }), ctx.tell, "−", step(seat, -1), { kind: "pas", key: `less-${key}-${seat}`, label: t("Une de moins, {name}", { name: named(ctx, seat) }) }),
    h("input", { class: "saisie", inputmode: "numeric", maxlength: 2, "data-key": `n-${key}-${seat}`, "aria-label": `${words}, ${named(ctx, seat)}`, placeholder: "?", value: value(ctx, key, seat) ?? "", onclick: ({ target }) => target.select(), oninput: typed(seat), onblur: left(seat) }),
    unless((value(ctx, key, seat) ?? 0) >= most && t("{words} : {n} en tout.", { words, n: n(most) }), ctx.tell, "+", step(seat, 1), { kind: "pas", key: `more-${key}-${seat}`, label: t("Une de plus, {name}", { name: named(ctx, seat) }) }))));
}

/** @param {QuestionContext<CountQuestion>} ctx */
const wrong = (ctx) => ctx.q.keys.filter(({ key }) => !right(ctx, key));

/** All counts by seat, null until their sums are right. @param {QuestionContext<CountQuestion>} ctx */
export const counted = (ctx) => (wrong(ctx).length ? null
  : Object.fromEntries(ctx.q.who.map((seat) => [seat, Object.fromEntries(ctx.q.keys.map(({ key }) => [key, value(ctx, key, seat) ?? 0]))])));

/** @param {QuestionContext<CountQuestion>} ctx @param {{ key: string, text: string }} line */
function off(ctx, { key, text }) {
  const over = sum(ctx, key) - ctx.q.totals[key];
  return over > 0 ? tn("Une de trop : {what}", "{n} de trop : {what}", over, { what: text, n: n(over) }) : t("Il manque : {what}", { what: text });
}

let sent = /** @type {{ number: number, rows: CountRows } | null} */ (null); // the latest count of this page

/** @param {QuestionContext<CountQuestion>} ctx */
async function send(ctx) {
  const counts = /** @type {CountRows} */ (counted(ctx));
  const reply = await ctx.submit({ type: "Counted", seat: ctx.me ?? ctx.q.seats[0], counts });
  if (reply && reply.number !== undefined) sent = { number: reply.number, rows: counts };
}

/** Drops the draft of the previous deal, and restores a count that was sent and then undone at once. @param {QuestionContext<CountQuestion>} ctx */
function restore(ctx) {
  if (ctx.draft.of !== undefined && ctx.draft.of !== scores(ctx)) ctx.keep(ctx.draft = { rows: undefined, of: undefined });
  if (!ctx.draft.rows && sent && ctx.view.corrected?.number === sent.number + 1) ctx.keep(ctx.draft = { rows: sent.rows });
}

/** @satisfies {Renderer<CountQuestion>} */
export const count = {
  wide: () => true,
  title: (ctx) => {
    restore(ctx);
    const { counting } = ctx.view;
    return ctx.draft.rows || counting === null ? null : counting ? t("{name} compte déjà", { name: ctx.name(counting) }) : t("On compte déjà sur la tablette");
  },
  side: (ctx) => {
    restore(ctx);
    const [first] = wrong(ctx);
    return button(first ? off(ctx, first) : t("Le compte y est"), () => send(ctx),
      { kind: "bouton--plein bouton--grand bouton--dit", key: "count", why: first && off(ctx, first) });
  },
  body: (ctx) => (restore(ctx), h("div", { class: "compte" }, ctx.q.keys.map(({ key, text }) => h("section", { class: `compte-ligne ${right(ctx, key) ? "" : "compte-ligne--manque"}` },
    h("h3", null, text, ctx.q.totals[key] > 1 ? h("small", null, t("{counted} sur {total}", { counted: n(sum(ctx, key)), total: n(ctx.q.totals[key]) })) : null),
    once(ctx, key) ? owner(ctx, key, text) : numbers(ctx, key, text))))),
};
