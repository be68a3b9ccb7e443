// Enters points on a score sheet: the seat, the line, and the number by a pad of digits with a minus. Then it selects
// the next seat.

import { h } from "../dom.js";
import { button, pawn } from "../pieces.js";
import { n, t } from "../words.js";

const MOST_DIGITS = 5;

/** The seat whose points are entered. @param {QuestionContext<PointsQuestion>} ctx */
const seatOf = (ctx) => ctx.me ?? (ctx.draft.seat && ctx.q.blank[ctx.draft.seat]?.length ? ctx.draft.seat : ctx.q.seats[0]);

/** @param {QuestionContext<PointsQuestion>} ctx @param {SeatId} seat */
const lineOf = (ctx, seat) => (ctx.q.blank[seat].includes(ctx.draft.line ?? 0) ? ctx.draft.line : ctx.q.blank[seat][0]) ?? 1;

/** @param {Draft} draft */
const typed = ({ digits = "", minus = false }) => (digits ? Number(digits) * (minus ? -1 : 1) : null);

/**
 * A pad of digits with a minus: `put` gets the changed fields.
 * @param {Draft} draft
 * @param {(patch: Draft) => unknown} put
 * @param {Kid} [last]
 */
export function signedPad(draft, put, last = null) {
  const { digits = "", minus = false } = draft;
  /** @param {string} d */
  const key = (d) => button(d, () => put({ digits: (digits + d).replace(/^0+(?=\d)/, "").slice(0, MOST_DIGITS) }), { key: `digit-${d}`, kind: "touche-chiffre" });
  return h("div", { class: "pose-touches", role: "group", "aria-label": t("Chiffres") },
    ["7", "8", "9"].map(key), button("←", () => put(digits ? { digits: digits.slice(0, -1) } : { minus: false }), { key: "erase", label: t("Effacer"), kind: "touche-chiffre" }),
    ["4", "5", "6"].map(key), button("±", () => put({ minus: !minus }), { key: "minus", label: t("Moins"), pressed: minus, kind: "touche-chiffre" }),
    ["1", "2", "3"].map(key), key("0"), last);
}

/** The number typed so far. @param {Draft} draft */
export const typing = (draft) => h("output", { class: "pose-nombre" }, typed(draft) === null ? (draft.minus ? "−" : "?") : `${draft.minus && !Number(draft.digits) ? "−" : ""}${n(/** @type {number} */ (typed(draft)))}`);

/** @param {QuestionContext<PointsQuestion>} ctx */
function enter(ctx) {
  const seat = seatOf(ctx);
  const value = typed(ctx.draft);
  const [low, high] = [ctx.q.low[seat], ctx.q.high[seat]];
  const fits = value !== null && value >= low && value <= high;
  const why = value === null ? t("Taper d'abord les points de {name}.", { name: ctx.name(seat) }) : t("De {low} à {high}", { low: n(low), high: n(high) });
  return button(fits ? t("Noter {points}", { points: n(/** @type {number} */ (value)) }) : t("Noter"), () => (fits ? ctx.submit({ type: "PointsEntered", seat, points: value, line: lineOf(ctx, seat), ...(ctx.draft.note ? { why: ctx.draft.note } : {}) }) : ctx.tell(why)),
    { kind: `bouton--plein pose-noter ${fits ? "" : "bouton--impossible"}`, key: "enter" });
}

/** A button with a pawn for each seat whose points are missing. @param {QuestionContext<PointsQuestion>} ctx @param {SeatId} seat */
const others = (ctx, seat) => (ctx.me || ctx.view.seats.length < 2 ? null : h("div", { class: "pose-qui", role: "group", "aria-label": t("Qui répond") }, ctx.q.seats.map((id) => h("button", {
  class: "qui", "data-key": `who-${id}`, "aria-label": ctx.name(id), "aria-pressed": String(id === seat), onclick: () => ctx.set({ seat: id, line: undefined }) }, pawn(ctx.seat(id))))));

/** The lines to choose from; null if only one line may be written now. @param {QuestionContext<PointsQuestion>} ctx @param {SeatId} seat */
function lines(ctx, seat) {
  const blank = ctx.q.blank[seat];
  if (blank.length < 2) return null;
  return h("select", { class: "saisie", "data-key": "line", "aria-label": t("La ligne"), onchange: ({ target }) => ctx.set({ line: Number(target.value) }) },
    blank.map((line) => h("option", { value: String(line), selected: line === lineOf(ctx, seat) }, ctx.q.lines[line - 1])));
}

/** @param {QuestionContext<PointsQuestion>} ctx */
const note = (ctx) => (ctx.draft.note === undefined ? button(t("Noter un mot"), () => ctx.set({ note: "" }), { key: "note", kind: "bouton--sobre" })
  : h("input", { class: "saisie", maxlength: 60, "data-key": "note-text", "aria-label": t("Un mot sur ces points"), placeholder: t("Un mot sur ces points"), value: ctx.draft.note, oninput: ({ target }) => ctx.keep({ note: target.value }) }));

/** @satisfies {Renderer<PointsQuestion>} */
export const points = {
  title: (ctx) => { const seat = seatOf(ctx); return ctx.me ? t("Vos points") : seat === ctx.q.seats[0] ? null : t("Les points de {name}", { name: ctx.name(seat) }); },
  body: (ctx) => {
    const seat = seatOf(ctx);
    if (!ctx.q.blank[seat]?.length) return null;
    return h("div", { class: "pose" },
      others(ctx, seat),
      h("div", { class: "pose-tete" }, h("span", null, h("b", null, ctx.name(seat)), h("small", null, ctx.q.lines[lineOf(ctx, seat) - 1])), typing(ctx.draft)),
      lines(ctx, seat),
      signedPad(ctx.draft, ctx.set, enter(ctx)), note(ctx));
  },
};
