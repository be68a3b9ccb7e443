// Editors of amounts, counts and declared bets: by steps, by chips, or typed.

import { h } from "../dom.js";
import { button, chip, handy, unless } from "../pieces.js";
import { count as counting, counted } from "../ask/count.js";
import { signedPad, typing } from "../ask/points.js";
import { name as fieldName } from "../ask/told.js";
import { n, t } from "../words.js";
import { row, typed } from "./rows.js";

const FEW = 4;

/**
 * A number within bounds: less, typed, more.
 * @param {Correcting} c
 * @param {string} label
 * @param {string} key
 * @param {number} value
 * @param {{ low: number, high: number, step: number }} options
 * @param {(value: number) => unknown} put
 */
function stepper(c, label, key, value, { low, high, step }, put) {
  /** @param {number} next */
  const to = (next) => () => put(Math.max(low, Math.min(high, next)));
  return h("div", { class: "somme", role: "group", "aria-label": label },
    unless(value <= low && t("Le moins est {amount}.", { amount: n(low) }), c.tell, "−", to(value - step), { kind: "pas", key: `less-${key}`, label: t("Moins {amount}", { amount: n(step) }) }),
    typed(c, label, key, value, (told) => told >= low && told <= high, put),
    unless(value >= high && t("Le plus est {amount}.", { amount: n(high) }), c.tell, "+", to(value + step), { kind: "pas", key: `more-${key}`, label: t("Plus {amount}", { amount: n(step) }) }));
}

/** @param {Correcting} c */
export function amount(c) {
  const { q } = c;
  const now = c.fact.amount;
  if (now === undefined || now === null) return null;
  /** @param {number} value */
  const put = (value) => c.put({ amount: value });
  const bid = q?.kind === "bid" || q?.kind === "protest" || q?.kind === "stake" ? q : null;
  const bet = q?.kind === "bet" ? q : null;
  const offered = bid && "amounts" in bid && bid.amounts.length ? bid.amounts
    : bid?.kind === "stake" && (bid.limit - bid.minimum) / bid.step < FEW ? Array.from({ length: Math.floor((bid.limit - bid.minimum) / bid.step) + 1 }, (_, i) => bid.minimum + i * bid.step) : null;
  if (offered) return row(c, t("La somme"), "amount", offered.map((one) => [{ amount: one }, n(one)]));
  if (bet?.free) return null; // one chip per field
  const step = (bid ?? bet)?.step ?? c.view.unit;
  const purse = { ...(bid && "purses" in bid ? bid.purses : bet?.available) }[c.fact.seat ?? ""] ?? bid?.own;
  const high = Math.min((bid ?? bet)?.limit ?? Infinity, purse ?? Infinity);
  const bounds = { low: bid?.minimum || step, high, step };
  return h("section", { class: "empile empile--serre" }, stepper(c, t("La somme"), "amount", now, bounds, put),
    h("div", { class: "barre-mise" }, handy(c.view, { step, high }).map((one) => h("button", {
      "aria-label": t("Ajouter {amount}", { amount: n(one) }), "data-key": `c-${one}`, class: now + one > high ? "impossible" : null, onclick: () => (now + one > high ? c.tell(t("Le plus est {amount}.", { amount: n(high) })) : put(now + one)) }, chip(one))),
    button(t("Le moins : {amount}", { amount: n(bounds.low) }), () => put(bounds.low), { key: "least" })));
}

/** The editor of points on a score sheet, typed again. @param {Correcting} c */
export function points(c) {
  const { points: now } = c.fact;
  const draft = { digits: String(Math.abs(now)), minus: now < 0, ...c.draft };
  /** @param {Draft} patch */
  const put = (patch) => {
    Object.assign(c.draft, { ...patch, digits: patch.digits ?? c.draft.digits ?? (patch.minus === undefined ? "" : draft.digits) });
    const { digits = "", minus = draft.minus } = c.draft;
    if (digits) c.put({ points: Number(digits) * (minus ? -1 : 1) || 0 }); else c.redraw();
  };
  const typed = { ...draft, digits: c.draft.digits === undefined ? "" : draft.digits }; // the first digit begins a new number
  return h("section", { class: "empile empile--serre" }, h("p", { class: "petit-titre" }, t("C'était :")), typing(draft), signedPad(typed, put));
}

const BESIDE = "";

/** The editor of declared bets: on each winning field, and elsewhere. @param {Correcting} c */
export function told(c) {
  const { q, fact } = c;
  if (q?.kind !== "told") return null;
  const won = /** @type {Stock} */ ({ ...fact.won });
  const beside = fact.total - Object.values(won).reduce((sum, one) => sum + one, 0);
  const left = (q.available[fact.seat ?? ""] ?? 0) - fact.total;
  /** @param {string} name @returns {(value: number) => void} */
  const put = (name) => (value) => {
    const rows = { ...won, [BESIDE]: beside, [name]: value };
    const { [BESIDE]: lost, ...all } = rows;
    c.put({ won: Object.fromEntries(Object.entries(all).filter(([, one]) => one > 0)), total: Object.values(all).reduce((sum, one) => sum + one, lost) });
  };
  return h("div", { class: "empile corriger-sommes" }, [...q.fields, BESIDE].map((name) => {
    const named = fieldName(c.then.view, name);
    const value = name === BESIDE ? beside : won[name] ?? 0;
    return h("div", { class: "corriger-somme" }, h("b", null, named), stepper(c, named, name || "beside", value, { low: 0, high: value + left, step: q.step }, put(name)));
  }));
}

/** The counts after a change; with two players, the changed count of one determines that of the other. @param {CountQuestion} q @param {CountRows} rows @param {CountRows} old */
function balanced(q, rows, old) {
  if (q.who.length !== 2) return rows;
  for (const { key } of q.keys) {
    const total = q.totals[key];
    const at = q.who.findIndex((seat) => rows[seat]?.[key] !== old[seat]?.[key]);
    const told = rows[q.who[at]]?.[key];
    const other = q.who[1 - at];
    if (total !== undefined && typeof told === "number") rows[other] = { ...rows[other], [key]: total - told };
  }
  return rows;
}

/** @param {Correcting} c */
export function count(c) {
  const { q, asked } = c;
  if (q?.kind !== "count" || !asked) return null;
  /** @param {SeatId} seat @returns {Record<string, number>} */
  const pile = (seat) => Object.fromEntries(q.keys.map(({ key }) => [key, [seat, ...q.partners[seat] ?? []].reduce((sum, one) => sum + (c.fact.counts[one]?.[key] ?? 0), 0)]));
  const before = c.draft.rows ??= Object.fromEntries(q.who.map((seat) => [seat, pile(seat)]));
  /** @type {QuestionContext<CountQuestion>} */
  const ctx = { ...asked, q, draft: { rows: before }, now: () => ({ rows: c.draft.rows }), tell: c.tell,
    set: ({ rows }) => {
      c.draft.rows = balanced(q, { ...rows }, before);
      const counts = counted({ ...ctx, draft: { rows: c.draft.rows } });
      c.draft.missing = counts ? "" : t("Les piles ne font pas encore le compte.");
      if (counts) c.put({ counts }); else c.redraw();
    } };
  return counting.body(ctx);
}
