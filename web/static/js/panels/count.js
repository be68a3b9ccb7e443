// Compares counted chips with the ledger; a fact in the report settles a difference.

import { h } from "../dom.js";
import { button, chip, message } from "../pieces.js";
import { accountName, around, n, signed, t } from "../words.js";
import { current, until } from "../live.js";
import { submit } from "../send.js";
import { field, panel, seatChoices, select } from "../dialog.js";
import { confirmFact } from "../preview.js";

/** @param {View} view @param {Account} account */
function believed(view, account) {
  if (account === "bank") return view.bank_chips;
  return view.seats.find((seat) => seat.id === account)?.chips;
}

/**
 * The differences found by counts and not settled yet.
 * @param {View} view
 * @param {() => void} [close]
 * @param {Account | null} [only]
 */
export function differences(view, close = () => {}, only = null) {
  return (view.counts ?? []).filter((one) => one.counted !== one.expected && (!only || one.account === only)).map((one) => {
    const off = one.counted - one.expected;
    const other = one.account === "bank" ? view.turn ?? view.seats[0]?.id : "bank";
    const settle = () => {
      close();
      confirmFact({ type: "MoneyMoved", giver: off > 0 ? other : one.account, taker: off > 0 ? one.account : other, amount: Math.abs(off), done: true, why: t("Comptage : {account}", { account: accountName(view, one.account) }) }, t("Régler l'écart"));
    };
    return h("div", { class: "ecart-compte" }, message("", `${accountName(view, one.account)} : ${signed(off)}`, t("Compté {counted}, attendu {expected}.", { counted: n(one.counted), expected: n(one.expected) })),
      only ? null : button(t("Régler l'écart"), settle, { key: `settle-${one.account}` }));
  });
}

/** @param {SeatId | null} [me] the seat whose page this is */
export function openCount(me = null) {
  const begun = current();
  let account = me ?? begun.turn ?? "bank";
  let chips = /** @type {Stock} */ ({ ...believed(begun, account) });
  panel(t("Compter des {chips}", { chips: current().called[1] }), (refresh, close) => {
    const view = current();
    const values = view.pieces.length ? view.pieces : [...view.amounts].reverse();
    const seat = view.seats.find((one) => one.id === account);
    const expected = account === "bank" ? view.accounts.bank : (seat?.points ?? 0) - (seat?.felt ?? 0);
    const total = values.reduce((sum, value) => sum + value * (chips[value] ?? 0), 0);
    /** @param {number} value @param {number} by */
    const step = (value, by) => () => { chips[value] = Math.max(0, (chips[value] ?? 0) + by); refresh(); };
    const send = async () => {
      const counted = Object.fromEntries(values.filter((value) => chips[value]).map((value) => [String(value), chips[value]]));
      const reply = await submit({ type: "ChipsCounted", account, chips: counted });
      if (!reply) return close();
      await until(reply.number ?? 0); // the answer may arrive before the view with the difference
      refresh();
    };
    return [
      me ? null : field(t("Les {chips} de", { chips: view.called[1] }), select([...seatChoices(view.seats.filter((one) => !one.left)), ["bank", t("Banque")]], account, (v) => { account = v; chips = { ...believed(view, v) }; refresh(); }, "account")),
      h("div", { class: "compter" }, values.map((value) => h("div", { class: "compter-un" }, chip(value),
        button("−", step(value, -1), { kind: "pas", key: `less-${value}`, label: t("Un {chip} de {amount} de moins", { chip: view.called[0], amount: n(value) }), why: !chips[value] && t("Il n'y en a pas.") }),
        h("output", null, String(chips[value] ?? 0)),
        button("+", step(value, 1), { kind: "pas", key: `more-${value}`, label: t("Un {chip} de {amount} de plus", { chip: view.called[0], amount: n(value) }) })))),
      h("p", { class: "compter-somme" }, around(total === expected ? t("{total} : le compte est bon") : t("{total} pour {expected} attendus ({difference})", { expected: n(expected ?? 0), difference: signed(total - (expected ?? 0)) }), { total: h("b", null, n(total)) })),
      button(t("Noter ce compte"), send, { kind: "bouton--plein", key: "send" }),
      differences(view, close, me),
    ];
  }, { wide: true });
}
