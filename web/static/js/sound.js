// The sound of this screen: the croupier's calls as audio clips and announcements in speech, or everything in speech.
// Browsers allow sound only after the first tap. A late or missing clip delays nothing.

import { LANGUAGE } from "./words.js";
import { newest, watch } from "./live.js";
import { news, notices, standing, state } from "./spoken.js";

const KEY = "servi-son";

export const MODES = ["calls", "mute", "spoken"];

const { page, seat: me } = document.body.dataset;

const QUIET = page === "table" ? "calls" : "mute"; // by default, only the table page makes sound

let wanted = /** @type {string | null} */ (null); // the choice of this visit, if the browser has no storage

export function mode() {
  let kept = wanted;
  try { kept = localStorage.getItem(KEY) ?? wanted; } catch { /* without storage, the choice of this visit counts */ }
  return kept && MODES.includes(kept) ? kept : QUIET;
}

/** @param {string} name */
export function setMode(name) {
  wanted = name;
  try { localStorage.setItem(KEY, name); } catch { /* no storage: the choice lasts for this visit */ }
  hush();
  begin();
}

const LATE = 5; // maximum seconds of queued calls
const WAITING = 4; // maximum queued utterances

let audio = /** @type {AudioContext | null} */ (null);
let free = 0; // the end of the last clip, in seconds of the audio clock
let last = /** @type {View | null} */ (null);
const clips = /** @type {Map<string, Promise<AudioBuffer | null>>} */ (new Map());
const region = document.createElement("p");
region.className = "lu dit";
region.setAttribute("aria-live", "polite");
document.body.append(region);

/** @param {View} view */
const betting = (view) => view.questions.some((q) => q.kind === "bet");

/** @param {Die[]} dice */
function faces(dice) {
  const six = dice.filter((one) => one.kind === "d6").map((one) => one.value);
  const others = dice.filter((one) => one.kind !== "d6").map((one) => (one.kind === "bicolour" ? String(one.value) : `n${one.value}`));
  return [...(six.length === 2 ? [`n${Number(six[0]) + Number(six[1])}`] : six.map((value) => `n${value}`)), ...others];
}

/** The croupier's calls between two views of one evening. @param {View | null} before @param {View} view */
export function calls(before, view) {
  if (!before || before.evening !== view.evening || view.number <= before.number) return [];
  const fresh = (view.news ?? []).filter((line) => line.number > before.number);
  const thrown = view.throw && view.throw.number > before.number ? faces(view.throw.dice) : [];
  return [
    ...(betting(before) && !betting(view) && !thrown.length && !view.pause && view.phase === "playing" ? ["bets-closed"] : []),
    ...thrown,
    ...(fresh.some((line) => line.type === "Stood") ? ["servi"] : []),
    ...(!betting(before) && betting(view) ? ["bets-open"] : []),
    ...(view.phase === "over" && before.phase !== "over" ? ["over"] : []),
  ];
}

let waiting = 0; // utterances in progress

function hush() {
  window.speechSynthesis?.cancel();
  waiting = 0;
}

/**
 * Speaks after the page is painted; a page that lags speaks only the newest text.
 * @param {string} text
 */
function aloud(text) {
  if (!text || !window.speechSynthesis) return;
  setTimeout(() => {
    if (waiting >= WAITING) hush();
    const utterance = new SpeechSynthesisUtterance(text);
    utterance.lang = LANGUAGE;
    const over = () => { waiting = Math.max(0, waiting - 1); };
    utterance.addEventListener("end", over);
    utterance.addEventListener("error", over);
    waiting += 1;
    window.speechSynthesis.speak(utterance);
  });
}

/** Speaks a text with the browser's voice, and puts it into the page's live region. @param {string} text */
function speak(text) {
  if (!text) return;
  region.textContent = text;
  aloud(text);
}

let heard = /** @type {import("./spoken.js").Spoken | null} */ (null); // the state at the last announcement

// A new listener hears the whole state first; then the page's other live regions are silent.
function begin() {
  const spoken = mode() === "spoken";
  for (const id of ["question", "jouer"]) document.getElementById(id)?.setAttribute("aria-live", spoken ? "off" : "polite");
  const view = newest();
  heard = spoken && view ? state(view, me) : null;
  if (heard) speak(standing(heard));
}

/** @param {View} view */
function follow(view) {
  if (!heard) return begin();
  const before = heard;
  heard = state(view, me);
  aloud(notices(before, heard));
  return speak(news(before, heard));
}

/** @param {AudioContext} audio @param {string} name */
function clip(audio, name) {
  const found = clips.get(name) ?? fetch(`/voice/${LANGUAGE}/${name}`).then((reply) => (reply.ok ? reply.arrayBuffer() : null))
    .then((data) => (data ? audio.decodeAudioData(data) : null)).catch(() => { clips.delete(name); return null; });
  clips.set(name, found);
  return found;
}

/** @param {AudioContext} audio @param {string[]} names */
async function play(audio, names) {
  for (const name of names) {
    const found = await clip(audio, name);
    if (!found) continue;
    const source = audio.createBufferSource();
    source.buffer = found;
    source.connect(audio.destination);
    free = Math.max(free, audio.currentTime);
    source.start(free);
    free += found.duration;
    document.documentElement.dataset.called = name;
  }
}

function unlock() {
  if (audio) return;
  if (!window.AudioContext) return;
  audio = new AudioContext();
  audio.resume();
  for (const name of ["bets-open", "bets-closed", "servi"]) clip(audio, name);
}

// Browsers block speech before the first tap, so that tap speaks the blocked text.
function again() {
  for (const type of ["pointerdown", "keydown"]) document.removeEventListener(type, again, { capture: true });
  if (heard && waiting === 0) aloud(standing(heard));
}

document.addEventListener("pointerdown", again, { capture: true });
document.addEventListener("keydown", again, { capture: true });
document.addEventListener("pointerdown", unlock, { capture: true });
document.addEventListener("keydown", unlock, { capture: true });

watch((view) => {
  const before = last;
  last = view;
  if (mode() === "spoken") return follow(view);
  if (!before || before.version === view.version || mode() === "mute") return null;
  const names = calls(before, view);
  if (audio && names.length && free - audio.currentTime < LATE) play(audio, names); // drop late calls
  if (view.announced !== before.announced) aloud(view.announced);
  return null;
});
