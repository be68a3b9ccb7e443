// Changes the house rules during an evening, after a preview.

import { h, named } from "../dom.js";
import { current, fetchJson } from "../live.js";
import { panel, select } from "../dialog.js";
import { typedNumber } from "../numbers.js";
import { confirmFact } from "../preview.js";
import { t } from "../words.js";

export async function openHouse() {
  let rules = /** @type {HouseRule[]} */ ([]);
  try {
    const { games } = /** @type {GamesOffer} */ (await fetchJson("/games.json"));
    rules = (games.find((one) => one.id === current().game)?.house ?? []).filter((one) => !one.fixed);
  } catch { /* the panel then says that there is no link */ }
  let wrong = ""; // the rule with an invalid typed number
  panel(t("Règles de la maison"), (refresh, close) => {
    const now = current().house ?? {};
    /** @param {HouseRule} rule @param {HouseValue} value */
    const change = (rule, value) => { close(); confirmFact({ type: "HouseChanged", key: rule.key, value }, rule.label); };
    /** @param {HouseRule} rule @returns {On<Event>} */
    const typed = (rule) => ({ target }) => {
      const value = typedNumber(rule, target);
      if (value !== undefined) return change(rule, value);
      wrong = rule.key;
      return refresh();
    };
    return rules.length ? rules.map((rule) => {
      const value = now[rule.key] ?? rule.default;
      const control = rule.type === "flag"
        ? h("label", { class: "radio" }, h("input", { type: "checkbox", role: "switch", checked: value === true, "data-key": rule.key, "aria-label": rule.label, onchange: () => change(rule, !value) }), value === true ? t("oui") : t("non"))
        : rule.type === "choice"
          ? select(rule.values.map((one, i) => [String(one), rule.words[i]]), String(value), (next) => change(rule, rule.values.find((one) => String(one) === next) ?? null), rule.key)
          : rule.type === "text" ? h("input", { class: "saisie", maxlength: rule.longest, value: String(value ?? ""), "data-key": rule.key, onchange: ({ target }) => change(rule, target.value.trim()) })
          : h("input", { class: "saisie", inputmode: "numeric", value: String(value ?? ""), "data-key": rule.key, onchange: typed(rule) });
      if (rule.type !== "flag") named(control, rule.label);
      return h("div", { class: "regle-ligne" }, h("h3", null, rule.label), h("p", { class: "note" }, rule.help), control,
        wrong === rule.key ? h("p", { class: "perte", role: "alert" }, t("Il faut le nombre, en chiffres.")) : null);
    }) : h("p", { class: "note" }, t("Pas de liaison. Fermez, puis rouvrez ce panneau."));
  }, { wide: true });
}
