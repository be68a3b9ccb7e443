// Editors of dice: all faces of all dice at once, and the kept dice.

import { h } from "../dom.js";
import { button, die, facesOf } from "../pieces.js";
import { faceWords, t } from "../words.js";

/**
 * Every face of every die; a die without a value has none pressed.
 * @param {DrawnDie[]} dice
 * @param {(dice: DrawnDie[]) => unknown} put
 * @param {{ more?: boolean }} [options]
 */
export function faces(dice, put, { more = dice.every((one) => one.kind === "d6") } = {}) {
  return h("div", { class: "empile" },
    dice.map((one, i) => h("div", { class: "alternatives alternatives--reste", role: "group", "aria-label": dice.length > 1 ? t("Le dé {number} montre", { number: i + 1 }) : t("Ce dé montre") }, facesOf(one.kind).map((value) => h("button", {
      class: "alternative", "data-key": `v-${i}-${value}`, "aria-pressed": String(one.value === value), "aria-label": faceWords({ ...one, value }),
      onclick: () => put(dice.map((each, j) => (j === i ? { ...one, value } : each))),
    }, die({ ...one, value }))))),
    !more ? null : h("div", { class: "boutons" },
      dice.length < 3 ? button(t("Un dé de plus"), () => put([...dice, { kind: "d6", value: dice.length && dice[0].value === null ? null : 1 }]), { key: "more" }) : null,
      dice.length > 1 ? button(t("Un dé de moins"), () => put(dice.slice(0, -1)), { key: "less" }) : null));
}

/** @param {Correcting} c */
export const thrown = (c) => faces(c.fact.dice, (dice) => c.put({ dice }));

/** All ways to keep one of these numbers of dice, each with the `must` dice. @param {number[]} lying @param {number[]} must @param {number[]} sizes */
function choices(lying, must, sizes) {
  const found = /** @type {Map<string, number[]>} */ (new Map());
  for (let mask = 0; mask < 2 ** lying.length; mask += 1) {
    const some = lying.filter((_, i) => mask & (2 ** i)).sort((a, b) => b - a);
    const left = [...some];
    const held = must.every((value) => left.includes(value) && left.splice(left.indexOf(value), 1));
    if (held && sizes.includes(some.length)) found.set(some.join(), some);
  }
  return [...found.values()];
}

/** @param {Correcting} c */
export function kept(c) {
  const { q, fact } = c;
  if ((q?.kind !== "throw" && q?.kind !== "keep") || !q.lying) return null;
  const { lying } = q;
  const stayed = /** @type {number[] | null} */ (fact.kept ?? (q.kind === "throw" ? q.kept : null));
  const sizes = fact.type === "DiceKept" ? lying.map((_, i) => i) : [lying.length - fact.dice.length];
  const ways = choices(lying, q.must_keep, sizes);
  if (ways.length < 2) return null;
  const now = stayed && [...stayed].sort((a, b) => b - a).join();
  return h("section", { class: "empile empile--serre" }, h("p", { class: "petit-titre", "aria-hidden": "true" }, t("Restaient sur la table")),
    h("div", { class: "boutons reponses gardes-choix", role: "group", "aria-label": t("Restaient sur la table") }, ways.map((way) => button(way.length ? way.map((value) => die({ kind: "d6", value })) : t("aucun"), () => c.put({ kept: way }),
      { key: `kept-${way.join("-")}`, pressed: way.join() === now, label: way.length ? way.join(", ") : t("aucun") }))));
}
