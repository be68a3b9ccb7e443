// Corrects a die of the last throw: touch the die, see the effect of every other face, touch the right face.

import { h } from "./dom.js";
import { button, change, die, facesOf, message, pawn, seatOf } from "./pieces.js";
import { accountName, faceWords, t, tn } from "./words.js";
import { current } from "./live.js";
import { preview, submit } from "./send.js";
import { panel } from "./dialog.js";
import { confirmFact, winnerWords } from "./preview.js";
import { sayWhyNot } from "./why_not.js";

const { seat: me } = document.body.dataset;
const report = me ? `/history?seat=${encodeURIComponent(me)}` : "/history"; // from a phone, the report keeps acting for its seat

/** @param {LastThrow} last @param {number} place @param {FaceValue} value */
const showing = (last, place, value) => ({ ...last.fact, dice: last.fact.dice.map((/** @type {Die} */ one, /** @type {number} */ i) => (i === place ? { ...one, value } : one)) });

/** The effect of a correction in one line: who gives and who receives. @param {TableView} view @param {Preview | null} found */
function line(view, found) {
  if (!found) return h("span", { class: "note" }, "…");
  if (found.ok === false) return h("span", { class: "note" }, found.text);
  const moved = (found.seats ?? []).filter((one) => one.before !== one.after);
  const bank = (found.accounts ?? []).filter((one) => one.before !== one.after && ["bank", "pot"].includes(one.account));
  const later = found.misfits?.length ? h("span", { class: "note" }, tn("Un fait ne va plus ensuite.", "{n} faits ne vont plus ensuite.", found.misfits.length, { n: found.misfits.length })) : null;
  const said = [...found.pawns ?? [], winnerWords(view, found)].join(" ").trim();
  if (!moved.length && !bank.length) return h("span", { class: "effets" }, h("span", { class: "note" }, said || t("Rien ne change de main.")), later);
  return h("span", { class: "effets" }, [...moved, ...bank.map((one) => ({ ...one, id: one.account }))].map(({ id, before, after }) => {
    return h("span", { class: "effet" }, pawn(seatOf(view, id)), h("span", { class: "lu" }, `${accountName(view, id)} `), change((after ?? 0) - (before ?? 0)));
  }), said ? h("span", { class: "note" }, said) : null, later);
}

/** Voids the last throw after a preview. @param {LastThrow} last */
export const leaveOut = (last) => confirmFact({ type: "Voided", target: last.number }, t("Ce lancer ne compte pas"));

/** @typedef {{ fact: Fact, found: Preview | null }} Offered a proposed fact, and its effect once known */

/** @param {LastThrow} last @param {number} place */
export function amendDie(last, place) {
  const seen = current().number;
  const was = last.dice[place];
  const rows = facesOf(was.kind).filter((value) => value !== was.value)
    .map((value) => ({ value, fact: { type: "Amended", target: last.number, fact: showing(last, place, value) }, found: /** @type {Preview | null} */ (null) }));
  const never = { fact: { type: "Voided", target: last.number }, found: /** @type {Preview | null} */ (null) };
  const title = t("Ce dé ne montrait pas {face} ?", { face: faceWords(was) });
  let gone = false;
  const box = panel(title, (_, close) => {
    const view = current();
    const stale = view.number !== seen ? t("La table a changé entre-temps.") : null;
    /** @param {Offered} one @param {string} words */
    const choose = (one, words) => stale ? () => sayWhyNot(stale) : async () => {
      close();
      const beside = one.found; // the preview shown beside the face, if it has arrived
      const found = beside ?? await preview(one.fact);
      // Ask for confirmation if the fact is refused or its preview failed. Ask also if the panel showed no preview, and
      // either chips were handed over or later facts no longer fit.
      const plain = found.ok !== false && !found.refusal && (beside || !(found.handed || found.misfits?.length));
      if (plain) submit(one.fact); else confirmFact(one.fact, words);
    };
    return [
      stale ? message("", stale, t("Fermez et regardez de nouveau.")) : null,
      h("ul", { class: "autres-faces" }, rows.map((one) => h("li", null, h("button", {
        class: `option ${stale ? "option--impossible" : ""}`, "data-key": `face-${one.value}`, "aria-label": t("Il montrait {face}", { face: faceWords({ ...was, value: one.value }) }),
        onclick: choose(one, t("Il montrait {face}", { face: faceWords({ ...was, value: one.value }) })),
      }, die({ ...was, value: one.value }), line(view, one.found))))),
      h("div", { class: "boutons" }, button(t("Ce lancer ne compte pas"), choose(never, t("Ce lancer ne compte pas")), { key: "never", why: stale }),
        h("a", { class: "bouton bouton--sobre", href: report }, t("Autre chose : feuille de partie"))),
    ];
  }, { wide: true, done: () => { gone = true; } });
  (async () => {
    for (const one of [...rows, never]) {
      if (gone) return;
      one.found = await preview(one.fact);
      if (!gone) box.refresh();
    }
  })();
}
