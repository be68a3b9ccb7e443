// The report of the evening: every fact with its photograph; anything can be amended, left out, put back or added.

import { h, refocus } from "./dom.js";
import { button, chip, die, message, CHIPS, FACES } from "./pieces.js";
import { accountName, BICOLOUR, hour, n, t, tn } from "./words.js";
import { current, start, watch } from "./live.js";
import { answer, post, submit } from "./send.js";
import { frame, refusal } from "./frame.js";
import { confirmFact, consequences } from "./preview.js";
import { field, panel, select, text } from "./dialog.js";
import { answersEditor, asked as askedThen } from "./answers.js";
import { whoPicker } from "./panels/who.js";

const at = (id) => document.getElementById(id);
const seat = new URLSearchParams(location.search).get("seat");
if (seat) {
  document.body.dataset.page = "seat";
  at("retour").href = `/seat/${encodeURIComponent(seat)}`;
  at("retour").textContent = t("Mon siège");
}

const TAGS = { amended: [t("corrigé"), ""], inserted: [t("ajouté"), ""], voided: [t("ne compte pas"), "etiquette--alerte"], misfit: [t("ne va plus"), "etiquette--alerte"] };

let loaded = { key: null, lines: [] };

async function load(view) {
  const key = `${view.version}`;
  if (loaded.key === key) return;
  loaded.key = key;
  try {
    const lines = await (await fetch("/history.json")).json();
    if (loaded.key === key) loaded.lines = lines;
  } catch {
    loaded.key = null;
    return;
  }
  show(view);
}

// The dice of one throw, changed by touch: every face of every die is there at once.
function diceEditor(state, refresh) {
  return h("div", { class: "empile" },
    state.dice.map((one, i) => h("div", { class: "alternatives alternatives--reste", role: "group", "aria-label": state.dice.length > 1 ? t("Le dé {number} montre", { number: i + 1 }) : t("Ce dé montre") }, FACES[one.kind].map((value) => h("button", {
      class: "alternative", "data-key": `v-${i}-${value}`, "aria-pressed": String(one.value === value), "aria-label": BICOLOUR[value] ?? String(value),
      onclick: () => { state.dice[i] = { ...one, value }; refresh(); },
    }, die({ ...one, value }))))),
    state.dice.some((one) => one.kind !== "d6") ? null : h("div", { class: "boutons" },
      state.dice.length < 3 ? button(t("Un dé de plus"), () => { state.dice.push({ kind: "d6", value: 1 }); refresh(); }, { key: "more" }) : null,
      state.dice.length > 1 ? button(t("Un dé de moins"), () => { state.dice.pop(); refresh(); }, { key: "less" }) : null));
}

function amountEditor(state, refresh) {
  const unit = current().unit || 25;
  return h("div", { class: "empile" },
    h("div", { class: "somme" }, button("−", () => { state.amount = Math.max(unit, state.amount - unit); refresh(); }, { kind: "pas", key: "less", label: t("Moins {amount}", { amount: n(unit) }) }),
      h("output", null, n(state.amount)), button("+", () => { state.amount += unit; refresh(); }, { kind: "pas", key: "more", label: t("Plus {amount}", { amount: n(unit) }) })),
    h("div", { class: "barre-mise" }, CHIPS.slice(0, 5).map((c) => h("button", { "aria-label": t("Ajouter {amount}", { amount: n(c) }), "data-key": `c-${c}`, onclick: () => { state.amount += c; refresh(); } }, chip(c))),
      button("0", () => { state.amount = 0; refresh(); }, { key: "zero", label: t("Recommencer à zéro") })));
}

function correct(line) {
  const fact = line.fact ?? {};
  const state = { found: null, dice: fact.dice?.map((one) => ({ ...one })), amount: fact.amount, patch: {}, then: null, who: null, why: "" };
  let asked = 0;
  const box = panel(t("Corriger : {fact}", { fact: line.text }), (redraw, close) => {
    const view = current();
    const more = state.why ? { why: state.why } : {};
    const go = (wanted, words) => { close(); confirmFact({ ...wanted, ...more }, words, { who: state.who }); };
    const whole = () => ({ ...fact, ...(state.dice ? { dice: state.dice } : {}), ...(state.amount === undefined ? {} : { amount: state.amount }), ...state.patch });
    const changed = JSON.stringify(whole()) !== JSON.stringify(fact);
    const amended = () => ({ type: "Amended", target: line.number, fact: whole() });
    const refresh = async () => { // what it changes is shown beneath at once
      const mine = asked += 1;
      state.found = null;
      redraw();
      const found = await post("/preview", { fact: amended() });
      if (mine !== asked) return;
      state.found = { ...found, seen: view.number };
      redraw();
      box.box.querySelector(".consequences")?.scrollIntoView({ block: "nearest" });
    };
    const overrule = Boolean(state.found?.refusal) && state.found.refusal.overrulable !== false;
    const may = state.found && state.found.ok !== false && (!state.found.refusal || overrule) && state.found.seen === view.number;
    const confirm = async () => { close(); await submit({ ...amended(), ...more }, { who: state.who, force: overrule }); };
    return [
      line.picture ? h("img", { class: "photo photo--grande", src: `/picture/${line.number}`, alt: t("Photo de ce lancer") }) : null,
      line.state === "voided" ? message("", t("Ce fait ne compte pas."), t("On peut le remettre.")) : null,
      state.dice ? diceEditor(state, refresh) : null,
      state.amount === undefined ? null : amountEditor(state, refresh),
      state.then ? answersEditor(state.then, whole(), state, (patch) => { Object.assign(state.patch, patch); refresh(); }, redraw) : null,
      changed ? h("div", { class: "empile consequences" }, state.found ? consequences(view, state.found) : h("p", { class: "note" }, t("Un instant…"))) : null,
      field(t("Pourquoi (si vous voulez)"), text(state.why, (v) => { state.why = v; }, { "data-key": "why", maxlength: 120 })),
      seat ? null : whoPicker(view, state, redraw),
      h("div", { class: "boutons boutons--plein" },
        line.state === "voided" ? button(t("Le remettre"), () => go({ type: "Restored", target: line.number }, t("Remettre : {fact}", { fact: line.text })), { key: "restore" })
          : button(t("Ça ne compte pas"), () => go({ type: "Voided", target: line.number }, t("Ça ne compte pas : {fact}", { fact: line.text })), { key: "void" }),
        line.type === "DiceThrown" ? button(t("Ajouter un lancer avant"), () => { close(); insert(line); }, { key: "insert" }) : null,
        changed ? button(overrule ? t("Jouer quand même") : t("Confirmer"), confirm, { kind: "bouton--plein", key: "confirm", disabled: !may }) : null),
    ];
  }, { wide: true });
  askedThen(line).then((then) => { if (then && box.box.isConnected) { state.then = then; box.refresh(); } });
}

function insert(line) {
  const state = { seat: line.fact?.seat ?? current().turn, dice: (line.fact?.dice ?? [{ kind: "d6", value: 1 }, { kind: "d6", value: 1 }]).map((one) => ({ ...one })) };
  panel(t("Ajouter un lancer oublié"), (refresh, close) => {
    const view = current();
    return [
      h("p", { class: "note" }, t("Il se place juste avant : {fact}.", { fact: line.text })),
      field(t("Qui a lancé"), select(view.seats.map((one) => [one.id, one.name]), state.seat, (v) => { state.seat = v; }, "seat")),
      diceEditor(state, refresh),
      button(t("Voir ce que cela change"), () => { close(); confirmFact({ type: "Inserted", before: line.number, fact: { type: "DiceThrown", seat: state.seat, dice: state.dice, kept: null } }, t("Ajouter un lancer")); }, { kind: "bouton--plein", key: "go" }),
    ];
  }, { wide: true });
}

const FIXED = ["Restored", "GameStarted", "HandedOver", "ChipsCounted", "LevelSet"];

function row(line) {
  const view = current();
  const [words, kind] = TAGS[line.state] ?? [];
  const moved = (line.transfers ?? []).map((one) => `${accountName(view, one.from)} → ${accountName(view, one.to)} ${n(one.amount)}${one.text ? `, ${one.text}` : ""}`);
  const said = [line.who && (line.how === "camera" ? t("{name}, lu par l'œil", { name: line.who }) : line.who), ...moved.slice(0, 4), moved.length > 4 ? tn("et un autre", "et {n} autres", moved.length - 4, { n: moved.length - 4 }) : null, line.note, line.why].filter(Boolean).join(" · ");
  const dice = line.fact?.dice;
  return h("li", { class: line.state === "voided" ? "recit--voided" : "", "data-number": line.number },
    h("time", null, line.at ? hour(line.at) : ""),
    h("div", { class: "vignettes" }, line.picture ? h("img", { class: "photo", src: `/picture/${line.number}`, alt: "", loading: "lazy" }) : dice ? dice.slice(0, 3).map((one) => die(one)) : null),
    h("p", null, h("b", null, line.text), said ? h("small", null, said) : null),
    h("div", { class: "rangee" }, words ? h("span", { class: `etiquette ${kind}` }, words) : null,
      h("a", { class: "bouton bouton--sobre", href: `/at/${line.number}${seat ? `?seat=${encodeURIComponent(seat)}` : ""}`, "data-key": `see-${line.number}`, "aria-label": t("Voir la table après : {fact}", { fact: line.text }) }, t("Voir")),
      FIXED.includes(line.type) ? null : h("button", { class: "bouton", "data-key": `fix-${line.number}`, "aria-label": t("Corriger : {fact}", { fact: line.text }), onclick: () => correct(line) }, t("Corriger"))));
}

function show(view) {
  const told = refusal(view);
  const lines = [...loaded.lines].sort((a, b) => b.number - a.number);
  at("compte").textContent = t("{throws}, {facts}. Le plus récent d’abord.", { throws: tn("{n} lancer", "{n} lancers", view.throws ?? 0, { n: n(view.throws ?? 0) }), facts: tn("{n} fait", "{n} faits", lines.length, { n: n(lines.length) }) });
  const focus = at("recit").contains(document.activeElement) ? document.activeElement : null;
  at("recit").replaceChildren(...[told, lines.length ? h("ol", { class: "recit", reversed: true }, lines.map(row))
    : h("div", { class: "vide" }, h("h2", null, t("Rien encore")), h("p", { class: "note" }, t("Le premier lancer paraîtra ici.")))].filter(Boolean));
  if (focus) refocus(at("recit"), focus);
}

let drawn = null;
watch((view) => {
  load(view);
  const key = JSON.stringify([view.version, answer()?.text]);
  if (key !== drawn) { drawn = key; show(view); }
});
frame();
start();
