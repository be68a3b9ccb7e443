// Sends a tap to the table. One at a time: a double tap counts once.

import { current, redraw } from "./live.js";
import { t } from "./words.js";

const page = () => document.body.dataset.page;

let busy = false;
let told = null; // what the table answered last: a refusal or a good word, shown in the question's place

export const answer = () => told;

export function tell(what) {
  told = what;
  redraw();
}

// Why something was refused, and what would be allowed instead.
export const refusalWords = ({ text, allowed }) => (typeof allowed === "string" && !text.includes(allowed) ? `${text} ${allowed}` : text);

// What the page says of a refusal; the rule book's own words stand behind "Pourquoi ?" where there is something to do.
const refused = (reply, more) => ({ kind: "refus", text: refusalWords(reply), rule: reply.rule, words: reply.allowed ? null : reply.words, number: current()?.number, ...more });

export function post(path, body) {
  return send(path, JSON.stringify(body), "application/json", 10000);
}

async function send(path, body, kind, patience) {
  try {
    const reply = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": kind, "X-Servi-Page": page() },
      body,
      signal: AbortSignal.timeout(patience),
    });
    return await reply.json();
  } catch {
    return { ok: false, code: "OFFLINE", text: t("Pas de liaison avec la table. Rien n'a été envoyé ; réessayez quand elle revient.") };
  }
}

// Asks for something that changes the table; true when it was done.
export function ask(path, body, { seen = current()?.number ?? null, again = null } = {}) {
  return once(() => post(path, { seen, ...body }), again);
}

// Sends a photograph of the dice; a slow network may take its time.
export function askPhoto(file, query) {
  return once(() => send(`/photo?${new URLSearchParams(query)}`, file, file.type || "image/jpeg", 60000));
}

// Where it is the banker's to say, asks for his code and says it again.
async function permitted(call) {
  const reply = await call();
  if (reply.code !== "PIN_NEEDED") return reply;
  const { askPin } = await import("./panels/pin.js");
  return await askPin() ? call() : { ...reply, text: t("Sans le code du banquier, rien n'a changé.") };
}

async function once(call, again = null) {
  if (busy) return false;
  busy = true;
  document.documentElement.setAttribute("aria-busy", "true");
  const reply = await permitted(call);
  busy = false;
  document.documentElement.removeAttribute("aria-busy");
  if (reply.ok) {
    const warnings = reply.warnings ?? [];
    tell(warnings.length ? { kind: "", title: t("C'est noté."), text: warnings.map((w) => w.text).join(" "), number: reply.number } : null);
    return reply;
  }
  tell(refused(reply, { again: reply.overrulable ? again : null }));
  return false;
}

// Submits a fact; where the refusal can be overruled, the same fact may be sent again with force.
export function submit(fact, { who = null, force = false } = {}) {
  return ask("/command", { fact, who, force }, { again: () => submit(fact, { who, force: true }) });
}

// Submits a fact that others may overtake (six seats bet at once): tried again while its question is still open.
export async function submitRacing(fact, stillOpen, tries = 3) {
  for (let turn = 0; turn < tries; turn += 1) {
    while (busy) await new Promise((go) => setTimeout(go, 30));
    const last = turn === tries - 1;
    busy = true;
    const reply = await permitted(() => post("/command", { seen: current()?.number ?? null, fact }));
    busy = false;
    if (reply.ok) return tell(null), true;
    if (reply.code !== "STALE" || last || !stillOpen()) {
      tell(refused(reply, { again: reply.overrulable ? () => submit(fact, { force: true }) : null }));
      return false;
    }
    await new Promise((go) => setTimeout(go, 150));
  }
  return false;
}
