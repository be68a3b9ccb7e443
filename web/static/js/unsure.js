// Draws an unsure reading by a script that loads after the first page.

import { loading } from "./later.js";
import { note } from "./reads.js";

/** @typedef {(view: View, pending: Pending) => Kid} Drawing */

const DRAWINGS = /** @type {Record<string, Drawing>} */ ({});

const fetchDrawings = loading([{ kinds: ["pendingPanel", "actions"], load: () => import("./pending.js") }], (kind, draw) => { DRAWINGS[kind] = draw; });

/** @param {string} kind @returns {Drawing} */
const drawn = (kind) => (view, pending) => {
  fetchDrawings();
  note(kind, () => String(kind in DRAWINGS));
  return DRAWINGS[kind]?.(view, pending);
};

export const pendingPanel = drawn("pendingPanel");
export const actions = drawn("actions");
