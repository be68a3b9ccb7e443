// The correction panel of one fact: its editors, a live preview below, and one touch to confirm.

import { h } from "../dom.js";
import { button, message, seatOf } from "../pieces.js";
import { t } from "../words.js";
import { current } from "../live.js";
import { preview, submit } from "../send.js";
import { confirmFact, consequences } from "../preview.js";
import { field, panel, seatChoices, select, text } from "../dialog.js";
import { whoPicker } from "../panels/who.js";
import { before, editors, ownQuestion } from "./index.js";
import { faces } from "./dice.js";
import { terms } from "../ask/terms.js";

const me = new URLSearchParams(location.search).get("seat"); // the phone still acts for its seat

/**
 * A correction in progress: previewed once complete, sent when confirmed. While hands are hidden there is no preview,
 * because it would reveal cards.
 * @param {() => Fact} make
 * @param {() => void} redraw
 * @param {() => Element} box
 */
function pending(make, redraw, box) {
  let asked = 0;
  const one = {
    found: /** @type {Preview & { seen: number } | null} */ (null),
    async look() {
      const mine = asked += 1;
      one.found = null;
      redraw();
      const seen = current().number;
      const found = await preview(make());
      if (mine !== asked) return;
      one.found = { ...found, seen };
      redraw();
      box().querySelector(".consequences")?.scrollIntoView({ block: "nearest" });
    },
    shown: (/** @type {View} */ view) => h("div", { class: "empile consequences" }, !one.found ? h("p", { class: "note" }, t("Un instant…"))
      : one.found.hidden ? h("p", { class: "note" }, t("Des mains sont cachées : ce que cela change se voit une fois confirmé. « Annuler » le reprend.")) : consequences(view, one.found)),
    /** @param {View} view @param {() => void} close @param {object} more @param {string | null} who */
    confirm(view, close, more, who) {
      const { found } = one;
      const overrule = Boolean(found?.refusal?.overrulable);
      const may = found && found.seen === view.number && found.ok !== false && (!found.refusal || overrule);
      const go = async () => { close(); await submit({ ...make(), ...more }, { who, force: overrule }); };
      const why = may || !found ? "" : found.seen !== view.number ? t("La table a changé entre-temps.") : found.refusal?.text ?? found.text ?? "";
      return button(overrule ? t("Jouer quand même") : t("Confirmer"), go, { kind: "bouton--plein", key: "confirm", why, disabled: !may && !why });
    },
  };
  return one;
}

/**
 * The context of a past question, for editors that reuse its drawing; they keep a separate draft.
 * @param {Then} then
 * @param {Question} q
 * @param {() => void} redraw
 * @returns {QuestionContext}
 */
const asIf = ({ view }, q, redraw) => ({
  view, q, me: null, alone: true, secrets: {}, covered: false, draft: {}, padOpen: true, stillOpen: () => true, redraw, now: () => ({}),
  openPad() {}, look() {}, set() {}, keep() {}, tell() {}, racing() {}, submit: async () => false,
  seat: (id) => seatOf(view, id), name: (id) => seatOf(view, id).name,
});

/** @param {ReportLine} line @param {{ slot?: number }} [options] */
export function correct(line, { slot } = {}) {
  const fact = line.fact ?? { type: line.type };
  const state = { patch: /** @type {Record<string, any>} */ ({}), then: /** @type {Then | null} */ (null), who: /** @type {string | null} */ (null), why: "", visit: true, draft: /** @type {CorrectionDraft} */ (slot === undefined ? {} : { slot }) };
  const whole = () => ({ ...fact, ...state.patch });
  const moves = () => line.visit && state.patch.seat !== undefined; // whether the correction moves a fact that began a visit to another seat
  const change = pending(() => ({ type: "Amended", target: line.number, fact: whole(), ...(moves() && state.visit ? { visit: true } : {}) }), () => box.refresh(), () => box.box);
  /** @param {object} patch */
  const put = (patch) => { Object.assign(state.patch, patch); state.draft.missing = ""; return change.look(); };
  /** @param {string} words */
  const tell = (words) => { state.draft.missing = words; box.refresh(); };
  const box = panel(t("Corriger : {fact}", { fact: line.text }), (redraw, close) => {
    const view = current();
    const more = state.why ? { why: state.why } : {};
    /** @param {Fact} wanted @param {string} words */
    const go = (wanted, words) => { close(); confirmFact({ ...wanted, ...more }, words, { who: state.who }); };
    const changed = JSON.stringify(whole()) !== JSON.stringify(fact);
    const out = line.state === "voided";
    const then = state.then;
    const q = then && ownQuestion(then, whole());
    const open = then?.view.questions.find((one) => one.kind === "throw");
    return [
      line.picture ? h("img", { class: "photo photo--grande", src: `/picture/${line.number}`, alt: t("Photo de ce lancer") }) : null,
      out ? message("", t("Ce fait ne compte pas."), t("On peut le remettre.")) : null,
      Object.entries(line.names).filter(([id]) => Object.values(fact).includes(id)).map(([id, name]) => h("p", { class: "note" }, t("{before} jouait alors ; la place et ses comptes sont maintenant à {name}.", { before: name, name: seatOf(view, id).name }))),
      out || !then ? null : editors({ number: line.number, fact: whole(), changed, view, then, q, me, draft: state.draft, asked: q && asIf(then, q, redraw), put, tell, redraw }),
      state.draft.missing ? h("p", { class: "note", role: "alert" }, state.draft.missing) : null,
      changed && moves() ? button(t("Toute la visite était la sienne"), () => { state.visit = !state.visit; change.look(); }, { key: "visit", pressed: state.visit }) : null,
      changed ? change.shown(view) : null,
      field(t("Pourquoi (si vous voulez)"), text(state.why, (v) => { state.why = v; }, { "data-key": "why", maxlength: 120 })),
      me ? null : whoPicker(view, state, redraw),
      h("div", { class: "boutons boutons--plein" },
        out ? button(t("Le remettre"), () => go({ type: "Restored", target: line.number }, t("Remettre : {fact}", { fact: line.text })), { key: "restore" })
          : button(t("Ça ne compte pas"), () => go({ type: "Voided", target: line.number }, t("Ça ne compte pas : {fact}", { fact: line.text })), { key: "void" }),
        out || !line.visit ? null : button(t("Toute la visite ne compte pas"), () => go({ type: "Voided", target: line.number, visit: true }, t("Toute la visite ne compte pas : {fact}", { fact: line.text })), { key: "void-visit" }),
        open || fact.type === "DiceThrown" ? button(t("Ajouter un lancer avant"), () => { close(); insert(line, open); }, { key: "insert" }) : null),
      // alone at the foot, which stays in view: four buttons would cover on a phone what the correction changes
      changed ? h("div", { class: "boutons boutons--plein" }, change.confirm(view, close, more, state.who)) : null,
    ];
  }, { wide: true });
  before(line).then((then) => { if (box.box.isConnected) { state.then = then; box.refresh(); } });
}

/** @param {{ kind: string, colour?: string | null }} options */
const unread = ({ kind, colour }) => ({ kind, value: null, ...(colour ? { colour } : {}) });

/**
 * The dice that the past question expected; without a question, as many as were thrown.
 * @param {ReportLine} line
 * @param {ThrowQuestion | undefined} open
 */
const awaited = (line, open) => (open ? terms(open.dice).flatMap((part) => Array.from({ length: part.least }, () => unread(part)))
  : /** @type {DrawnDie[]} */ (line.fact?.dice ?? [{ kind: "d6" }, { kind: "d6" }]).map(unread));

/** @param {ReportLine} line @param {ThrowQuestion | undefined} open */
function insert(line, open) {
  const state = { seat: open?.seats[0] ?? line.fact?.seat ?? current().turn ?? "", dice: /** @type {DrawnDie[]} */ (awaited(line, open)) };
  const told = () => state.dice.every((one) => one.value !== null);
  const fact = () => ({ type: "Inserted", target: line.number, fact: { type: "DiceThrown", seat: state.seat, dice: state.dice, kept: null } });
  const change = pending(fact, () => box.refresh(), () => box.box);
  /** @param {object} patch */
  const put = (patch) => { Object.assign(state, patch); if (told()) change.look(); else box.refresh(); };
  const box = panel(t("Ajouter un lancer oublié"), (_, close) => {
    const view = current();
    return [
      h("p", { class: "note" }, t("Il se place juste avant : {fact}.", { fact: line.text })),
      field(t("Qui a lancé"), select(seatChoices(view.seats.map((one) => ({ ...one, name: line.names[one.id] ?? one.name }))), state.seat, (seat) => put({ seat }), "seat")),
      faces(state.dice, (dice) => put({ dice })),
      told() ? [change.shown(view), h("div", { class: "boutons boutons--plein" }, change.confirm(view, close, {}, null))] : h("p", { class: "note" }, t("Touchez ce que montre chaque dé.")),
    ];
  }, { wide: true });
}
