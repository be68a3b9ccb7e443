// Editors of decisions of the table: accounts, destinations, names, house rules.


import { field as labelled, text } from "../dialog.js";
import { asWritten, form } from "../ask/cards.js";
import { fetchJson } from "../live.js";
import { accountName, capital, t } from "../words.js";
import { row, squares, typed } from "./rows.js";

/** @param {TableView} view */
const accounts = (view) => [...["bank", "pot"].filter((one) => one in view.accounts), ...view.seats.filter((seat) => !seat.left).map((seat) => seat.id)];

/** @param {string} key @param {() => string} label @returns {(c: Correcting) => Kid} */
const between = (key, label) => (c) => row(c, label(), key, accounts(c.then.view).map((one) => [{ [key]: one }, accountName(c.then.view, one)]));

export const giver = between("giver", () => t("De"));

export const taker = between("taker", () => t("À"));

/** @param {Correcting} c */
export const pawn = (c) => row(c, t("Va sur"), "index", squares(c, "index"));

/** @param {Correcting} c */
export const name = (c) => labelled(t("Nom"), text(c.fact.name, () => {}, { "data-key": "name", maxlength: 30, autocomplete: "off", onchange: ({ target }) => target.value.trim() && c.put({ name: target.value.trim() }) }));

/** @param {Correcting} c */
export function heir(c) {
  const others = c.then.view.seats.filter((seat) => !seat.left && seat.id !== c.fact.seat);
  return row(c, t("Ses {chips} et cartes vont", { chips: c.view.called[1] }), "to",
    [[{ to: "bank" }, t("à la banque")], [{ to: "shared" }, t("à tous, partagés")], ...others.map((seat) => /** @type {AnswerChoice} */ ([{ to: seat.id }, t("à {name}", { name: seat.name })]))],
    ({ to }) => to === (c.fact.to ?? "bank"));
}

/**
 * The data at `path`, null until it has arrived. Each panel requests it once.
 * @template {"setup" | "box"} K
 * @param {Correcting} c
 * @param {K} key
 * @param {string} path
 */
function fetched(c, key, path) {
  if (c.draft[key] === undefined) {
    c.draft[key] = null;
    fetchJson(path).then((found) => { c.draft[key] = found; c.redraw(); }, () => {});
  }
  return c.draft[key];
}

/** @param {Correcting} c */
export function houseValue(c) {
  const rule = fetched(c, "setup", "/games.json")?.games.find((one) => one.id === c.view.game)?.house.find((one) => one.key === c.fact.key);
  if (!rule) return null;
  const values = rule.type === "flag" ? [{ value: true, words: t("oui") }, { value: false, words: t("non") }] : rule.values.map((value, i) => ({ value, words: rule.words[i] }));
  if (rule.type !== "int") return row(c, rule.label, "value", values.map(({ value, words }) => [{ value }, capital(words)]));
  return labelled(rule.label, typed(c, rule.label, "value", c.fact.value, (value) => value >= 0, (value) => c.put({ value })));
}

/** @param {Correcting} c */
export function cardOfBox(c) {
  const deck = fetched(c, "box", "/box.json")?.decks.find((one) => one.deck === c.fact.deck);
  if (!deck) return null;
  c.draft.fresh ??= asWritten(c.fact.card);
  return form({ q: { ...deck, cards: [] }, draft: c.draft, lesser: c.changed, now: () => c.draft, keep: (patch) => Object.assign(c.draft, patch), set: (patch) => { Object.assign(c.draft, patch); c.redraw(); }, tell: c.tell }, (card) => c.put({ card }));
}
