// Amounts, counts, and what was told after a throw: by steps, by chips, or typed.

import { h } from "../dom.js";
import { button, chip, CHIPS } from "../pieces.js";
import { count as counting, counted } from "../ask/count.js";
import { name as fieldName } from "../ask/told.js";
import { n, t } from "../words.js";
import { row, typed } from "./rows.js";

const FEW = 4;

// A number between two bounds: less, typed, more.
function stepper(c, label, key, value, { low, high, step }, put) {
  const to = (next) => () => put(Math.max(low, Math.min(high, next)));
  return h("div", { class: "somme", role: "group", "aria-label": label },
    button("−", to(value - step), { kind: "pas", key: `less-${key}`, label: t("Moins {amount}", { amount: n(step) }), disabled: value <= low }),
    typed(c, label, key, value, (told) => told >= low && told <= high, put),
    button("+", to(value + step), { kind: "pas", key: `more-${key}`, label: t("Plus {amount}", { amount: n(step) }), disabled: value >= high }));
}

export function amount(c) {
  const { q } = c;
  const now = c.fact.amount;
  if (now === undefined || now === null) return null;
  const put = (value) => c.put({ amount: value });
  const offered = q?.amounts?.length ? q.amounts : q?.kind === "stake" && (q.limit - q.minimum) / q.step < FEW ? Array.from({ length: Math.floor((q.limit - q.minimum) / q.step) + 1 }, (_, i) => q.minimum + i * q.step) : null;
  if (offered) return row(c, t("La somme"), "amount", offered.map((one) => [{ amount: one }, n(one)]));
  if (q?.kind === "bet" && c.then.view.cloth) return null; // one chip a field
  const step = q?.step ?? c.view.unit ?? 1;
  const high = Math.min(q?.limit ?? Infinity, (q?.purses ?? q?.available)?.[c.fact.seat] ?? q?.own ?? Infinity);
  const bounds = { low: q?.minimum || step, high, step };
  return h("section", { class: "empile empile--serre" }, stepper(c, t("La somme"), "amount", now, bounds, put),
    h("div", { class: "barre-mise" }, CHIPS.filter((one) => one <= Math.min(high, 1000) && one % step === 0).map((one) => h("button", {
      "aria-label": t("Ajouter {amount}", { amount: n(one) }), "data-key": `c-${one}`, disabled: now + one > high, onclick: () => put(now + one) }, chip(one))),
    button(t("Le moins : {amount}", { amount: n(bounds.low) }), () => put(bounds.low), { key: "least" })));
}

const BESIDE = "";

// Roulette told afterwards: what lay on each winning field, and beside them.
export function told(c) {
  const { q, fact } = c;
  if (q?.kind !== "told") return null;
  const won = { ...fact.won };
  const beside = fact.total - Object.values(won).reduce((sum, one) => sum + one, 0);
  const left = (q.available[fact.seat] ?? 0) - fact.total;
  const put = (name) => (value) => {
    const rows = { ...won, [BESIDE]: beside, [name]: value };
    const { [BESIDE]: lost, ...all } = rows;
    c.put({ won: Object.fromEntries(Object.entries(all).filter(([, one]) => one > 0)), total: Object.values(all).reduce((sum, one) => sum + one, lost) });
  };
  return h("div", { class: "empile corriger-sommes" }, [...q.fields, BESIDE].map((name) => {
    const value = name === BESIDE ? beside : won[name] ?? 0;
    return h("div", { class: "corriger-somme" }, h("b", null, fieldName(name)), stepper(c, fieldName(name), name || "beside", value, { low: 0, high: value + left, step: q.step }, put(name)));
  }));
}

// Of two piles the one holds what the other does not.
function balanced(q, rows, old) {
  if (q.who.length !== 2) return rows;
  for (const { key } of q.keys) {
    const total = q.totals[key];
    const at = q.who.findIndex((seat) => rows[seat]?.[key] !== old[seat]?.[key]);
    const told = rows[q.who[at]]?.[key];
    const other = q.who[1 - at];
    if (total !== undefined && told !== undefined) rows[other] = { ...rows[other], [key]: total - told };
  }
  return rows;
}

export function count(c) {
  const { q } = c;
  if (q?.kind !== "count") return null;
  const empty = Object.fromEntries(q.who.map((seat) => [seat, Object.fromEntries(q.keys.map(({ key }) => [key, 0]))]));
  c.draft.rows ??= Object.fromEntries(q.who.map((seat) => [seat, { ...empty[seat], ...c.fact.counts[seat] }]));
  const ctx = { ...c.asked, draft: { rows: c.draft.rows }, now: () => ({ rows: c.draft.rows }),
    set: ({ rows }) => {
      c.draft.rows = balanced(q, { ...rows }, c.draft.rows);
      const counts = counted({ ...ctx, draft: { rows: c.draft.rows } });
      c.draft.missing = counts ? "" : t("Les piles ne font pas encore le compte.");
      if (counts) c.put({ counts }); else c.redraw();
    } };
  return counting.body(ctx);
}
