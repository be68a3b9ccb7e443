// A cloth without a special drawing: a plain list of its fields.

import { h, hidden } from "../dom.js";
import { pawn, seatOf } from "../pieces.js";
import { capital, n, t } from "../words.js";
import * as stakes from "./stakes.js";

const MOST = 6; // stakes drawn as pawns on one field; more become a number

/**
 * A field with its stakes. `kind` is its class; `sign` is drawn beside its name.
 * @param {TableView} view
 * @param {ClothField} field
 * @param {PlacedBet[]} bets
 * @param {ClothLook} look
 * @param {string} [kind]
 * @param {Kid} [sign]
 */
export function cell(view, { field, text }, bets, { onTouch, me, mine, aimed }, kind = "", sign = null) {
  const here = bets.filter((bet) => bet.field === field && (!me || bet.seat === me));
  const own = here.some((bet) => bet.seat === mine);
  const name = capital(text);
  const total = here.reduce((sum, bet) => sum + bet.amount, 0);
  return h(onTouch ? "button" : "div", {
    class: `champ ${kind} ${aimed === text ? "champ--cible" : ""} ${own ? "champ--moi" : ""} ${here.length > 2 ? "champ--foule" : ""}`, "data-key": `field-${field}`,
    onclick: onTouch && (() => onTouch(field, own)),
    "aria-label": onTouch && (own ? t("{field}, {amount} misés, reprendre", { field: name, amount: n(total) }) : total ? t("{field}, {amount} misés", { field: name, amount: n(total) }) : name),
  }, h("span", { class: "champ-nom" }, name), sign,
  h("span", { class: "mises" }, here.slice(0, MOST).map((bet) => h("span", { class: "mise" },
    me ? null : pawn(seatOf(view, bet.seat)), hidden(`${seatOf(view, bet.seat).name} `), n(bet.amount))),
  here.length > MOST ? h("span", { class: "mise" }, `+\u202f${here.length - MOST}`) : null));
}

/** @type {DrawCloth} */
export const table = (view, bets, look = {}) => h("div", { class: "champs", role: "group", "aria-label": t("Le tapis") },
  view.cloth?.fields.map((one) => cell(view, one, bets, look)));

export const { side } = stakes;
export const body = stakes.body(table);
