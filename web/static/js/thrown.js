// The last throw: its dice, their value, and the way to correct it.

import { h } from "./dom.js";
import { die, pictureOf, piles } from "./pieces.js";
import { later } from "./later.js";
import { accountName, faceWords, t, tn } from "./words.js";

const amendDie = later(() => import("./amend.js"), "amendDie");
const leaveOut = later(() => import("./amend.js"), "leaveOut");

/** The corrections of the last throw: one die, or the whole throw. @param {TableView} view @returns {ThrowLook} */
export function correcting({ throw: last }) {
  return last?.fact ? { onDie: (place) => amendDie(last, place), onVoid: () => leaveOut(last) } : {};
}

/**
 * Draws the last throw. `onDie` makes each die a button that corrects it; `onVoid` adds a button that voids the throw.
 * @param {TableView} view
 * @param {ThrowLook} [options]
 */
export function lastThrow(view, { compact = false, large = false, onDie = null, onVoid = null } = {}) {
  const last = view.throw;
  if (!last && view.start?.chips) {
    return h("div", { class: "dernier-jet" }, h("p", { class: "petit-titre" }, t("Chacun prend")), h("div", { class: "mes-jetons" }, piles(view.start.chips)));
  }
  if (!last) {
    return h("div", { class: "dernier-jet" }, h("p", { class: "petit-titre" }, t("Aucun lancer encore")), h("p", { class: "note" }, t("Le premier paraîtra ici.")));
  }
  return h("div", { class: `dernier-jet ${large ? "dernier-jet--grand" : ""}`, "data-number": last.number },
    h("p", { class: "petit-titre" }, t("Dernier lancer, {name}", { name: accountName(view, last.by) }), onVoid ? [" ", h("button", { class: "lien-texte", "data-key": "not-counted", onclick: onVoid }, t("Ça ne compte pas"))] : null),
    h("div", { class: "jet" },
      last.picture ? h("img", { class: "photo photo--jet", src: pictureOf(last.number), alt: t("Photo du lancer : {dice}", { dice: last.dice.map(faceWords).join(", ") }) }) : null,
      last.dice.map((one, i) => (onDie ? h("button", { class: "choix-de", "data-key": `read-${i}`, "aria-label": t("{face} : corriger ce dé", { face: faceWords(one) }), onclick: () => onDie(i) }, die(one)) : die(one))),
      last.kept?.length ? h("span", { class: "gardes" }, last.kept.map((value) => die({ kind: "d6", value })), h("small", null, tn("gardé", "gardés", last.kept.length))) : null),
    last.text && !compact ? h("p", { class: "resultat" }, last.text) : null,
    last.result ? h("p", { class: "issue" }, last.result) : null);
}
