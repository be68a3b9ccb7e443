// A score sheet: a line for each round, a column for each seat. A touch on an entry corrects it.

import { h, hidden } from "../dom.js";
import { button, pawn } from "../pieces.js";
import { later } from "../later.js";
import { redraw } from "../live.js";
import { noting } from "../reads.js";
import { rare } from "../ask/leading.js";
import { timer } from "../timer.js";
import { n, t } from "../words.js";

const openRare = later(() => import("../panels/rare.js"), "openRare");
const openCell = later(() => import("../correct/cell.js"), "openCell");

const FEW = 3; // seats whose names have room above their columns

const shown = { sorted: false, sums: false };
const state = noting(() => shown);

/** @param {"sorted" | "sums"} key @param {string} words */
const toggle = (key, words) => button(words, () => { shown[key] = !shown[key]; redraw(); }, { key, pressed: shown[key], kind: "bouton--sobre" });

/** The seats in order of play, or the best first. @param {TableView} view @param {SheetScene} scene @param {boolean} sorted */
function columns(view, scene, sorted) {
  const there = view.order.flatMap((id) => view.seats.filter((one) => one.id === id && (!one.left || scene.rounds.some((line) => id in line))));
  return sorted ? [...there].sort((a, b) => (scene.lowest ? a.points - b.points : b.points - a.points)) : there;
}

/** @param {TableView} view */
const writes = (view) => document.body.dataset.page !== "watch" && view.phase !== "none" && "version" in view;

/**
 * @param {TableView} view
 * @param {SheetScene} scene
 * @param {SceneMore} more
 */
export function sheet(view, scene, { below } = {}) {
  const { sorted, sums } = state();
  const seats = columns(view, scene, sorted);
  const total = Object.fromEntries(seats.map((seat) => [seat.id, scene.start[seat.id] ?? 0]));
  const me = document.body.dataset.seat ?? null;
  /** @param {Seat} seat @param {SheetScene["rounds"][number]} cells @param {number} i */
  const cell = (seat, cells, i) => {
    const one = cells[seat.id];
    if (!one) return h("td", { class: "vide-case" }, "·");
    const sum = total[seat.id] += one.points;
    const words = [n(sums ? sum : one.points), one.note ? h("sup", { "aria-label": one.note }, "*") : null];
    return h("td", null, one.number && writes(view) ? h("button", { class: "case-marque", "data-key": `cell-${i + 1}-${seat.id}`, title: one.note || null, "aria-label": t("{name}, {line} : {points}, corriger", { name: seat.name, line: name(i), points: n(one.points) }), onclick: () => openCell(one.number) }, words) : words);
  };
  const called = scene.line || t("Manche");
  /** @param {number} i */
  const name = (i) => scene.names[i] ?? `${called} ${i + 1}`;
  const lines = scene.rounds.map((cells, i) => h("tr", null, h("th", { scope: "row" }, scene.names[i] ?? n(i + 1)), seats.map((seat) => cell(seat, cells, i))));
  const rights = rare(view.questions, me);
  return h("div", { class: `feuille-bloc ${below ? "feuille-bloc--pose" : ""}` },
    h("div", { class: "feuille-haut" }, scene.name ? h("b", null, scene.name) : null, timer(view),
      h("span", { class: "feuille-outils" }, toggle("sums", t("Cumuls")), toggle("sorted", t("Trier")), rights.length && writes(view) ? button(rights[0].options[0].text, () => openRare(/** @type {View} */ (view), me), { key: "rights", kind: "bouton--sobre" }) : null)),
    h("div", { class: "feuille-page", "data-pans": true, tabindex: 0, role: "group", "aria-label": t("La feuille") }, h("table", { class: "feuille-table" },
      h("thead", null, h("tr", null, h("th", { scope: "col" }, scene.names.length ? hidden(called) : called), seats.map((seat) => h("th", { scope: "col", class: seat.turn ? "colonne--joue" : "" }, pawn(seat), seats.length > FEW ? hidden(seat.name) : h("span", null, seat.name))))),
      h("tbody", null, seats.some((seat) => scene.start[seat.id]) ? h("tr", null, h("th", { scope: "row" }, t("Départ")), seats.map((seat) => h("td", null, n(scene.start[seat.id] ?? 0)))) : null, lines),
      h("tfoot", null, h("tr", null, h("th", { scope: "row" }, t("Total")), seats.map((seat) => h("td", { class: seat.out ? "sorti" : "" }, n(seat.points))))))),
    scene.thrown.length ? h("div", { class: "dernier-jet" }, h("p", { class: "note" }, scene.thrown.map((faces) => faces.join(" + ")).join(" · ")), h("p", { class: "resultat" }, t("{points} ce tour", { points: n(scene.worth) }))) : null,
    below ? h("div", { class: "feuille-dessous" }, below) : null);
}
