// "Pourquoi ?": the rule book's text, and the house rule if the book leaves a choice.

import { h } from "../dom.js";
import { panel } from "../dialog.js";
import { fetchJson } from "../live.js";
import { t } from "../words.js";

let book = /** @type {RuleBook | null} */ (null);

/** @returns {Promise<RuleBook>} */
const open = async () => book ??= await fetchJson("/rules.json");

/** @param {ChosenRule[]} rules @param {string[]} ids */
function house(rules, ids) {
  const bound = rules.filter((one) => one.rule_ids.some((id) => ids.includes(id)));
  return bound.length ? h("div", { class: "maison" }, h("h3", { class: "petit-titre" }, bound.some((one) => one.value !== one.default) ? t("Ici, la maison a choisi") : t("Le livret laisse le choix. Ici :")),
    h("dl", { class: "papier-faits" }, bound.map((one) => h("div", null, h("dt", null, one.label), h("dd", null, one.said))))) : null;
}

/**
 * Opens the panel: first `texts`, then each rule of `ids` with its text from the rule book.
 * @param {string} title
 * @param {(string | null | undefined)[]} texts
 * @param {(string | null | undefined)[]} ids
 */
export async function openWhy(title, texts, ids) {
  let found = /** @type {RuleBook} */ ({ rules: {}, squares: {}, house: [] });
  book = null; // the house rule may have changed
  try {
    found = await open();
  } catch { /* without a link, the panel shows only `texts` */ }
  const known = [...new Set(ids)].filter((id) => id !== null && id !== undefined);
  panel(title, () => [
    texts.filter(Boolean).map((text, i) => h("p", { class: i ? "" : "fort" }, text)),
    known.map((id) => (found.rules[id] ? h("figure", { class: "regle-citee" }, h("q", { class: "regle-mots", lang: "fr" }, found.rules[id]), h("figcaption", { class: "note" }, t("Livret de règles, {rule}", { rule: id }))) : null)),
    known.length ? null : h("p", { class: "note" }, t("Aucune règle du livret : c'est la table qui l'a décidé.")),
    house(found.house, known),
  ]);
}

/** The effect of a kind of square, in the rule book's words. @param {string} kind */
export async function squareWords(kind) {
  const found = await open();
  return (found.squares[kind] ?? []).map((id) => found.rules[id]).filter(Boolean);
}
