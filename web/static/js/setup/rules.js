// The parts of the set-up for target, box, level and house rules.

import { h } from "../dom.js";
import { button } from "../pieces.js";
import { typedNumber } from "../numbers.js";
import { LEVELS, n, t } from "../words.js";
import { ask } from "../send.js";
import { boxes, change, game, now, quiet, target, targets } from "./choice.js";

/** @type {Record<string, string>} */
const LENGTHS = { courte: t("courte"), moyenne: t("moyenne"), longue: t("longue") };

export function aims() {
  if (targets().length < 2) return null; // no choice
  return h("section", { class: "carte" }, h("h2", null, t("Objectif")), h("div", { class: "cibles", role: "group", "aria-label": t("Objectif") },
    targets().map((one, i) => h("button", { class: "cible", "data-key": `target-${one}`, "aria-pressed": String(!now().own && target() === one), onclick: () => change({ target: one, own: false }) }, h("b", null, n(one)), h("span", { class: "note" }, LENGTHS[game().lengths[i]] ?? ""))),
    h("button", { class: "cible", "data-key": "target-own", "aria-pressed": String(now().own), onclick: () => change({ own: true, target: target() }) }, h("b", null, t("Autre")), h("span", { class: "note" }, t("au choix")))),
  now().own ? h("label", { class: "champ-texte mt" }, h("span", null, t("Points à atteindre")), h("input", { class: "saisie", inputmode: "numeric", maxlength: 6, value: target() ?? "", "data-key": "own", oninput: (event) => quiet({ target: Number(event.target.value) || null }) })) : null);
}

/** @type {Record<string, [string, string]>} */
const BUILT_IN = {
  exemple: [t("L'exemple inventé"), t("Pour essayer : ce n'est pas ce qui est imprimé dans votre boîte.")],
  vide: [t("La vôtre, apprise en jouant"), t("Servi demande ce qui y est imprimé, une seule fois, quand il en a besoin.")],
};

/** @param {string} name */
export const boxTitle = (name) => BUILT_IN[name]?.[0] ?? name;

/** Makes a box of this game, chooses it and opens its editor; the set-up stays stored meanwhile. */
async function copy() {
  const made = await ask("/new-box", { name: `${t("Ma boîte")} ${game().title}`, game: game().id, example: !game().learns }, { seen: undefined });
  if (!made) return;
  change({ box: made.name });
  location.href = `/box?name=${encodeURIComponent(made.name ?? "")}`;
}

export function boxChoice() {
  if (game().boxed === false) return null;
  /** @param {ShelfBox} one */
  const about = (one) => BUILT_IN[one.name]?.[1] ?? (one.unsure ? t("{number} à vérifier.", { number: one.unsure }) : one.invented ? t("Copie de l'exemple, encore à comparer à la vôtre.") : t("Sur l'étagère."));
  return h("section", { class: "carte" }, h("h2", null, t("La boîte")), h("div", { class: "choix", role: "group", "aria-label": t("La boîte") }, boxes().map((one) => h("button", {
    class: `option ${now().box === one.name ? "option--choisie" : ""}`, "aria-pressed": String(now().box === one.name), "data-key": `box-${one.name}`, onclick: () => change({ box: one.name }),
  }, h("span", null, h("b", null, boxTitle(one.name)), h("small", null, about(one)))))),
  h("div", { class: "boutons mt" },
    boxes().some((one) => one.game) || !game().printed ? null : button(t("Taper ma boîte"), copy, { kind: "bouton--plein", key: "own-box" }),
    h("a", { class: "bouton", href: "/boxes" }, t("L'étagère des boîtes"))));
}

export function levels() {
  return h("section", { class: "carte" }, h("h2", null, t("Servi est")), h("div", { class: "choix", role: "group", "aria-label": t("Niveau") }, LEVELS.map(([level, name, about]) => h("button", {
    class: `option ${now().level === level ? "option--choisie" : ""}`, "aria-pressed": String(now().level === level), "data-key": `level-${level}`, onclick: () => change({ level }),
  }, h("span", null, h("b", null, name), h("small", null, about))))), (game().house ?? []).filter(open).map(rule));
}

/** Whether a rule is shown beside the level, because it decides how much of the play is entered at all. @param {HouseRule} option */
const open = ({ key }) => key === "result_only";

export const levelName = () => LEVELS.find(([level]) => level === now().level)?.[1] ?? "";

const MATTER = 5; // rules shown at first; a game lists the main ones first

let wrong = ""; // the rule with an invalid typed number

/** @param {HouseRule} option */
function rule(option) {
  const value = now().house[option.key] ?? option.default;
  /** @param {HouseValue} next */
  const put = (next) => {
    const house = { ...now().house };
    if (next === option.default) delete house[option.key]; else house[option.key] = next;
    return house;
  };
  /** @param {HouseValue} next */
  const set = (next) => change({ house: put(next) });
  /** @param {{ target: HTMLInputElement }} options */
  const typing = ({ target }) => { const next = typedNumber(option, target); if (next !== undefined) quiet({ house: put(next) }); };
  /** @param {{ target: HTMLInputElement }} options */
  const typed = ({ target }) => {
    const before = wrong;
    wrong = typedNumber(option, target) === undefined ? option.key : "";
    if (wrong || before) change({}); // an invalid number is replaced by the current one, with a message
  };
  const key = `regle-${option.key}`;
  const control = option.type === "flag"
    ? h("label", { class: "radio" }, h("input", { type: "checkbox", role: "switch", checked: value === true, "data-key": key, "aria-label": option.label, onchange: (event) => set(event.target.checked) }), value === true ? t("oui") : t("non"))
    : option.type === "choice"
      ? h("select", { class: "saisie", "data-key": key, "aria-label": option.label, onchange: (event) => set(option.values.find((one) => String(one) === event.target.value) ?? null) },
        option.values.map((one, i) => h("option", { value: String(one), selected: one === value }, option.words[i])))
      : option.type === "text" ? h("input", { class: "saisie", value: String(value ?? ""), maxlength: option.longest, "data-key": key, "aria-label": option.label, oninput: ({ target }) => quiet({ house: put(target.value.trim()) }), onchange: () => change({}) })
      : h("input", { class: "saisie", inputmode: "numeric", value: value ?? "", "data-key": key, "aria-label": option.label, oninput: typing, onchange: typed });
  return h("div", { class: `regle-ligne ${option.key in now().house ? "regle-ligne--autre" : ""}` }, h("h3", null, option.label), h("p", { class: "note" }, option.help), control,
    wrong === option.key ? h("p", { class: "perte", role: "alert" }, t("Il faut le nombre, en chiffres.")) : null);
}

export function changedRules() {
  const preset = game().presets.find((one) => sameHouse(one.house));
  if (preset) return preset.label;
  const count = Object.keys(now().house).length;
  return count === 0 ? t("règles du livret") : count === 1 ? t("une règle de la maison") : t("{count} règles de la maison", { count });
}

/** Whether other rules make this one matter now. @param {HouseRule} option */
const matters = ({ when }) => Object.entries(when).every(([key, values]) => values.includes(now().house[key] ?? game().house.find((one) => one.key === key)?.default ?? null));

/** @param {Record<string, HouseValue>} house */
const sameHouse = (house) => Object.keys({ ...house, ...now().house }).every((key) => house[key] === now().house[key]);

/** The named sets of house rules that a game offers first. */
export function presets() {
  if (!game().presets.length) return null;
  return h("section", { class: "carte" }, h("h2", null, t("Pour commencer")), h("div", { class: "choix choix--deux", role: "group", "aria-label": t("Pour commencer") }, game().presets.map((one) => h("button", {
    class: `option ${sameHouse(one.house) ? "option--choisie" : ""}`, "aria-pressed": String(sameHouse(one.house)), "data-key": `preset-${one.key}`, onclick: () => change({ house: { ...one.house } }),
  }, h("span", null, h("b", null, one.label), h("small", null, one.help))))));
}

export function houseRules() {
  const list = (game().house ?? []).filter((one) => matters(one) && !open(one));
  if (!list.length) return null;
  const box = h("details", { class: "carte regles", open: now().rulesOpen }, h("summary", { "data-key": "rules" }, t("Règles de la maison"), h("span", { class: "note" }, ` · ${changedRules()}`)),
    now().rulesOpen ? [
      Object.keys(now().house).length ? h("button", { class: "bouton mt", "data-key": "as-printed", onclick: () => change({ house: {} }) }, t("Tout comme dans le livret")) : null,
      h("div", { class: "regles-grille" }, list.filter((one, i) => i < MATTER || now().allRules || one.key in now().house).map(rule)),
      list.length > MATTER && !now().allRules ? h("button", { class: "bouton mt", "data-key": "all-rules", onclick: () => change({ allRules: true }) }, t("Tout voir")) : null] : null);
  box.addEventListener("toggle", () => { if (box.open !== Boolean(now().rulesOpen)) change({ rulesOpen: box.open }); });
  return box;
}
