// The state of a box editor. It sends every change to the shelf a moment later, and can undo it.

import { keep, kept } from "../kept.js";
import { sentence, t } from "../words.js";
import { redraw } from "../live.js";
import { post } from "../send.js";

const PAUSE = 400; // ms before a change is sent, so that quick touches go together

/** @type {BoxFile} */
let file; // as saved on the shelf, once fetched
/** @type {BoxState} */
let state;
let saved = { text: "", kind: "" };
let timer = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined);
let drawn = 0; // number of redraws
let back = /** @type {BoxState[]} */ ([]); // earlier states, the newest last

export const printed = () => ("tables" in file.form ? file.form : null);
export const form = () => /** @type {LearntForm} */ (file.form); // only for a box that Servi learns
export const box = () => state;
export const name = () => file.name;
export const status = () => saved;
export const revision = () => drawn;
export const opened = () => file !== undefined;
export const canUndo = () => back.length > 0;

/** @param {string} wanted */
export async function openBox(wanted) {
  const reply = await fetch(`/box-file.json?name=${encodeURIComponent(wanted)}`, { headers: { Accept: "application/json" } });
  const body = await reply.json();
  if (!reply.ok) return body.text;
  file = body;
  state = fromFile(body.data, body.form);
  const draft = unsaved();
  if (draft) change(draft);
  again();
  return null;
}

// A refused entry stays in this browser until the box on the shelf changes.
const KEPT = () => `servi-boite-${file.name}`;

function unsaved() {
  const draft = kept(KEPT());
  return draft?.over === JSON.stringify(file.data) ? draft.state : null;
}

/** @param {Record<string, any>} data @param {BoxForm} form @returns {BoxState} */
function fromFile(data, form) {
  const none = { squares: [], closed: false, decks: {}, rest: {}, chips: {}, start_chips: {} };
  if ("tables" in form) return { ...none, data };
  const { ring = [], chips, start_chips, length, ...rest } = data;
  const size = Math.max(length ?? ring.length, ring.length);
  const squares = Array(size).fill(null);
  ring.forEach((/** @type {any} */ row, /** @type {number} */ i) => { const { index, ...square } = row; squares[index ?? i] = square; });
  const decks = /** @type {Record<string, CardRow[]>} */ ({});
  for (const { deck } of form.decks ?? []) {
    decks[deck] = grouped(rest[deck] ?? []);
    delete rest[deck];
  }
  return { data: {}, squares, closed: (length ?? ring.length) > 0, decks, rest, chips: chips ?? form.chips ?? {}, start_chips: start_chips ?? form.start_chips ?? {} };
}

/** Groups equal cards into one line with their number. @param {BoxCard[]} cards */
function grouped(cards) {
  const rows = /** @type {(CardRow & { key: string })[]} */ ([]);
  for (const card of cards) {
    const key = JSON.stringify(card);
    const same = rows.find((row) => row.key === key);
    if (same) same.count += 1; else rows.push({ key, card, count: 1 });
  }
  return rows.map(({ card, count }) => ({ card, count }));
}

function toFile() {
  if (printed()) return state.data;
  const { squares, closed, decks, chips, start_chips, rest } = state;
  const data = /** @type {Record<string, any>} */ ({ ...rest, length: closed ? squares.length : 0, ring: squares.flatMap((square, index) => (square ? [{ index, ...square }] : [])), chips, start_chips });
  for (const [deck, rows] of Object.entries(decks)) data[deck] = rows.flatMap(({ card, count }) => Array(count).fill(card));
  if (closed) delete data.followed;
  return data;
}

/** Changes the box; redraws the page at once and saves to the shelf later. @param {Partial<BoxState>} patch */
export function change(patch) {
  drawn += 1;
  quiet(patch);
}

/**
 * Changes typed values without a redraw, which would move the field under the finger.
 * @param {Partial<BoxState>} patch
 */
export function quiet(patch) {
  back = [...back.slice(-99), state];
  state = { ...state, ...patch };
  soon();
}

export const again = () => { drawn += 1; redraw(); };

export function undo() {
  drawn += 1;
  state = back.pop() ?? state;
  soon();
}

function soon() {
  saved = { text: t("Un instant…"), kind: "" };
  clearTimeout(timer);
  timer = setTimeout(save, PAUSE);
  redraw();
}

async function save(called = "") {
  timer = undefined;
  const sent = state;
  const reply = await post("/save-box", { name: file.name, called, data: toFile() });
  keep(KEPT(), reply.ok ? null : { over: JSON.stringify(file.data), state });
  if (reply.ok) lies(/** @type {any} */ (reply), sent);
  saved = reply.ok ? { text: t("Enregistrée sur l'étagère."), kind: "bien" } : { text: t("Pas enregistrée : {why}", { why: sentence(reply.text) }), kind: "refus" };
  redraw();
  return reply.ok;
}

/**
 * Takes over the saved box; redraws only if its name or its form has changed.
 * @param {Reply & BoxFile} options
 * @param {BoxState} sent
 */
function lies({ ok, ...reply }, sent) {
  const before = JSON.stringify([file.name, file.form]);
  file = reply;
  if (state === sent && printed()) state = fromFile(file.data, file.form);
  if (JSON.stringify([file.name, file.form]) !== before) drawn += 1;
}

/** @param {string} called */
export async function rename(called) {
  if (!called.trim() || called.trim() === file.name) return;
  if (await save(called.trim())) history.replaceState(null, "", `/box?name=${encodeURIComponent(file.name)}`);
}

// Leaving the page saves pending input.
addEventListener("pagehide", () => {
  if (timer === undefined) return;
  clearTimeout(timer);
  fetch("/save-box", { method: "POST", keepalive: true, headers: { "Content-Type": "application/json", "X-Servi-Page": "table" }, body: JSON.stringify({ name: file.name, called: "", data: toFile() }) });
});
