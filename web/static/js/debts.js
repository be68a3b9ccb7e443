// The debts: who hands over how much to whom, and in which chips.

import { h, hidden } from "./dom.js";
import { icon, piles } from "./pieces.js";
import { accountName, faceWords, n, t } from "./words.js";

/** Chips in words, the largest first. @param {Stock | null | undefined} chips */
export const counted = (chips) => Object.entries(chips ?? {}).filter(([, k]) => k > 0).sort(([a], [b]) => Number(b) - Number(a)).map(([v, k]) => `${k} × ${n(Number(v))}`).join(", ");

/**
 * The additional steps of a hand-over in words: change from the payee, exchange at the bank.
 * @param {Way | undefined} way
 * @param {Named} view
 * @param {{ to: Account }} debt
 */
export function besides(way, view, debt) {
  const words = [];
  if (way?.exchange) words.push(t("la banque change {given} contre {got}", { given: counted(way.exchange.give), got: counted(way.exchange.get) }));
  if (way?.back && counted(way.back)) words.push(t("{name} rend {chips}", { name: accountName(view, debt.to), chips: counted(way.back) }));
  return words.join(" ; ");
}

/** The causes of a debt, grouped by kind: « roulette : 1, noir ». @param {{ text: string }[]} causes */
function reasons(causes) {
  const kinds = /** @type {Map<string, string[]>} */ (new Map());
  for (const { text } of causes) {
    const [kind, ...parts] = text.split(", ");
    kinds.set(kind, [...new Set([...(kinds.get(kind) ?? []), ...parts])]);
  }
  return [...kinds].map(([kind, parts]) => (parts.length ? t("{kind} : {parts}", { kind, parts: parts.join(", ") }) : kind)).join(", ");
}

/**
 * @param {TableView} view
 * @param {Debt[]} owed
 * @param {{ onDone?: (debt: Debt, way: number | null) => unknown, onOther?: (debt: Debt) => unknown, last?: Kid }} [options] the actions of the buttons; the last throw, shown only beside a single debt
 */
export function debts(view, owed, { onDone, onOther, last } = {}) {
  const several = owed.length > 1;
  const long = owed.some((debt) => [debt.from, debt.to].some((id) => accountName(view, id).length > 8));
  return [several ? null : last, h("div", { class: "dettes-bloc" },
    h("h2", { class: "petit-titre" }, t("À remettre"), " ", several && view.throw ? h("b", { class: "jet-dit" }, view.throw.text || view.throw.dice.map(faceWords).join(" ")) : null, " ", !onDone ? null : [hidden(t("Touchez les {chips} pour payer autrement.", { chips: view.called[1] })), h("span", { class: "aide", "aria-hidden": "true" }, t("Toucher les {chips} : payer autrement", { chips: view.called[1] }))]),
    h("ul", { class: "dettes" }, owed.map((debt) => {
      const way = debt.ways?.[0];
      const wide = debt.amount >= 1000;
      const from = accountName(view, debt.from);
      const to = accountName(view, debt.to);
      const beside = besides(way, view, debt);
      return h("li", { class: `dette ${wide ? "dette--mille" : ""} ${Object.keys(way?.hand ?? {}).length > (wide ? 1 : 2) || beside ? "dette--longue" : ""}` },
        h("p", { class: `dette-qui ${long ? "dette-qui--long" : ""}` }, h("span", null, from), h("span", { class: "vers" }, hidden(t("doit à")), h("span", { "aria-hidden": "true" }, "→ "), to),
          h("small", null, reasons(debt.causes ?? []))),
        h("p", { class: "dette-somme" }, n(debt.amount)),
        h(onOther ? "button" : "div", { class: "tas-liste dette-jetons", ...(onOther ? {} : { role: "group" }), "data-key": `ways-${debt.from}-${debt.to}`, "aria-label": onOther ? t("Payer autrement, {from} à {to}", { from, to }) : t("{from} donne à {to}", { from, to }), onclick: onOther && (() => onOther(debt)) },
          way ? [piles(way.hand), beside ? h("small", null, beside) : null] : h("small", null, debt.felt ? t("posé sur le tapis") : t("en {chips}, au choix", { chips: view.called[1] }))),
        !onDone ? null : h("button", { class: "bouton", "data-key": `done-${debt.from}-${debt.to}`, "aria-label": t("{from} a remis {amount} à {to}", { from, to, amount: n(debt.amount) }), onclick: () => onDone(debt, way ? 0 : null) }, icon("oui")));
    })))];
}
