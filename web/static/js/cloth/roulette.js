// The cloth of a boule: nine numbers in the middle, the even chances on both sides.

import { h, s } from "../dom.js";
import { t } from "../words.js";
import { cell } from "./fields.js";
import * as stakes from "./stakes.js";

/** @param {string | undefined} colour */
const diamond = (colour) => (colour ? s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { class: "losange", d: "M12 1 22 12 12 23 2 12Z", fill: `var(--case-${colour})` })) : null);

/** @param {string} field */
const kind = (field) => (/^\d$/.test(field) ? `n${field} ${field === "5" ? "champ--cinq" : ""}` : `champ--chance c-${field}`);

/** @type {DrawCloth} */
export const table = (view, bets, look = {}) => h("div", { class: `roulette ${look.me ? "roulette--tel" : ""}`, role: "group", "aria-label": t("Le tapis") },
  view.cloth?.fields.map((one) => cell(view, one, bets, look, kind(one.field), diamond(one.colour))));

export const { side } = stakes;
export const body = stakes.body(table);
