// Fetches the chances to win, and lets the table compute them at a press.

import { h } from "./dom.js";
import { button } from "./pieces.js";
import { t } from "./words.js";
import { fetchJson, redraw } from "./live.js";
import { noting } from "./reads.js";
import { ask } from "./send.js";
import { curves, percent, whyNot } from "./chances.js";

const AGAIN = 2000; // milliseconds between two requests while the curve is computed

let found = /** @type {Luck | null} */ (null); // null until fetched
let asked = ""; // the state of the evening at the last request
let waiting = 0;

export const foundLuck = noting(() => found);

async function load() {
  clearTimeout(waiting);
  try {
    found = await fetchJson("/luck.json");
    redraw();
  } catch {
    asked = ""; // the next view retries
  }
  if (found?.state === "running") waiting = setTimeout(load, AGAIN);
}

/** Fetches the curve when the evening has changed. @param {View} view */
export function watchLuck(view) {
  const now = `${view.number} ${view.phase} ${Boolean(view.pause)}`;
  if (now === asked) return;
  asked = now;
  load();
}

async function compute() {
  if (await ask("/luck", {})) load();
}

function waitingCard() {
  const title = h("h2", null, t("Qui a eu de la chance ?"));
  const state = found?.state;
  const why = whyNot(state ?? "playing");
  if (!found || why) return h("section", { class: "carte" }, title, h("p", { class: "note" }, why));
  if (state === "running") {
    return h("section", { class: "carte" }, title, h("p", null, t("Servi compte, {share} faits. La table reste libre.", { share: percent(found.share) })),
      h("progress", { class: "avancement", max: 100, value: found.share, "aria-label": t("Compte de la chance") }));
  }
  return h("section", { class: "carte" }, title,
    h("p", { class: "note" }, t("Servi joue la suite de chaque moment de nombreuses fois, puis dit ce que la chance a donné à chacun. Cela prend quelques minutes ; la table reste libre.")),
    h("div", { class: "boutons mt pas-imprime" }, button(state === "begun" ? t("Continuer le compte") : t("Compter la chance"), compute, { key: "luck" })));
}

/** The sections about luck, or the card that offers to compute them. @param {SummarySeat[]} seats */
export function luck(seats) {
  if (!found || found.state !== "done") return waitingCard();
  return curves(found, seats);
}
