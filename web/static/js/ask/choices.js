// Questions that one touch answers: servi, rien ne va plus, an opponent, an option, a number.

import { h } from "../dom.js";
import { button, pawn } from "../pieces.js";
import { later } from "../later.js";
import { drawBoard } from "../board.js";
import { sign } from "../cards.js";
import { redraw } from "../live.js";
import { noting } from "../reads.js";
import { n, t } from "../words.js";

const panel = later(() => import("../dialog.js"), "panel");

/**
 * A button for an irreversible act: it asks for a second touch.
 * @param {QuestionContext} ctx
 * @param {string} key
 * @param {string} words
 * @param {string} sure
 * @param {() => unknown} act
 * @param {string} kind
 */
function twice(ctx, key, words, sure, act, kind) {
  const armed = ctx.draft.armed === key;
  return button(armed ? sure : words, armed ? act : () => ctx.set({ armed: key }), {
    kind: armed ? "bouton--plein bouton--danger-plein" : kind, key,
  });
}

/** @satisfies {Renderer<StandQuestion>} */
export const stand = {
  aside: true,
  side: (ctx) => button(ctx.q.say ?? t("Servi"), () => ctx.submit({ type: "Stood", seat: ctx.q.seats[0] }), { kind: ctx.alone || ctx.q.made ? "bouton--plein bouton--grand" : "bouton--grand", key: "stand" }),
};

/** Whether a seat that may bet has placed nothing yet, or must place more. @param {TableView} view */
const laying = (view) => view.questions.some((q) => q.kind === "bet" && (q.must || q.seats.some((id) => !q.bets.some((bet) => bet.seat === id))));

/** @satisfies {Renderer<CloseQuestion>} */
export const close = {
  aside: true,
  side: (ctx) => button(ctx.q.text, () => ctx.racing({ type: "BetsClosed", seat: ctx.me ?? ctx.q.seats[0] }, ctx.stillOpen), { kind: `bouton--grand ${ctx.q.spare || laying(ctx.view) ? "" : "bouton--plein"}`, key: "close" }),
};

/** @param {QuestionContext<OpponentQuestion>} ctx @param {SeatId} seat */
const choose = (ctx, seat) => () => ctx.submit({ type: "OpponentChosen", seat: ctx.q.seats[0], opponent: seat });

/** @satisfies {Renderer<OpponentQuestion>} */
export const opponent = {
  body: (ctx) => h("div", { class: "choix choix--deux", role: "group", "aria-label": ctx.q.text }, ctx.q.among.map((one) => h("button", {
    class: `option ${one.possible === false ? "option--impossible" : ""}`, "data-key": `opponent-${one.seat}`,
    onclick: choose(ctx, one.seat),
  }, pawn(ctx.seat(one.seat)), h("span", null, h("b", null, ctx.name(one.seat)), h("small", null, one.possible === false ? t("aucune mise possible") : `${n(ctx.seat(one.seat).points)} ${ctx.view.called[1]}`)),
  !one.limit ? null : h("span", { class: "valeur" }, t("{amount} au plus", { amount: n(one.limit) }))))),
};

/** Whether the options stand beside the question: at most two short ones, or a single optional one. @param {OptionQuestion} q */
const few = (q) => (q.options.length === 1 && !q.must) || q.options.length <= 2 && q.options.every((one) => one.text.length < 20);

/** Whether the same seat may answer something else instead, such as a stake. @param {QuestionContext<OptionQuestion>} ctx */
const otherwise = ({ q, view }) => view.questions.some((one) => one.must && one.kind !== "option" && one.seats.some((seat) => q.seats.includes(seat)));

/**
 * A button for one option. On a shared tablet, a touch asks which seat answers, if that matters.
 * @param {QuestionContext<OptionQuestion>} ctx
 * @param {OfferedOption} one
 * @param {boolean} grand
 */
function optionButton(ctx, one, grand) {
  /** @param {SeatId} seat */
  const say = (seat) => ctx.submit({ type: "OptionChosen", seat, option: one.option });
  const ask = () => panel(ctx.q.text, (_, close) => h("div", { class: "choix choix--deux", role: "group", "aria-label": ctx.q.text }, ctx.q.seats.map((seat) => h("button", {
    class: "option", "data-key": `says-${seat}`, onclick: () => { close(); say(seat); },
  }, pawn(ctx.seat(seat)), h("span", null, h("b", null, ctx.name(seat)))))));
  const act = () => (ctx.me && ctx.q.seats.includes(ctx.me) ? say(ctx.me) : ctx.q.personal && ctx.q.seats.length > 1 ? ask() : say(ctx.q.seats[0]));
  const only = ctx.q.must && ctx.q.options.length === 1 && !otherwise(ctx);
  const kind = `${grand ? "bouton--grand" : ""} ${one.refused ? "bouton--impossible" : only ? "bouton--plein" : ""}`;
  const words = ctx.view.pack?.[one.option] ? [sign(ctx.view, one.option), ctx.view.pack[one.option].text] : one.text;
  return one.danger ? twice(ctx, `option-${one.option}`, one.text, t("Sûr ? {choice}", { choice: one.text }), act, `bouton--danger ${kind}`)
    : button(words, act, { key: `option-${one.option}`, kind });
}

/** Whether a pad of keys shows the options, because there are more than eight. @param {OptionQuestion} q */
const many = (q) => q.options.length > 8;

/** @satisfies {Renderer<OptionQuestion>} */
export const option = {
  aside: true,
  wide: many,
  side: (ctx) => (few(ctx.q) ? ctx.q.options.map((one) => optionButton(ctx, one, true)) : null),
  body: (ctx) => (few(ctx.q) ? null : h("div", { class: many(ctx.q) ? "nombres" : "boutons boutons--plein choix-large" }, ctx.q.options.map((one) => optionButton(ctx, one, true)))),
};

/** @param {QuestionContext<NumberQuestion>} ctx @param {number} value */
const told = (ctx, value) => () => ctx.submit({ type: "NumberGiven", seat: ctx.q.seats[0], number: value });

/** Whether the numbers are few enough for one button each. @param {NumberQuestion} q */
const isShort = (q) => q.high - q.low < 10;

/** @param {QuestionContext<NumberQuestion>} ctx */
function numbers(ctx) {
  const means = new Map((ctx.q.choices ?? []).map((one) => [one.number, one.text]));
  const { top, lands } = /** @type {Partial<TurnScene>} */ (ctx.view.scene ?? {}); // a top card that is already won is not marked
  return h("div", { class: "nombres", role: "group", "aria-label": ctx.q.text }, Array.from({ length: ctx.q.high - ctx.q.low + 1 }, (_, i) => ctx.q.low + i).map((value) => {
    const card = means.get(value);
    return h("button", {
      class: `nombre ${top && !lands && card === top ? "nombre--visé" : ""} ${ctx.q.taken.includes(value) ? "nombre--impossible" : ""}`, "data-key": `number-${value}`, onclick: told(ctx, value),
    }, h("b", null, n(value)), card === undefined ? null : sign(ctx.view, card));
  }));
}

const small = matchMedia("(max-width:61.99rem), (max-height:40rem)");
small.addEventListener("change", redraw);
const isSmall = noting(() => small.matches);

/**
 * The squares of the ring as buttons on a small screen, where the drawn ones are too small to touch.
 * @param {QuestionContext<NumberQuestion>} ctx
 * @param {Board} board
 */
const squares = (ctx, board) => h("div", { class: "cases", role: "group", "aria-label": ctx.q.text }, board.squares.map((one, i) => button([n(i + 1), one.kind && ctx.view.pack?.[one.kind] ? sign(ctx.view, one.kind) : one.colour ? pawn({ name: ctx.view.seats.find((seat) => seat.colour === one.colour)?.name ?? one.text, colour: one.colour }) : one.kind && one.text], told(ctx, i), { key: `square-${i}`, kind: ctx.q.taken.includes(i) ? "bouton--impossible" : "" })));

/** @satisfies {Renderer<NumberQuestion>} */
export const number = {
  wide: (q) => !isShort(q),
  side: (ctx) => {
    if (ctx.q.squares || isShort(ctx.q)) return null;
    const value = Number(ctx.draft.digits || NaN);
    const fits = value >= ctx.q.low && value <= ctx.q.high && !ctx.q.taken?.includes(value);
    const why = fits ? null : ctx.q.taken?.includes(value) ? t("Déjà pris") : t("De {low} à {high}", { low: n(ctx.q.low), high: n(ctx.q.high) });
    return button(why ?? t("C'est {number}", { number: n(value) }), () => ctx.submit({ type: "NumberGiven", seat: ctx.q.seats[0], number: value }),
      { kind: "bouton--plein bouton--grand bouton--dit", key: "number", why });
  },
  body: (ctx) => {
    const { board } = ctx.view;
    if (ctx.q.squares && board && (ctx.me || isSmall())) return squares(ctx, board);
    if (ctx.q.squares && board) return drawBoard(ctx.view, board, null, { onTouch: (index) => told(ctx, index)() });
    if (isShort(ctx.q)) return numbers(ctx);
    const digits = ctx.draft.digits ?? "";
    /** @param {string} d */
    const add = (d) => () => ctx.set({ digits: (digits + d).slice(0, 6) });
    return h("div", { class: "pave" }, h("output", { class: "pave-nombre" }, digits ? n(Number(digits)) : "?"),
      h("div", { class: "pave-touches", role: "group", "aria-label": t("Chiffres") },
        ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"].map((d) => button(d, add(d), { key: `digit-${d}` })),
        button(t("Effacer"), () => ctx.set({ digits: digits.slice(0, -1) }), { key: "erase", why: !digits && t("Rien n'est encore tapé.") })));
  },
};
