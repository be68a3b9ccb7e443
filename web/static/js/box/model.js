// One box as it is filled in: every change is sent to the shelf a moment later, and can be taken back.

import { t } from "../words.js";
import { redraw } from "../live.js";
import { post } from "../send.js";

const PAUSE = 400; // ms: quick taps go out together

let file = null; // name, game, title, form
let state = null; // squares, closed, decks, chips, start_chips, rest
let saved = { text: "", kind: "" };
let timer = null;
let drawn = 0; // how often the page had to be drawn anew
let back = []; // earlier states, the newest last

export const form = () => file.form;
export const box = () => state;
export const title = () => file.title;
export const name = () => file.name;
export const status = () => saved;
export const revision = () => drawn;
export const opened = () => file !== null;
export const canUndo = () => back.length > 0;

export async function openBox(wanted) {
  const reply = await fetch(`/box-file.json?name=${encodeURIComponent(wanted)}`, { headers: { Accept: "application/json" } });
  const body = await reply.json();
  if (!reply.ok) return body.text;
  file = body;
  state = fromFile(body.data, body.form);
  again();
  return null;
}

function fromFile(data, form) {
  const { ring = [], chips, start_chips, length, ...rest } = data;
  const size = Math.max(length ?? ring.length, ring.length);
  const squares = Array(size).fill(null);
  ring.forEach((row, i) => { const { index, ...square } = row; squares[index ?? i] = square; });
  const decks = {};
  for (const { deck } of form?.decks ?? []) {
    decks[deck] = grouped(rest[deck] ?? []);
    delete rest[deck];
  }
  return { squares, closed: (length ?? ring.length) > 0, decks, rest, chips: chips ?? form?.chips ?? {}, start_chips: start_chips ?? form?.start_chips ?? {} };
}

// Copies of one card are one line with a number.
function grouped(cards) {
  const rows = [];
  for (const card of cards) {
    const key = JSON.stringify(card);
    const same = rows.find((row) => row.key === key);
    if (same) same.count += 1; else rows.push({ key, card, count: 1 });
  }
  return rows.map(({ card, count }) => ({ card, count }));
}

function toFile() {
  const { squares, closed, decks, chips, start_chips, rest } = state;
  const data = { ...rest, length: closed ? squares.length : 0, ring: squares.flatMap((square, index) => (square ? [{ index, ...square }] : [])), chips, start_chips };
  for (const [deck, rows] of Object.entries(decks)) data[deck] = rows.flatMap(({ card, count }) => Array(count).fill(card));
  if (closed) delete data.followed;
  return data;
}

// Changes the box; the page is drawn at once, the shelf follows.
export function change(patch) {
  drawn += 1;
  quiet(patch);
}

// Changes what is typed without drawing the fields anew: a redraw would take the next field from under the finger.
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
  timer = null;
  const reply = await post("/save-box", { name: file.name, called, data: toFile() });
  if (reply.ok && reply.name !== file.name) { file.name = reply.name; drawn += 1; }
  saved = reply.ok ? { text: t("Enregistrée sur l'étagère."), kind: "bien" } : { text: t("Pas enregistrée : {why}", { why: reply.text }), kind: "refus" };
  redraw();
  return reply.ok;
}

export async function rename(called) {
  if (!called.trim() || called.trim() === file.name) return;
  if (await save(called.trim())) history.replaceState(null, "", `/box?name=${encodeURIComponent(file.name)}`);
}

// Nothing that was typed a moment ago is lost by leaving the page.
addEventListener("pagehide", () => {
  if (timer === null) return;
  clearTimeout(timer);
  fetch("/save-box", { method: "POST", keepalive: true, headers: { "Content-Type": "application/json", "X-Servi-Page": "table" }, body: JSON.stringify({ name: file.name, called: "", data: toFile() }) });
});
