// The ring of squares: a touch sets the kind of the selected square and selects the next one.

import { h, s } from "../dom.js";
import { button, pawn } from "../pieces.js";
import { ring as places, sign } from "../board.js";
import { colourName, n, signed, t, tn } from "../words.js";
import { again, box, change, form } from "./model.js";

let at = /** @type {number | null} */ (null); // the selected square; null: the first missing one
let own = "";
let failed = "";

export const chosen = () => Math.min(at ?? firstMissing(), last());
const last = () => (box().closed ? box().squares.length - 1 : box().squares.length);
const firstMissing = () => { const i = box().squares.indexOf(null); return i >= 0 ? i : box().closed ? 0 : last(); };

/** @param {number} index */
function go(index) {
  at = Math.max(0, Math.min(index, last()));
  failed = "";
  again();
}

/** @param {RingSquare | null | undefined} square */
export function squareWords(square) {
  if (!square) return t("encore inconnue");
  const words = form().kinds.find((one) => one.kind === square.kind)?.text ?? square.kind;
  return [words, square.colour ? colourName(square.colour) : "", typeof square.amount === "number" ? signed(square.amount) : ""].filter(Boolean).join(" ");
}

/** @param {RingSquare} square */
function put(square) {
  const i = chosen();
  const squares = [...box().squares];
  squares[i] = square;
  failed = "";
  own = "";
  const next = squares.findIndex((one, j) => j > i && !one);
  at = box().closed ? (next >= 0 ? next : Math.min(i + 1, squares.length - 1)) : i + 1;
  change({ squares });
}

/** @param {string} kind @param {number} sign */
function withAmount(kind, sign) {
  const amount = Number(own);
  if (!Number.isInteger(amount) || amount <= 0 || amount % form().step) {
    failed = t("Il faut une somme en chiffres, par pas de {step}.", { step: form().step });
    return again();
  }
  return put({ kind, amount: sign * amount });
}

function drop() {
  const squares = box().squares.filter((_, i) => i !== chosen());
  at = Math.min(chosen(), squares.length);
  change({ squares });
}

function insert() {
  const squares = [...box().squares];
  squares.splice(chosen(), 0, null);
  change({ squares, closed: true });
}

function checked() {
  const squares = box().squares.map((one, i) => /** @type {RingSquare | null} */ (one && i === chosen() ? sure(one) : one));
  const next = squares.findIndex((one) => one?.unsure);
  if (next >= 0) at = next;
  change({ squares });
}

/** @param {RingSquare} options */
const sure = ({ unsure, ...square }) => square;

/** @param {RingSquare | null | undefined} square @param {number} i @param {Point} options @param {number} size */
function cell(square, i, [x, y], size) {
  const here = i === chosen();
  return s("g", { class: "case-touche", onclick: () => go(i) }, s("title", null, `${i + 1}. ${squareWords(square)}`),
    s("rect", { class: `case ${here ? "case--ici" : ""} ${square?.unsure ? "case--doute" : ""}`, x: x + 1.5, y: y + 1.5, width: size - 3, height: size - 3, rx: 7 }),
    s("g", { transform: `translate(${x + size / 2} ${y + size / 2})` }, i < box().squares.length ? sign({}, form().kinds, square ?? { kind: null }) : s("text", { class: "picto", y: 5.5 }, "+")),
    square?.unsure ? s("text", { class: "picto picto--doute", x: x + size - 11, y: y + 17 }, "?") : null);
}

function board() {
  const { squares, closed } = box();
  const shown = closed ? squares.length : Math.max(squares.length + 1, 12);
  const size = 50;
  const { all, width, height } = places(shown, size);
  const i = chosen();
  const square = squares[i];
  const words = t("Le tour : {count} cases, la case {number} est {words}.", { count: squares.length, number: i + 1, words: squareWords(square) });
  const cells = all.slice(0, closed ? squares.length : squares.length + 1).map((place, j) => cell(squares[j], j, place, size));
  return h("div", { class: "plateau plateau--boite" },
    s("svg", { viewBox: `-3 -3 ${width + 6} ${height + 6}`, role: "img", "aria-label": words }, cells),
    h("div", { class: "plateau-centre" }, h("p", { class: "petit-titre" }, t("Case {number}", { number: i + 1 })), h("p", { class: "resultat" }, squareWords(square)),
      square?.unsure ? h("span", { class: "etiquette etiquette--alerte" }, t("à vérifier")) : null));
}

function steps() {
  const { squares, closed } = box();
  const square = squares[chosen()];
  const [least] = form().length;
  return h("div", { class: "boutons boutons--cases" },
    button("←", () => go(chosen() - 1), { key: "back", label: t("La case d'avant"), why: chosen() === 0 && t("C'est la première case.") }),
    button("→", () => go(chosen() + 1), { key: "on", label: t("La case d'après"), why: chosen() >= last() && t("C'est la dernière case.") }),
    square?.unsure ? button(t("C'est juste"), checked, { key: "checked" }) : null,
    square !== undefined ? button(t("Enlever cette case"), drop, { key: "drop", kind: "bouton--sobre" }) : null,
    square !== undefined ? button(t("En glisser une avant"), insert, { key: "insert", kind: "bouton--sobre" }) : null,
    closed ? button(t("Le tour n'est pas fini"), () => { at = null; change({ closed: false, squares: squares.filter(Boolean) }); }, { key: "open", kind: "bouton--sobre" })
      : squares.length < least ? h("p", { class: "note" }, t("Un plateau a au moins {least} cases ; vous en êtes à {count}.", { least, count: squares.length }))
        : button(t("Le tour est fini : {count} cases", { count: squares.length }), () => { at = 0; change({ closed: true }); }, { key: "close" }));
}

function palette() {
  const i = chosen();
  const square = box().squares[i];
  /** @param {string} kind */
  const is = (kind) => square?.kind === kind;
  const coloured = form().kinds.find((one) => one.needs === "colour");
  /** @param {string} colour */
  const taken = (colour) => box().squares.findIndex((one, j) => j !== i && one?.kind === coloured?.kind && one?.colour === colour) + 1;
  const money = form().kinds.find((one) => one.needs === "amount");
  return [
    coloured ? h("div", { class: "palette", role: "group", "aria-label": coloured.text }, form().colours.map((colour) => button([pawn({ name: colourName(colour), colour }), colourName(colour), taken(colour) ? h("small", null, t("case {number}", { number: taken(colour) })) : null], () => put({ kind: coloured.kind, colour }),
      { key: `colour-${colour}`, label: `${coloured.text} ${colourName(colour)}`, pressed: is(coloured.kind) && square?.colour === colour, why: taken(colour) ? t("Ce casino est déjà la case {number}.", { number: taken(colour) }) : null }))) : null,
    h("div", { class: "palette palette--large", role: "group", "aria-label": t("Genre de case") }, form().kinds.filter((one) => !one.needs).map((one) => button(one.text, () => put({ kind: one.kind }), { key: `kind-${one.kind}`, pressed: is(one.kind) }))),
    money ? h("div", { class: "empile", role: "group", "aria-label": money.text },
      h("h3", { class: "petit-titre" }, money.text),
      [1, -1].map((way) => h("div", { class: "palette palette--sommes" }, money.sums.map((amount) => button(way > 0 ? `+${n(amount)}` : `−${n(amount)}`, () => put({ kind: money.kind, amount: way * amount }), { key: `amount-${way * amount}`, label: `${money.text} ${signed(way * amount)}`, pressed: is(money.kind) && square?.amount === way * amount })))),
      h("div", { class: "ligne-montant" },
        h("input", { class: "saisie", inputmode: "numeric", placeholder: t("autre somme"), maxlength: 6, "aria-label": t("Autre somme"), "data-key": "own", value: own, oninput: (event) => { own = event.target.value.trim(); } }),
        button(t("elle donne"), () => withAmount(money.kind, 1), { key: "own-plus" }), button(t("elle prend"), () => withAmount(money.kind, -1), { key: "own-minus" })),
      failed ? h("p", { class: "perte", role: "alert" }, failed) : null) : null,
  ];
}

export function ringEditor() {
  const known = box().squares.filter(Boolean).length;
  const doubts = box().squares.filter((one) => one?.unsure).length;
  const head = box().closed ? t("Le tour, {known} cases sur {count}", { known, count: box().squares.length }) : tn("Le tour, {known} case", "Le tour, {known} cases", known, { known });
  return h("div", { class: "deux deux--boite" },
    h("section", { class: "carte empile" }, h("h2", null, head),
      known ? null : h("p", null, t("Touchez case après case, dans le sens du jeu.")),
      board(), steps(),
      doubts ? h("p", { class: "note" }, t("{count} à vérifier : apprises en jouant et vues une seule fois. « C'est juste » le confirme ; jouer encore aussi.", { count: doubts })) : null),
    h("section", { class: "carte empile" }, h("h2", null, t("La case {number} est…", { number: chosen() + 1 })), palette()));
}
