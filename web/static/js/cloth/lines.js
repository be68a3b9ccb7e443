// A betting table of lines: one chip on each, and limited common numbers between two players.

import { h, hidden } from "../dom.js";
import { button, pawn, seatOf } from "../pieces.js";
import { ask } from "../send.js";
import { n, t } from "../words.js";
import { who } from "../ask/who.js";

/** @param {TableView} view */
const betQuestions = (view) => view.questions.filter((q) => q.kind === "bet");

/** The betting seats, always in the same order. @param {TableView} view */
const seatsOf = (view) => view.seats.map((one) => one.id).filter((id) => questionOf(view, id));

/** @param {TableView} view @param {SeatId} seat */
const questionOf = (view, seat) => betQuestions(view).find((q) => q.seats.includes(seat));

/** @param {QuestionContext<BetQuestion>} ctx */
const now = (ctx) => ctx.me ?? seatsOf(ctx.view).find((seat) => seat === ctx.draft.seat) ?? ctx.q.seats[0];

/**
 * The table. `mine` is the betting seat; without `onTouch` it has no controls.
 * @param {TableView} view
 * @param {PlacedBet[]} bets
 * @param {{ mine?: SeatId | null, free?: string[] | null, onTouch?: ((field: string, own: boolean) => unknown) | null, drawn?: string[], ghosts?: PlacedBet[] }} [options] `ghosts`: proposed chips, not placed yet
 */
export function table(view, bets, { mine = null, free = null, onTouch = null, drawn = [], ghosts = [] } = {}) {
  /** @param {string} id */
  const seat = (id) => seatOf(view, id);
  const last = drawn[drawn.length - 1];
  return h("div", { class: `lignes ${onTouch ? "" : "lignes--vues"}` }, view.cloth?.lines?.map((line) => h("section", { class: `ligne ${line.vertical ? "ligne--verticale" : ""}`, "aria-label": line.text },
    h("h3", { class: "ligne-nom" }, line.text),
    h("div", { class: "ligne-cases" }, line.fields.map(({ field, text, points }) => {
      const here = bets.filter((bet) => bet.field === field);
      const own = here.some((bet) => bet.seat === mine);
      const closed = Boolean(free && !own && !free.includes(field));
      const names = here.map((bet) => seat(bet.seat).name).join(", ");
      const spoken = [points === null ? text : t("{draw}, {points} points", { draw: text, points: n(points) }), names, own ? t("reprendre") : closed ? t("pas possible, toucher pour savoir pourquoi") : ""].filter(Boolean).join(", ");
      return h(onTouch ? "button" : "div", {
        class: `champ-ligne ${own ? "champ-ligne--moi" : ""} ${closed ? "champ-ligne--ferme" : ""} ${last === text ? "champ-ligne--sorti" : ""}`, "data-key": `field-${field}`,
        ...(onTouch ? { "aria-label": spoken, onclick: () => onTouch(field, own) } : {}),
      }, h("b", null, text), h("small", null, points === null ? "?" : n(points)), h("span", { class: "champ-pions" }, here.map((bet) => [pawn(seat(bet.seat)), onTouch ? null : hidden(seat(bet.seat).name)])),
      h("span", { class: "champ-dessines", "aria-hidden": "true" }, ghosts.filter((one) => one.field === field).map((one) => pawn(seat(one.seat), { class: "pion pion--dessine" }))));
    })))));
}

/**
 * "Two in common": the numbers shared with each other seat, and the seats with which the maximum is reached.
 * @param {QuestionContext<BetQuestion>} ctx
 * @param {SeatId} mine
 */
function common(ctx, mine) {
  const { common: pairs = [], most = 2 } = /** @type {Partial<BetsScene>} */ (ctx.view.scene ?? {});
  const rows = pairs.filter((one) => one.seats.includes(mine));
  /** @param {InCommon} one */
  const other = (one) => one.seats.find((id) => id !== mine) ?? mine;
  return h("div", { class: "en-commun" }, h("p", { class: "note" }, t("Avec chacun des autres, {most} numéros en commun au plus.", { most: n(most) })),
    rows.length ? h("ul", null, rows.map((one) => h("li", { class: one.number >= most ? "en-commun--plein" : "" }, pawn(ctx.seat(other(one))),
      h("span", null, one.number >= most ? t("{name} : {draws}, plus aucun autre", { name: ctx.name(other(one)), draws: one.draws.join(", ") }) : t("{name} : {draws}", { name: ctx.name(other(one)), draws: one.draws.join(", ") }))))) : null);
}

/** @param {QuestionContext<BetQuestion>} ctx */
export function body(ctx) {
  const { view } = ctx;
  const mine = now(ctx);
  const q = questionOf(view, mine) ?? ctx.q;
  const still = () => Boolean(questionOf(view, mine));
  /** @param {string} field @param {boolean} own */
  const touch = (field, own) => ctx.racing(own ? { type: "BetTakenBack", seat: mine, field } : { type: "BetPlaced", seat: mine, field, amount: 1 }, still);
  /** @param {SeatId} id */
  const left = (id) => questionOf(view, id)?.available?.[id] ?? 0;
  return h("div", { class: "jeux" },
    who(ctx, { seats: seatsOf(view), label: t("Qui mise"), current: mine, set: (id) => ctx.set({ seat: id }), note: (id) => (left(id) ? t("encore {n}", { n: n(left(id)) }) : t("posés")) }),
    table(view, q.bets, { mine, free: left(mine) ? q.free?.[mine] ?? null : null, onTouch: touch, ghosts: asDrawn({ ...ctx, q }) }),
    common(ctx, mine));
}

/** The missing chips at the places that the page proposes; on a phone, only this seat's. @param {QuestionContext<BetQuestion>} ctx */
const asDrawn = (ctx) => (ctx.q.drawn ?? []).filter((one) => !ctx.me || one.seat === ctx.me);

/** @param {QuestionContext<BetQuestion>} ctx */
export function side(ctx) {
  const left = seatsOf(ctx.view).filter((id) => !ctx.me || id === ctx.me).reduce((sum, id) => sum + (questionOf(ctx.view, id)?.available?.[id] ?? 0), 0);
  return left ? [h("p", { class: "sur-tapis" }, h("b", null, n(left)), t("à poser")),
    asDrawn(ctx).length ? button(t("Comme dessiné"), () => ask("/bet-as-drawn", { seat: ctx.me ?? "" }), { key: "as-drawn", kind: "bouton--plein" }) : null] : null;
}

