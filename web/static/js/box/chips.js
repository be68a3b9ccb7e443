// The chips of the box, the starting chips, and the dice.

import { find, h } from "../dom.js";
import { button, chip, die } from "../pieces.js";
import { n, t } from "../words.js";
import { again, box, change, form, name, quiet } from "./model.js";

const MOST = 1000;

let fresh = "";
let failed = "";

/** @param {Stock} stock */
const worth = (stock) => Object.entries(stock).reduce((sum, [value, count]) => sum + Number(value) * count, 0);

/** @param {'chips' | 'start_chips'} stock @param {number} value @param {string} label */
function number(stock, value, label) {
  /** @type {On<Event>} */
  const set = (event) => {
    const count = Number(event.target.value);
    if (!/^\d+$/.test(event.target.value) || count > MOST) return;
    quiet({ [stock]: { ...box()[stock], [value]: count } });
    find(".jetons-somme")?.replaceWith(sums());
  };
  return h("input", { class: "saisie", inputmode: "numeric", maxlength: 4, value: box()[stock][value] ?? 0, "aria-label": label, "data-key": `${stock}-${value}`, oninput: set, onchange: (event) => { event.target.value = String(box()[stock][value] ?? 0); } });
}

/** @param {number} value */
function without(value) {
  const { [value]: here, ...chips } = box().chips;
  const { [value]: given, ...start_chips } = box().start_chips;
  change({ chips, start_chips });
}

function add() {
  const value = Number(fresh);
  failed = !Number.isInteger(value) || value <= 0 || value > 1e6 || value % form().step ? t("La valeur d'un jeton est un multiple de {step}.", { step: form().step })
    : value in box().chips ? t("Ces jetons sont déjà dans la liste.") : "";
  if (failed) return again();
  fresh = "";
  return change({ chips: { ...box().chips, [value]: 0 } });
}

const values = () => Object.keys(box().chips).map(Number).sort((a, b) => b - a);

function sums() {
  const short = values().filter((value) => (box().start_chips[value] ?? 0) * 2 > box().chips[value]);
  return h("div", { class: "jetons-somme" },
    h("p", null, t("Chacun reçoit {start} ; la boîte contient {whole}.", { start: n(worth(box().start_chips)), whole: n(worth(box().chips)) })),
    short.length ? h("p", { class: "alerte-mot" }, t("Pas assez de jetons de {values} pour deux joueurs.", { values: short.map((value) => n(value)).join(", ") })) : null);
}

export function chipEditor() {
  return h("section", { class: "carte empile" }, h("h2", null, t("Les jetons")),
    h("table", { class: "jetons-boite" },
      h("thead", null, h("tr", null, h("th", { scope: "col" }, t("Jeton")), h("th", { scope: "col" }, t("dans la boîte")), h("th", { scope: "col" }, t("à chacun")), h("th", { scope: "col" }, h("span", { class: "lu" }, t("Enlever"))))),
      h("tbody", null, values().map((value) => h("tr", null,
        h("th", { scope: "row" }, h("span", { class: "jeton-nom" }, chip(value), h("span", null, n(value)))),
        h("td", null, number("chips", value, t("Jetons de {value} dans la boîte", { value: n(value) }))),
        h("td", null, number("start_chips", value, t("Jetons de {value} à chacun", { value: n(value) }))),
        h("td", null, button("×", () => without(value), { key: `no-${value}`, kind: "bouton--sobre", label: t("Enlever les jetons de {value}", { value: n(value) }) })))))),
    sums(),
    h("div", { class: "ligne-montant" },
      h("input", { class: "saisie", inputmode: "numeric", maxlength: 6, placeholder: t("autre valeur"), "aria-label": t("Valeur d'un autre jeton"), "data-key": "fresh", value: fresh, oninput: (event) => { fresh = event.target.value.trim(); } }),
      button(t("Ajouter ce jeton"), add, { key: "add-chip" })),
    failed ? h("p", { class: "perte", role: "alert" }, failed) : null);
}

/** @type {Record<string, [DrawnDie, (count: number) => string]>} */
const DICE = {
  d6: [{ kind: "d6", value: 5 }, (count) => t("{count} dés ordinaires", { count })],
  d10: [{ kind: "d10", value: 7 }, (count) => (count > 1 ? t("{count} dés à dix faces", { count }) : t("un dé à dix faces"))],
  bicolour: [{ kind: "bicolour", value: "red" }, (count) => (count > 1 ? t("{count} dés rouges et noirs", { count }) : t("un dé rouge et noir"))],
};

export function diceEditor() {
  const kinds = Object.keys(DICE).filter((kind) => form().dice[kind]);
  return h("section", { class: "carte empile" }, h("h2", null, t("Les dés")),
    h("ul", { class: "des-boite" }, kinds.map((kind) => h("li", null, die(DICE[kind][0]), h("span", null, DICE[kind][1](form().dice[kind]))))),
    h("p", { class: "note" }, t("L'œil lit les dés ordinaires. Les vôtres sont particuliers, ou l'un manque ? Montrez-les une fois, ou dites qui le remplace.")),
    h("div", { class: "boutons" }, h("a", { class: "bouton", href: `/dice?box=${encodeURIComponent(name())}` }, t("Apprendre mes dés"))));
}
