// The croupier's voice on this tablet: calls as clips, or everything spoken for whoever does not see. The first tap
// unlocks it; a clip that is late or missing delays nothing.

import { LANGUAGE } from "./words.js";
import { watch } from "./live.js";

const KEY = "servi-son";

export const MODES = ["calls", "mute", "spoken"];

export function mode() {
  try { return MODES.includes(localStorage.getItem(KEY)) ? localStorage.getItem(KEY) : "calls"; } catch { return "calls"; }
}

export function setMode(wanted) {
  try { localStorage.setItem(KEY, wanted); } catch { /* for this visit nothing is kept */ }
  window.speechSynthesis?.cancel();
  if (wanted === "spoken" && last) speak(asked(last));
}

const LATE = 5; // seconds of calls that may still wait to be heard

let audio = null;
let free = 0; // when the last clip ends
let last = null;
const clips = new Map();
const region = document.createElement("p");
region.className = "lu dit";
region.setAttribute("aria-live", "polite");
document.body.append(region);

const betting = (view) => view.questions.some((q) => q.kind === "bet");

function faces(dice) {
  const six = dice.filter((one) => one.kind === "d6").map((one) => one.value);
  const others = dice.filter((one) => one.kind !== "d6").map((one) => (one.kind === "bicolour" ? one.value : `n${one.value}`));
  return [...(six.length === 2 ? [`n${six[0] + six[1]}`] : six.map((value) => `n${value}`)), ...others];
}

// What the croupier calls between two views of one evening.
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

function asked(view) {
  const lead = view.questions.find((q) => q.kind === "bet") ?? view.questions.find((q) => q.must) ?? view.questions[0];
  return lead ? [lead.text, lead.help].filter(Boolean).join(". ") : view.outcome?.text ?? "";
}

function told(before, view) {
  const lines = (view.news ?? []).filter((line) => line.number > before.number).map((line) => line.text).reverse();
  return [...lines, asked(view)].filter(Boolean).join(". ");
}

function speak(text) {
  if (!text) return;
  region.textContent = text; // a screen reader says it; else the browser's own voice does
  if (!window.speechSynthesis?.getVoices().length) return;
  const said = new SpeechSynthesisUtterance(text);
  said.lang = LANGUAGE;
  window.speechSynthesis.speak(said);
}

function clip(name) {
  if (!clips.has(name)) {
    clips.set(name, fetch(`/voice/${LANGUAGE}/${name}`).then((reply) => (reply.ok ? reply.arrayBuffer() : null))
      .then((data) => (data ? audio.decodeAudioData(data) : null)).catch(() => { clips.delete(name); return null; }));
  }
  return clips.get(name);
}

async function play(names) {
  for (const name of names) {
    const found = await clip(name);
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
  const Context = window.AudioContext ?? window.webkitAudioContext;
  if (!Context) return;
  audio = new Context();
  audio.resume();
  for (const name of ["bets-open", "bets-closed", "servi"]) clip(name);
}

document.addEventListener("pointerdown", unlock, { capture: true });
document.addEventListener("keydown", unlock, { capture: true });

watch((view) => {
  const before = last;
  last = view;
  if (!before || before.version === view.version || mode() === "mute") return;
  if (mode() === "spoken") { if (view.number > before.number) speak(told(before, view)); return; }
  const names = calls(before, view);
  if (audio && names.length && free - audio.currentTime < LATE) play(names); // no queue of late calls
});
