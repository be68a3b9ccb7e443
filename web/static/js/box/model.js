// One box as it is filled in: every change is sent to the shelf a moment later, and can be taken back.

import { sentence, t } from "../words.js";
import { redraw } from "../live.js";
import { post } from "../send.js";

const PAUSE = 400; // ms: quick taps go out together

let file = null; // name, game, title, form, and the data as they lie on the shelf
let state = null; // tables of fields: data. A box that is learnt: squares, closed, decks, chips, start_chips, rest
let saved = { text: "", kind: "" };
let timer = null;
let drawn = 0; // how often the page had to be drawn anew
let back = []; // earlier states, the newest last

export const form = () => file.form;
export const box = () => state;
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
  const draft = kept();
  if (draft) change(draft);
  again();
  return null;
}

// What the shelf refused is not lost with the page: it is kept in this browser, until the box on the shelf is another one.
const KEPT = () => `servi-boite-${file.name}`;

function kept() {
  try {
    const draft = JSON.parse(localStorage.getItem(KEPT()));
    return draft?.over === JSON.stringify(file.data) ? draft.state : null;
  } catch {
    return null;
  }
}

function keep(refused) {
  try {
    if (refused) localStorage.setItem(KEPT(), JSON.stringify({ over: JSON.stringify(file.data), state }));
    else localStorage.removeItem(KEPT());
  } catch { /* it lasts as long as the page */ }
}

function fromFile(data, form) {
  if (form.tables) return { data };
  const { ring = [], chips, start_chips, length, ...rest } = data;
  const size = Math.max(length ?? ring.length, ring.length);
  const squares = Array(size).fill(null);
  ring.forEach((row, i) => { const { index, ...square } = row; squares[index ?? i] = square; });
  const decks = {};
  for (const { deck } of form.decks ?? []) {
    decks[deck] = grouped(rest[deck] ?? []);
    delete rest[deck];
  }
  return { squares, closed: (length ?? ring.length) > 0, decks, rest, chips: chips ?? form.chips ?? {}, start_chips: start_chips ?? form.start_chips ?? {} };
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
  if (form().tables) return state.data;
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
  const sent = state;
  const reply = await post("/save-box", { name: file.name, called, data: toFile() });
  keep(!reply.ok);
  if (reply.ok) lies(reply, sent);
  saved = reply.ok ? { text: t("Enregistrée sur l'étagère."), kind: "bien" } : { text: t("Pas enregistrée : {why}", { why: sentence(reply.text) }), kind: "refus" };
  redraw();
  return reply.ok;
}

// The box as it lies on the shelf now: the page is drawn anew only where that tells more than was typed.
function lies({ ok, ...reply }, sent) {
  const before = JSON.stringify([file.name, file.form]);
  file = reply;
  if (state === sent && form().tables) state = fromFile(file.data, file.form);
  if (JSON.stringify([file.name, file.form]) !== before) drawn += 1;
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
