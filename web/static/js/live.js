// Receives the stream: one complete view per event and a heartbeat each second. Without them the link counts as cut.

import { note, noting } from "./reads.js";
import { LANGUAGE } from "./words.js";

const SILENCE = 3000;

/** @typedef {(view: View) => unknown} Watcher */

let view = /** @type {View | null} */ (null);
let secrets = /** @type {Secrets} */ ({}); // the secrets of this page's seat
let source = /** @type {EventSource | null} */ (null);
let heard = performance.now();
let cut = false;
let keyAsJson = /** @type {(key: string) => string} */ (() => ""); // JSON of one key of the newest view, cached until the next view
const watchers = /** @type {Set<Watcher>} */ (new Set());

/** The table's answer as data; throws if the link is cut or the answer is an error. @param {string} path @returns {Promise<any>} */
export async function fetchJson(path) {
  const reply = await fetch(path);
  if (!reply.ok) throw new Error(`${path}: ${reply.status}`);
  return reply.json();
}

export const newest = () => view; // null before the first view
export const current = () => /** @type {View} */ (view); // for parts that need a view
export const ownSecrets = noting(() => secrets);

let covered = true; // whether the player's own cards are hidden on this page
export const isCovered = noting(() => covered);

/** Covers the player's own cards everywhere on this page, or shows them. */
export function cover() {
  covered = !covered;
  redraw();
}

export const isCut = noting(() => cut);

/** Calls back with the newest view, now and whenever it, the link or this page's own state changes. @param {Watcher} callback */
export function watch(callback) {
  watchers.add(callback);
  if (view) callback(view);
}

export function redraw() {
  if (view) for (const callback of watchers) callback(view);
}

/** Shows the view of an earlier moment, without a stream. @param {TableView} past */
export function stand(past) {
  view = noted(distinct(/** @type {View} */ (past)));
  redraw();
}

/** Resolves once this page shows the fact with this number. @param {number} number @returns {Promise<void>} */
export const until = (number) => new Promise((go) => {
  /** @type {Watcher} */
  const look = (seen) => {
    if (seen.number < number) return;
    watchers.delete(look);
    go();
  };
  watch(look);
});

const backs = /** @type {Set<() => void>} */ (new Set());

/** Resolves at the first heartbeat after `SILENCE`: the link works again. @returns {Promise<void>} */
export const linkBack = () => new Promise((go) => { setTimeout(() => backs.add(go), SILENCE); });

function beat() {
  heard = performance.now();
  for (const go of backs) go();
  backs.clear();
  if (!cut) return;
  cut = false;
  delete document.documentElement.dataset.cut;
  redraw();
}

/** Makes the ids of questions unique; a seat may have equal ones, such as for a single die thrown again. @param {View} fresh */
function distinct(fresh) {
  const names = new Set();
  for (const q of fresh.questions) {
    while (names.has(q.id)) q.id += "'";
    names.add(q.id);
  }
  return fresh;
}

/** A view that records which of its keys a part of the page reads. @param {View} fresh */
function noted(fresh) {
  const now = /** @type {Record<string, any>} */ (fresh);
  const texts = /** @type {Record<string, string>} */ ({});
  keyAsJson = (key) => (texts[key] ??= JSON.stringify(now[key]) ?? "");
  return new Proxy(fresh, { get: (_, key) => {
    if (typeof key === "string") note(`view.${key}`, () => keyAsJson(key));
    return now[/** @type {string} */ (key)];
  } });
}

function connect() {
  source?.close();
  const { page, seat } = document.body.dataset;
  source = new EventSource(page === "seat" && seat ? `/stream?${new URLSearchParams({ seat })}` : "/stream");
  source.addEventListener("secrets", (event) => {
    secrets = JSON.parse(event.data);
    if (secrets.gone) redraw();
  });
  source.addEventListener("beat", beat);
  source.addEventListener("view", (event) => {
    waiting = JSON.parse(event.data);
    if (!touched) show();
  });
}

let waiting = /** @type {View | null} */ (null);
let touched = 0; // timer of a touch; a redraw waits for its end, so that the tap counts

function release() {
  clearTimeout(touched);
  touched = 0;
  show();
}

/** @param {number} patience */
function touch(patience) {
  clearTimeout(touched);
  touched = setTimeout(release, patience);
}

function show() {
  if (!waiting) return;
  view = noted(distinct(waiting));
  waiting = null;
  if (view.language !== LANGUAGE) return location.reload(); // another page of this browser has changed the language
  beat();
  redraw();
  document.documentElement.dataset.version = String(view.version); // the painted version, for tests
}

function watchdog() {
  if (performance.now() - heard < SILENCE) return;
  if (!cut) {
    cut = true;
    document.documentElement.dataset.cut = "";
    redraw();
  }
  heard = performance.now();
  connect();
}

export function start() {
  connect();
  setInterval(watchdog, 500);
  addEventListener("pointerdown", () => touch(1000), true);
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => touch(50), true); // in case no click follows
  addEventListener("click", release);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && performance.now() - heard > 1500) connect();
  });
}
