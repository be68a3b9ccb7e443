// The printed tables of a box, field by field; the game supplies limits and labels.

import { h } from "../dom.js";
import { button, message } from "../pieces.js";
import { panel } from "../dialog.js";
import { n, t } from "../words.js";
import { again, box, change, printed, status, undo } from "./model.js";

const drafts = new Map(); // unfinished input by field: only complete, valid values reach the box

let touched = ""; // the last touched table, which shows the shelf's refusal

const tables = () => printed()?.tables ?? [];
/** @param {FormField} field */
const keyOf = (field) => field.path.join(".");
/** @param {FormPath} path @param {any} [data] */
const valueAt = (path, data = box().data) => path.reduce((inner, step) => inner?.[step], data);

/** @param {FormField} field */
const sentence = (field) => `${field.needs.charAt(0).toUpperCase()}${field.needs.slice(1)}.`;

/** @param {any} data @param {FormPath} options @param {unknown} value */
function put(data, [step, ...rest], value) {
  const copy = Array.isArray(data) ? [...data] : { ...data };
  if (rest.length) copy[step] = put(data?.[step] ?? {}, rest, value);
  else if (value === undefined) delete copy[step];
  else copy[step] = value;
  return copy;
}

/** @param {FormTable} table @param {FormField} field @param {unknown} value @param {(data: any) => any} [more] */
function set(table, field, value, more = (data) => data) {
  touched = table.title;
  if (value === valueAt(field.path)) return again();
  return change({ data: more(put(box().data, field.path, value)) });
}

export function takeBack() {
  drafts.clear();
  undo();
}

/**
 * Enter and arrow keys move between fields; an invalid field keeps the focus.
 * @param {KeyboardEvent & { target: HTMLInputElement }} event
 */
function keys(event) {
  const way = { Enter: event.shiftKey ? -1 : 1, ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!way || (event.key !== "Enter" && event.target.matches("select"))) return;
  event.preventDefault();
  event.target.dispatchEvent(new Event("change"));
  if (drafts.get(event.target.dataset.key)?.told) return;
  const all = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".champ-boite .saisie")]);
  all[all.indexOf(event.target) + way]?.focus();
}

/** @param {FormField} field */
const look = (field) => ({
  class: "saisie", "data-key": keyOf(field), onkeydown: keys, "aria-describedby": `refus-${keyOf(field)}`,
  "aria-label": field.label, "aria-invalid": String(Boolean(drafts.get(keyOf(field))?.told)),
});

/**
 * A typed value: `read` returns the value, undefined for an allowed empty field, null for an invalid one.
 * @param {FormField} field
 * @param {string} shown
 * @param {(text: string) => any} read
 * @param {(value: any) => unknown} write
 * @param {Props} more
 */
function typed(field, shown, read, write, more) {
  const key = keyOf(field);
  /** @param {{ target: HTMLInputElement }} options */
  const follow = ({ target }) => {
    const told = Boolean(drafts.get(key)?.told);
    drafts.set(key, { text: target.value, told: told && read(target.value) === null });
    if (told) again();
  };
  /** @param {{ target: HTMLInputElement }} options */
  const end = ({ target }) => {
    const value = read(target.value);
    if (value === null) { drafts.set(key, { text: target.value, told: true }); return again(); }
    drafts.delete(key);
    return write(value);
  };
  return h("input", { ...look(field), ...more, value: drafts.get(key)?.text ?? shown ?? "", autocomplete: "off", enterkeyhint: "next",
    oninput: follow, onchange: end, onfocus: ({ target }) => target.select() });
}

const THOUSANDS = n(1000)[1];

/** A number as people write it, with or without thousands separators. @param {FormTable} table @param {NumberField} field */
function number(table, field) {
  const now = valueAt(field.path);
  const shown = typeof now === "number" ? n(now) : now;
  /** @param {string} text */
  const read = (text) => {
    const digits = text.replace(/\s/g, "").replaceAll(THOUSANDS, "");
    if (!digits && field.optional) return undefined;
    const value = Number(digits);
    return /^\d+$/.test(digits) && value >= field.low && value <= field.high && value % field.step === 0 ? value : null;
  };
  return typed(field, shown, read, (value) => set(table, field, value), { inputmode: "numeric", maxlength: 9 });
}

/** A new name replaces the old one everywhere. @param {FormTable} table @param {NameField} field */
function name(table, field) {
  const old = valueAt(field.path);
  /** @param {string} text */
  const taken = (text) => table.fields.some((one) => one !== field && ((one.kind === "name" && one.said === text) || valueAt(one.path) === text));
  /** @param {string} text */
  const read = (text) => (text.trim() && !taken(text.trim()) ? text.trim() : null);
  /** @param {any} text */
  const write = (text) => {
    if (text === field.said) return again();
    field.said = text;
    for (const one of tables().flatMap((other) => other.fields)) if ("choices" in one) one.choices = one.choices.map((pair) => (pair[0] === old ? [text, text] : pair));
    return set(table, field, text, (data) => put(data, field.meant, (valueAt(field.meant, data) ?? []).map((/** @type {string} */ one) => (one === old ? text : one))));
  };
  return typed(field, field.said || old, read, write, { maxlength: field.longest });
}

/** @param {FormTable} table @param {ChoiceField} field */
function choice(table, field) {
  const value = valueAt(field.path);
  const known = field.choices.some(([id]) => id === value);
  return h("select", { ...look(field), onchange: ({ target }) => { if (target.value) set(table, field, target.value); } },
    known ? null : h("option", { value: "", selected: true }, "…"), field.choices.map(([id, words]) => h("option", { value: id, selected: id === value, "data-key": `${keyOf(field)}=${id}` }, words)));
}

/** @param {FormTable} table @param {SeveralField} field */
function several(table, field) {
  const now = /** @type {string[]} */ (valueAt(field.path) ?? []);
  /** @param {string} id */
  const toggled = (id) => (now.includes(id) ? now.filter((one) => one !== id) : field.choices.map(([one]) => one).filter((one) => one === id || now.includes(one)));
  return h("div", { class: "champ-boite champ-boite--several", role: "group", "aria-label": field.label }, h("span", { class: "champ-boite-nom" }, field.label),
    h("div", { class: "bascules" }, field.choices.map(([id, words]) => button(words, () => set(table, field, toggled(id)), { key: `${keyOf(field)}.${id}`, pressed: now.includes(id) }))));
}



/** @param {FormField} field */
const refusal = (field) => h("small", { class: "perte", id: `refus-${keyOf(field)}`, role: "alert" }, drafts.get(keyOf(field))?.told ? sentence(field) : null);

/** @param {FormTable} table @param {FormField} field */
const control = (table, field) => (field.kind === "several" ? several(table, field)
  : [field.kind === "number" ? number(table, field) : field.kind === "name" ? name(table, field) : choice(table, field), refusal(field)]);

/** @param {FormTable} table @param {FormField} field */
const single = (table, field) => (field.kind === "several" ? control(table, field)
  : h("label", { class: "champ-boite" }, h("span", { class: "champ-boite-nom" }, field.label), control(table, field)));

/** @param {FormTable} table */
const grid = (table) => h("table", { class: "table-boite" },
  h("thead", null, h("tr", null, h("td"), table.columns.map((words) => h("th", { scope: "col" }, words)))),
  h("tbody", null, table.rows.map((words, i) => h("tr", null, h("th", { scope: "row" }, words),
    table.fields.slice(i * table.columns.length, (i + 1) * table.columns.length).map((field) => h("td", { class: "champ-boite" }, control(table, field)))))));

/** @param {FormTable} table */
function section(table) {
  const refused = status().kind === "refus" && touched === table.title;
  return h("section", { class: "carte empile" },
    h("h2", { class: "carte-titre" }, table.title, table.example ? h("span", { class: "etiquette etiquette--alerte" }, t("exemple")) : null),
    h("p", { class: "note" }, table.help),
    table.columns.length ? grid(table) : h("div", { class: `champs-boite champs-boite--${table.fields[0].kind}` }, table.fields.map((field) => single(table, field))),
    refused ? h("p", { class: "perte" }, status().text) : null);
}

function compared() {
  const { invented, ...data } = box().data;
  change({ data });
}

function mark() {
  if (!box().data.invented) return null;
  return message("", t("Ceci est un exemple inventé."), t("Tapez ce qui est imprimé dans votre boîte : chaque table perd sa marque quand elle change. "),
    button(t("J'ai tout comparé"), compared, { key: "compared" }));
}

/** @param {() => void} close */
function toExample(close) {
  drafts.clear();
  close();
  change({ data: { ...box().data, ...printed()?.example } });
}

const askExample = () => panel(t("Revenir à l'exemple ?"), (_, close) => [
  h("p", null, t("L'exemple inventé remplace tout ce qui est tapé ici. « Annuler le dernier » le rend.")),
  h("div", { class: "boutons boutons--plein" }, button(t("Laisser"), close, { key: "leave" }), button(t("Revenir à l'exemple"), () => toExample(close), { kind: "bouton--danger", key: "example" }))]);

export function tableEditor() {
  const own = tables().some((table) => !table.example);
  return [mark(), tables().map(section), own ? h("div", { class: "boutons" }, button(t("Revenir à l'exemple"), askExample, { key: "ask-example", kind: "bouton--sobre" })) : null];
}
