// Rotates the page of a flat tablet: by 180 degrees, or towards the current player.

import { keep, kept } from "./kept.js";
import { watch } from "./live.js";

const KEY = "servi-sens";

/** @typedef {{ way: string, far: SeatId[] }} Sense "straight", "over" or "turn" towards the current player; the seats opposite */

/** @returns {Sense} */
export const sense = () => ({ way: "straight", far: [], ...kept(KEY) });

/** @param {Partial<Sense>} patch */
export function setSense(patch) {
  const next = { ...sense(), ...patch };
  keep(KEY, next);
  show(shown, next);
}

let shown = /** @type {View | null} */ (null);

/** @param {View | null} view @param {Sense} [options] */
function show(view, { way, far } = sense()) {
  shown = view;
  const asked = view?.questions.find((q) => q.must)?.seats[0] ?? view?.turn;
  document.documentElement.classList.toggle("retourne", way === "over" || (way === "turn" && far.includes(asked ?? "")));
}

watch(show);
