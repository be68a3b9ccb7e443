// The report: every fact, with photographs. Most facts can be amended, voided or restored, throws also added.

import { byId, focused, h, nodes, refocus } from "./dom.js";
import { button, die } from "./pieces.js";
import { accountName, hour, n, signed, t, tn } from "./words.js";
import { current, fetchJson, start, watch } from "./live.js";
import { answer } from "./send.js";
import { frame, refusal } from "./frame.js";
import { cardsOf, toldCard } from "./correct/cards.js";
import { FIXED } from "./correct/index.js";
import { correct } from "./correct/panel.js";

const seat = new URLSearchParams(location.search).get("seat");
if (seat) {
  document.body.dataset.page = "seat";
  byId("retour").setAttribute("href", `/seat/${encodeURIComponent(seat)}`);
  byId("retour").textContent = t("Mon siège");
}

/** @type {Record<string, [string, string]>} */
const TAGS = { amended: [t("corrigé"), ""], inserted: [t("ajouté"), ""], voided: [t("ne compte pas"), "etiquette--alerte"], misfit: [t("ne va plus"), "etiquette--alerte"] };

/** Number of facts that one touch adds, because a long evening has thousands. */
const PORTION = 100;
let wanted = PORTION;
let loaded = { version: -1, wanted, lines: /** @type {ReportLine[] | null} */ (null) };

/** @param {View} view */
async function load(view) {
  const { version } = view;
  if (loaded.version === version && loaded.wanted === wanted) return;
  const asked = loaded = { ...loaded, version, wanted };
  const first = view.number - wanted + 1;
  try {
    const lines = await fetchJson(first > 1 ? `/history.json?from=${first}` : "/history.json");
    if (loaded === asked) loaded.lines = lines;
  } catch {
    loaded.version = -1;
    return;
  }
  show(view);
}

/**
 * Giver, taker, amount and reason; without money, the seat and its signed points.
 * @param {TableView} view
 * @param {TransferLine} options
 */
function payment(view, { from, to, amount, text }) {
  const scored = view.source !== "scoreboard" ? null : from === view.source ? { who: to, points: amount } : to === view.source ? { who: from, points: -amount } : null;
  const words = scored ? `${accountName(view, scored.who)} ${signed(scored.points)}` : `${accountName(view, from)} → ${accountName(view, to)} ${n(amount)}`;
  return text ? `${words}, ${text}` : words;
}

/** @param {ReportLine} line */
function row(line) {
  const view = current();
  const [words, kind] = TAGS[line.state] ?? [];
  const then = { ...view, names: { ...view.names, ...line.names } };
  const moved = (line.transfers ?? []).map((one) => payment(then, one));
  const said = [line.who && (line.how === "camera" ? t("{name}, lu par l'œil", { name: line.who }) : line.who), ...moved.slice(0, 4), moved.length > 4 ? tn("et un autre", "et {n} autres", moved.length - 4, { n: moved.length - 4 }) : null, line.note, line.why].filter(Boolean).join(" · ");
  const dice = /** @type {DrawnDie[] | undefined} */ (line.fact?.dice);
  const cards = (line.type === "CardsHeld" && line.seat !== seat ? [] : cardsOf(line.fact ?? {})).map((name, slot) => toldCard(view, name, () => correct(line, { slot }), { key: `card-${line.number}-${slot}` }));
  return h("li", { class: line.state === "voided" ? "recit--voided" : "", "data-number": line.number, "data-target": line.fact?.target },
    h("time", null, line.at ? hour(line.at) : ""),
    h("div", { class: "vignettes" }, cards.length ? cards : line.picture ? h("img", { class: "photo", src: `/picture/${line.number}`, alt: "", loading: "lazy" }) : dice ? dice.slice(0, 3).map((one) => die(one)) : null),
    h("p", null, h("b", null, line.text), said ? h("small", null, said) : null),
    h("div", { class: "rangee" }, words ? h("span", { class: `etiquette ${kind}` }, words) : null,
      h("a", { class: "bouton bouton--sobre", href: `/at/${line.number}${seat ? `?seat=${encodeURIComponent(seat)}` : ""}`, "data-key": `see-${line.number}`, "aria-label": t("Voir la table après : {fact}", { fact: line.text }) }, t("Voir")),
      line.type in FIXED ? null : h("button", { class: "bouton", "data-key": `fix-${line.number}`, "aria-label": t("Corriger : {fact}", { fact: line.text }), onclick: () => correct(line) }, t("Corriger"))));
}

const earlier = () => h("div", { class: "boutons" }, button(t("Les faits d'avant"), () => { wanted += PORTION; load(current()); }, { key: "earlier" }));

/** @param {View} view */
function show(view) {
  if (!loaded.lines) return; // an unloaded list must not look empty
  const told = refusal(view);
  const lines = [...loaded.lines].sort((a, b) => b.number - a.number);
  const throws = tn("{n} lancer", "{n} lancers", view.throws, { n: n(view.throws) });
  const facts = tn("{n} fait", "{n} faits", view.number, { n: n(view.number) });
  byId("compte").textContent = view.throws ? t("{throws}, {facts}. Le plus récent d'abord.", { throws, facts }) : t("{facts}. Le plus récent d'abord.", { facts });
  const focus = focused(byId("recit"));
  byId("recit").replaceChildren(...nodes([told, lines.length ? [h("ol", { class: "recit", reversed: true, start: lines[0].number }, lines.map(row)), lines.length < view.number ? earlier() : null]
    : h("div", { class: "vide" }, h("h2", null, t("Rien encore")), h("p", { class: "note" }, t("Le premier lancer paraîtra ici.")))]));
  if (focus) refocus(byId("recit"), focus);
}

let drawn = "";
watch((view) => {
  load(view);
  const key = JSON.stringify([view.version, answer()?.text]);
  if (key !== drawn) { drawn = key; show(view); }
});
frame();
start();
