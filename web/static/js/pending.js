// Draws an unsure reading: the photograph, and the likely faces of each die, which one touch selects.

import { h, s } from "./dom.js";
import { button, die, FACES, facesOf } from "./pieces.js";
import { accountName, t } from "./words.js";
import { ask } from "./send.js";
import { redraw } from "./live.js";
import { noting } from "./reads.js";
import { context } from "./ask/index.js";
import { keepers, plan } from "./ask/throw.js";

const NAMES = { d6: t("dé ordinaire"), d10: t("dé à dix faces"), bicolour: t("dé bicolore") };

/** @typedef {{ kind: string, value?: FaceValue | null, colour?: string | null, box?: number[], alternatives: [FaceValue, number][] }} ReadDie */
/** @typedef {{ id: number | null, dice: ReadDie[], chosen: number, kept?: boolean[] }} Reading the dice as corrected so far, the selected one, and which of the lying dice were kept */

/** @type {Reading} */
let mine = { id: null, dice: [], chosen: 0 };
const reading = noting(() => mine);

/** @param {Pending} pending */
function answers(pending) {
  if (mine.id !== pending.id) {
    mine = { id: pending.id, dice: pending.dice.map((one) => ({ kind: one.kind, value: one.value, colour: one.colour, box: one.box, alternatives: one.alternatives })), chosen: 0 };
    mine.chosen = Math.max(0, mine.dice.findIndex((one) => one.value === null || one.kind === "unknown" || one.alternatives.length > 1));
  }
  return reading();
}

/** The throw question and its plan while the kept dice are still to be named; otherwise null. @param {View} view @param {Pending} pending */
function keeping(view, pending) {
  const q = view.questions.find((one) => one.kind === "throw" && one.seats.includes(pending.seat));
  return pending.keep && q?.kind === "throw" && q.lying && !q.kept ? { q, p: plan(q, { kept: answers(pending).kept }) } : null;
}

/** @param {Pending} pending @param {Reading} state */
function photograph(pending, state) {
  const marks = s("svg", { "aria-hidden": "true", preserveAspectRatio: "xMidYMid meet" });
  const image = h("img", { src: `/pending.jpg?${pending.id}`, alt: t("Photo de la piste") });
  const mark = () => {
    marks.setAttribute("viewBox", `0 0 ${image.naturalWidth || 1} ${image.naturalHeight || 1}`);
    marks.replaceChildren(...state.dice.flatMap((one, i) => {
      if (!one.box || !one.box[2]) return [];
      const [x, y, width, height] = one.box;
      return [s("rect", { class: `cadre ${i === state.chosen ? "cadre--choisi" : ""}`, x, y, width, height, rx: 14, "vector-effect": "non-scaling-stroke" })];
    }));
  };
  image.addEventListener("load", mark);
  if (image.complete) mark();
  return h("div", { class: "piste piste--doute", whole: true }, image, marks);
}

/** @param {View} view @param {Pending} pending */
export function pendingPanel(view, pending) {
  const state = answers(pending);
  /** @param {Partial<Reading>} patch */
  const change = (patch) => { mine = { ...state, ...patch }; redraw(); };
  /** @param {number} i @param {Partial<ReadDie>} patch */
  const set = (i, patch) => change({ dice: state.dice.map((one, j) => (j === i ? { ...one, ...patch } : one)), chosen: Math.min(i + 1, state.dice.length - 1) });
  const keep = keeping(view, pending);
  const one = state.dice[state.chosen];
  const likely = [...new Set((one?.alternatives ?? []).map(([value]) => value))];
  const kind = one && one.kind in FACES ? one.kind : "d6";
  const others = facesOf(kind).filter((value) => !likely.includes(value));
  /** @param {FaceValue} value @param {boolean} great */
  const choice = (value, great) => h("button", {
    class: "alternative", "data-key": `alt-${state.chosen}-${value}`, "aria-pressed": String(one.value === value),
    onclick: () => set(state.chosen, { kind, value }),
  }, die({ kind, value, colour: one.colour }), great ? h("b", null, kind === "d6" || kind === "d10" ? String(value) : null) : null);
  return h("section", { class: "doute-bloc", "aria-label": t("Lecture incertaine") },
    h("div", { class: "empile doute-photo" }, pending.picture ? photograph(pending, state) : null,
      one ? h("div", { class: "boutons boutons--genres", role: "group", "aria-label": t("Genre du dé") }, Object.entries(NAMES).map(([k, name]) =>
        button(name, () => change({ dice: state.dice.map((d, j) => (j === state.chosen && d.kind !== k ? { ...d, kind: k, value: null, alternatives: [] } : d)) }), { key: `kind-${k}`, pressed: k === one.kind }))) : null),
    h("div", { class: "empile doute-choix" }, keep && keepers({ ...context(view, keep.q), set: ({ kept }) => change({ kept }) }, keep.p),
      h("div", { class: "des-lus", role: "group", "aria-label": t("Dés lus, {name}", { name: accountName(view, pending.seat) }) },
        state.dice.map((d, i) => h("button", { class: "choix-de", "data-key": `die-${i}`, "aria-pressed": String(i === state.chosen), onclick: () => change({ chosen: i }) }, die(d))),
        button("+", () => change({ dice: [...state.dice, { kind: "d6", value: null, alternatives: [] }], chosen: state.dice.length }), { key: "add", label: t("Ajouter un dé") })),
      one ? [
        likely.length ? h("div", { class: "alternatives", role: "group", "aria-label": t("Valeurs probables") }, likely.slice(0, 3).map((value) => choice(value, true))) : null,
        h("div", { class: "alternatives alternatives--reste", role: "group", "aria-label": t("Autres valeurs") }, [...likely.slice(3), ...others].map((value) => choice(value, false)),
          h("button", { class: "alternative", "data-key": "no-die", onclick: () => change({ dice: state.dice.filter((_, j) => j !== state.chosen), chosen: 0 }) }, t("pas un dé"))),
      ] : h("p", { class: "note" }, t("Aucun dé lu. Ajoutez-les avec +, ou relancez."))));
}

/** @param {View} view @param {Pending} pending */
export function actions(view, pending) {
  const state = answers(pending);
  const ready = state.dice.length > 0 && state.dice.every((d) => d.value !== null && d.value !== undefined && d.kind !== "unknown");
  const dice = state.dice.map(({ kind, value }) => ({ kind, value }));
  const stayed = keeping(view, pending)?.p.keptValues;
  /** @returns {Promise<unknown>} */
  const take = (force = false) => ask("/pending", { dice, kept: stayed?.length ? stayed : null, force }, { again: () => take(true) });
  return [button(t("Relancer"), () => ask("/pending", {}), { key: "drop", label: t("Jeter cette photo et relancer") }),
    button(t("C'est juste"), () => take(), { kind: "bouton--plein bouton--grand", key: "take", why: !ready && t("Chaque dé doit avoir sa valeur.") })];
}
