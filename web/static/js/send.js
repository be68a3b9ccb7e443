// Sends commands to the table, one at a time. The second tap of a double tap never answers the next question.

import { linkBack, newest, redraw, until } from "./live.js";
import { noting } from "./reads.js";
import { t } from "./words.js";

/** The kind of this page, as the server names it. */
export const page = () => document.body.dataset.page ?? "";

const DOUBLE = 400; // milliseconds in which a second tap still belongs to the first

let held = 0;

/** Ignores taps for `DOUBLE` ms. */
export function hold() {
  clearTimeout(held);
  document.documentElement.dataset.held = "";
  held = setTimeout(() => { delete document.documentElement.dataset.held; }, DOUBLE);
}

/** @param {EventTarget | null} node */
const control = (node) => (node instanceof Element ? node.closest("a, button, input, label, select, summary, [role=button]") : null);

// Ignores a second tap after a tap that brings another control under the finger.
document.addEventListener("click", (event) => {
  const tapped = control(event.target);
  if (event.detail && tapped && control(document.elementFromPoint(event.clientX, event.clientY)) !== tapped) hold();
});

let busy = false;
let shown = /** @type {number | undefined} */ (0); // the newest fact on this page when the command left
let told = /** @type {Answer | null} */ (null); // the table's last answer, shown in the question's place

export const answer = noting(() => told);

/** @param {Answer | null} what */
export function tell(what) {
  told = what;
  redraw();
}

/** Removes the refusal of an entry once the entry changes. */
export function forget() {
  if (told?.reason || (told?.kind === "refus" && !told.cut)) told = null;
}

document.addEventListener("pointerdown", () => { if (told?.reason) tell(null); }, true);

/** Reports a cut link until it is back. @param {Answer} what */
export function tellCut(what) {
  const cut = { ...what, cut: true };
  tell(cut);
  linkBack().then(() => { if (told === cut) tell(null); });
}

/** Why something was refused, and what is allowed instead. @param {{ text: string, allowed?: string }} options */
export const refusalWords = ({ text, allowed }) => (typeof allowed === "string" && !text.includes(allowed) ? `${text} ${allowed}` : text);

/**
 * The message about a refusal, with what is allowed, else the rule book's words.
 * @param {Reply} reply
 * @param {Partial<Answer>} more
 */
const refused = (reply, more) => ({ kind: "refus", text: refusalWords(reply), rule: reply.rule, words: reply.allowed ? null : reply.words, number: newest()?.number, ...more });

/** @param {string} path @param {object} body */
export function post(path, body) {
  return send(path, JSON.stringify(body), "application/json", 10000);
}

/** The effect of a fact. @param {Fact} fact @returns {Promise<Preview>} */
export const preview = (fact) => /** @type {Promise<any>} */ (post("/preview", { fact }));

/** @param {string} path @param {BodyInit} body @param {string} kind @param {number} patience @returns {Promise<Reply>} */
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

/**
 * Sends a command; resolves to the reply, or to false if it was refused or this page waits for the effect of another one.
 * `seen` is the last fact that the page shows; `again` repeats a command that can be overruled.
 * @param {string} path
 * @param {object} body
 * @param {{ seen?: number | null, again?: (() => unknown) | null }} [options]
 */
export function ask(path, body, { seen = newest()?.number ?? null, again = null } = {}) {
  return once(() => post(path, { seen, ...body }), again);
}

/** Sends a photograph of the dice, with a long timeout for a slow network. @param {File} file @param {Record<string, string>} query */
export function askPhoto(file, query) {
  return once(() => send(`/photo?${new URLSearchParams(query)}`, file, file.type || "image/jpeg", 60000));
}

/** Makes a call; if it needs the banker's PIN, asks for the PIN and repeats the call. @param {() => Promise<Reply>} call */
async function permitted(call) {
  const reply = await call();
  if (reply.code !== "PIN_NEEDED") return reply;
  const { askPin } = await import("./panels/pin.js");
  return await askPin() ? call() : { ...reply, text: t("Sans le code du banquier, rien n'a changé.") };
}

/** Makes a call while `busy` blocks all other commands of this page. @param {() => Promise<Reply>} call */
async function exchange(call) {
  [busy, shown] = [true, newest()?.number];
  const reply = await permitted(call);
  busy = false;
  return reply;
}

/** @param {Reply} reply @param {(() => unknown) | null} again @returns {false} */
function refuse(reply, again) {
  (reply.code === "OFFLINE" ? tellCut : tell)(refused(reply, { again: reply.overrulable ? again : null }));
  return false;
}

/** @param {number} time in milliseconds */
const pause = (time) => new Promise((go) => setTimeout(go, time));

/** @param {() => Promise<Reply>} call @param {(() => unknown) | null} [again] @returns {Promise<Reply | false>} */
async function once(call, again = null) {
  hold();
  if (busy && newest()?.number === shown) return false;
  while (busy) await pause(30); // the page already shows the effect, so only the answer is still missing
  document.documentElement.ariaBusy = "true";
  const reply = await exchange(call);
  document.documentElement.ariaBusy = null;
  if (!reply.ok) return refuse(reply, again);
  const warnings = reply.warnings ?? [];
  tell(warnings.length ? { kind: "", title: t("C'est noté."), text: warnings.map((w) => w.text).join(" "), number: reply.number } : null);
  return reply;
}

/**
 * Submits a fact; an overrulable refusal offers to send it again with force.
 * @param {Fact} fact
 * @param {{ who?: string | null, force?: boolean }} [options]
 * @returns {Promise<Reply | false>}
 */
export function submit(fact, { who = null, force = false } = {}) {
  return ask("/command", { fact, who, force }, { again: () => submit(fact, { who, force: true }) });
}

/**
 * Submits a fact that other facts may overtake, for example when six seats bet at once. While its question is open,
 * sends it again once this page shows the earlier facts.
 * @param {Fact} fact
 * @param {() => boolean} stillOpen
 * @returns {Promise<boolean>}
 */
export async function submitRacing(fact, stillOpen, tries = 9) {
  while (busy) await pause(30);
  const seen = newest()?.number ?? 0;
  const reply = await exchange(() => post("/command", { seen, fact }));
  if (reply.ok) return tell(null), true;
  if (reply.code !== "STALE" || tries < 2 || !stillOpen()) return refuse(reply, () => submit(fact, { force: true }));
  await Promise.race([until(seen + 1), pause(2000)]);
  return submitRacing(fact, stillOpen, tries - 1);
}
