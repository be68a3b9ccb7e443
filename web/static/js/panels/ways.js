// Other ways to pay one debt: the next proposals, or any other pieces.

import { h } from "../dom.js";
import { button, piles } from "../pieces.js";
import { accountName, n, t } from "../words.js";
import { current } from "../live.js";
import { ask } from "../send.js";
import { panel } from "../dialog.js";
import { openWhy } from "./why.js";
import { besides } from "../debts.js";

/** @param {Debt} debt */
export function openWays(debt) {
  const view = current();
  const title = `${accountName(view, debt.from)} → ${accountName(view, debt.to)} : ${n(debt.amount)}`;
  panel(title, (_, close) => {
    /** @param {number | null} way */
    const hand = (way) => async () => { close(); await ask("/hand-over", { from: debt.from, to: debt.to, way }); };
    return [
      h("ul", { class: "causes" }, (debt.causes ?? []).map((cause) => h("li", null, h("span", null, cause.text), h("b", null, n(cause.amount)), cause.rule ? h("small", { class: "note" }, t("règle {rule}", { rule: cause.rule })) : null))),
      h("div", { class: "choix" }, (debt.ways ?? []).map((way, i) => h("button", { class: "option option--jetons", "data-key": `way-${i}`, onclick: hand(i) },
        h("span", { class: "tas-liste" }, piles(way.hand), besides(way, view, debt) ? h("small", null, besides(way, view, debt)) : null)))),
      button(t("Pourquoi ?"), () => { close(); openWhy(title, (debt.causes ?? []).map((cause) => t("{cause} : {amount}", { cause: cause.text, amount: n(cause.amount) })), (debt.causes ?? []).map((cause) => cause.rule)); }, { key: "why" }),
      button(t("Payé, peu importe comment"), hand(null), { key: "anyhow" }),
    ];
  }, { wide: true });
}
