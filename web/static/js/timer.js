// The time of a turn or game, if the table set one: it counts down, then says that the time is over. It enforces nothing.

import { h } from "./dom.js";
import { redraw } from "./live.js";
import { noting } from "./reads.js";
import { n, t } from "./words.js";

let ahead = 0; // seconds by which this device's clock is ahead of the table's
let asked = false;
let ticking = 0;
let over = false;

/** Whether the time that this page shows is over. */
export const isOver = noting(() => over);

/** Compares this device's clock with the date of an answer, whose whole seconds are exact enough for a timer. */
async function compare() {
  asked = true;
  try {
    const date = Date.parse((await fetch(location.pathname, { method: "HEAD" })).headers.get("Date") ?? "");
    if (!Number.isNaN(date)) ahead = Math.round((Date.now() - date) / 1000);
    redraw();
  } catch { asked = false; }
}

const CALM = 600; // seconds above which only minutes are shown

/** @param {number} seconds */
const clock = (seconds) => (seconds > CALM ? t("{n} min", { n: n(Math.ceil(seconds / 60)) }) : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`);

/** @param {{ seconds: number, since: number }} options */
const left = ({ seconds, since }) => Math.min(seconds, Math.ceil(since + seconds - (Date.now() / 1000 - ahead)));

/** @param {HTMLElement} node @param {{ seconds: number, since: number }} time */
function show(node, time) {
  const rest = left(time);
  const words = rest > 0 ? clock(rest) : t("Temps écoulé");
  if (node.textContent !== words) node.textContent = words;
  node.classList.toggle("minuteur--fini", rest <= 0);
}

function tick() {
  const nodes = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".minuteur"));
  for (const node of nodes) {
    const time = { seconds: Number(node.dataset.seconds), since: Number(node.dataset.since) };
    show(node, time);
    if (over !== left(time) <= 0) { over = !over; redraw(); }
  }
  if (!nodes.length) { clearInterval(ticking); ticking = 0; }
}

/** @param {TableView} view */
export function timer(view) {
  if (!view.timer || view.phase === "over") return null;
  if (!asked) compare();
  ticking ||= window.setInterval(tick, 500);
  const node = h("span", { class: "minuteur", role: "timer", "data-seconds": view.timer.seconds, "data-since": view.timer.since, whole: true });
  show(node, view.timer);
  over = left(view.timer) <= 0;
  return node;
}
