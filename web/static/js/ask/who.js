// Selects the answering seat on a shared tablet.

import { h } from "../dom.js";
import { pawn } from "../pieces.js";
import { t } from "../words.js";

/** @param {QuestionContext} ctx */
export const chosen = ({ me, q, draft }) => me ?? (draft.seat && q.seats.includes(draft.seat) ? draft.seat : q.seats[0]);

/**
 * @param {QuestionContext<any>} ctx
 * @param {object} [options]
 * @param {SeatId[]} [options.seats]
 * @param {string} [options.label]
 * @param {SeatId} [options.current]
 * @param {(id: SeatId) => unknown} [options.set]
 * @param {(id: SeatId) => string | null} [options.note] the text below a name
 */
export function who(ctx, { seats = ctx.q.seats, label = t("Qui répond"), current = chosen(ctx), set = (id) => ctx.set({ seat: id }), note } = {}) {
  if (ctx.me || seats.length < 2) return null;
  return h("div", { class: "qui-mise", role: "group", "aria-label": label }, seats.map((id) => h("button", {
    class: "qui", "data-key": `who-${id}`, "aria-pressed": String(id === current), onclick: () => set(id),
  }, pawn(ctx.seat(id)), h("span", null, ctx.name(id), note?.(id) ? h("small", null, note(id)) : null))));
}
