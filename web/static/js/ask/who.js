// Who answers, where several may and the tablet is everybody's.

import { h } from "../dom.js";
import { pawn } from "../pieces.js";
import { t } from "../words.js";

export const chosen = (ctx) => ctx.me ?? (ctx.q.seats.includes(ctx.draft.seat) ? ctx.draft.seat : ctx.q.seats[0]);

export function who(ctx, { seats = ctx.q.seats, label = t("Qui répond"), current = chosen(ctx), set = (id) => ctx.set({ seat: id }), note = () => null } = {}) {
  if (ctx.me || seats.length < 2) return null;
  return h("div", { class: "qui-mise", role: "group", "aria-label": label }, seats.map((id) => h("button", {
    class: "qui", "data-key": `who-${id}`, "aria-pressed": String(id === current), onclick: () => set(id),
  }, pawn(ctx.seat(id)), h("span", null, ctx.name(id), note(id) ? h("small", null, note(id)) : null))));
}
