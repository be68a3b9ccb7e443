// The report of the evening: every fact with its photograph; anything can be amended, left out, put back or added.

import { h, refocus } from "./dom.js";
import { die } from "./pieces.js";
import { accountName, hour, n, signed, t, tn } from "./words.js";
import { current, start, watch } from "./live.js";
import { answer } from "./send.js";
import { frame, refusal } from "./frame.js";
import { cardsOf, toldCard } from "./correct/cards.js";
import { FIXED } from "./correct/index.js";
import { correct } from "./correct/panel.js";

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

// Who gives whom how much, and for what; in a game without money nobody gives what only counts.
function payment(view, { from, to, amount, text }) {
  const scored = view.source !== "scoreboard" ? null : from === view.source ? [to, amount] : to === view.source ? [from, -amount] : null;
  const words = scored ? `${accountName(view, scored[0])} ${signed(scored[1])}` : `${accountName(view, from)} → ${accountName(view, to)} ${n(amount)}`;
  return text ? `${words}, ${text}` : words;
}

function row(line) {
  const view = current();
  const [words, kind] = TAGS[line.state] ?? [];
  const moved = (line.transfers ?? []).map((one) => payment(view, one));
  const said = [line.who && (line.how === "camera" ? t("{name}, lu par l'œil", { name: line.who }) : line.who), ...moved.slice(0, 4), moved.length > 4 ? tn("et un autre", "et {n} autres", moved.length - 4, { n: moved.length - 4 }) : null, line.note, line.why].filter(Boolean).join(" · ");
  const dice = line.fact?.dice;
  const cards = (line.type === "CardsHeld" && line.seat !== seat ? [] : cardsOf(line.fact ?? {})).map((name, slot) => toldCard(view, name, () => correct(line, { slot }), { key: `card-${line.number}-${slot}` }));
  return h("li", { class: line.state === "voided" ? "recit--voided" : "", "data-number": line.number },
    h("time", null, line.at ? hour(line.at) : ""),
    h("div", { class: "vignettes" }, cards.length ? cards : line.picture ? h("img", { class: "photo", src: `/picture/${line.number}`, alt: "", loading: "lazy" }) : dice ? dice.slice(0, 3).map((one) => die(one)) : null),
    h("p", null, h("b", null, line.text), said ? h("small", null, said) : null),
    h("div", { class: "rangee" }, words ? h("span", { class: `etiquette ${kind}` }, words) : null,
      h("a", { class: "bouton bouton--sobre", href: `/at/${line.number}${seat ? `?seat=${encodeURIComponent(seat)}` : ""}`, "data-key": `see-${line.number}`, "aria-label": t("Voir la table après : {fact}", { fact: line.text }) }, t("Voir")),
      line.type in FIXED ? null : h("button", { class: "bouton", "data-key": `fix-${line.number}`, "aria-label": t("Corriger : {fact}", { fact: line.text }), onclick: () => correct(line) }, t("Corriger"))));
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
