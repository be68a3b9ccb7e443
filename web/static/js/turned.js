// A tablet that lies flat is read from two sides: turned by 180 degrees, or towards whose turn it is.

import { watch } from "./live.js";

const KEY = "servi-sens";

export function sense() {
  try { return { way: "straight", far: [], ...JSON.parse(localStorage.getItem(KEY)) }; } catch { return { way: "straight", far: [] }; }
}

export function setSense(patch) {
  const next = { ...sense(), ...patch };
  try { localStorage.setItem(KEY, JSON.stringify(next)); } catch { /* as it was next time */ }
  show(shown, next);
}

let shown = null;

function show(view, { way, far } = sense()) {
  shown = view;
  const asked = view?.questions.find((q) => q.must)?.seats[0] ?? view?.turn;
  document.documentElement.classList.toggle("retourne", way === "over" || (way === "turn" && far.includes(asked)));
}

watch(show);
