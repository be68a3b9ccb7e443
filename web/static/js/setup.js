// The set-up page: choose the players and start, set every detail, or resume an earlier evening.

import { byId, draw, h } from "./dom.js";
import { button, message, theme } from "./pieces.js";
import { n, t } from "./words.js";
import { redraw, start, watch } from "./live.js";
import { answer, ask, tell } from "./send.js";
import { frame, languageTool, refusal, tool, toolLink } from "./frame.js";
import { asSetup, choices, choose, forgetDraft, game, now, offer, revision, target } from "./setup/choice.js";
import { listed, tiles } from "./setup/people.js";
import { round, rows } from "./setup/seats.js";
import { aims, boxChoice, boxTitle, changedRules, houseRules, levelName, levels, presets } from "./setup/rules.js";
import { earlier } from "./setup/evenings.js";

async function begin() {
  if (!(await ask("/start", { setup: asSetup() }))) return;
  forgetDraft();
  location.href = "/table";
}

async function simulate() {
  const people = [[t("Alice"), "rouge", 9], [t("Basile"), "bleu", 41], [t("Camille"), "jaune", 38]];
  const seats = people.map(([name, colour, age]) => ({ name, colour, age }));
  const setup = { game: game().id, seats, banker: game().office ? 1 : null, target: game().targets?.[0] ?? null, box: "exemple", simulated: true };
  if (await ask("/start", { setup })) location.href = "/table";
}

function summary() {
  return [target() ? t("jusqu'à {target}", { target: n(target()) }) : null, game().boxed === false ? null : t("boîte : {box}", { box: boxTitle(now().box) }), levelName().toLowerCase(), changedRules()]
    .filter(Boolean).map((words) => h("li", null, words));
}

const known = () => (choices().people.length ? h("section", { class: "carte vite-qui" }, h("h2", null, t("Qui joue ?")), tiles()) : null);

/** The start button, and the message of a refusal, which elsewhere would cover it. @param {TableView} view */
function ready(view) {
  return h("section", { class: "carte vite-va" }, refusal(view),
    h("div", null, h("p", { class: "vite-noms" }, listed().join(", ")), h("ul", { class: "vite-choix" }, summary())),
    button(t("Commencer"), begin, { kind: "bouton--plein bouton--grand", key: "begin" }));
}

/** @param {TableView} view */
function running(view) {
  if (view.phase === "none" || view.phase === "over") return null;
  return message("", t("Une partie est en cours."), t("En commencer une autre la laisse au journal, où on la reprend. "), h("a", { class: "lien-ligne", href: "/table" }, t("Revenir à la table")));
}

function games() {
  if (choices().games.length < 2) return null;
  return h("section", { class: "carte carte--jeu" }, h("h2", null, t("Le jeu")), h("div", { class: "boutons boutons--petits", role: "group", "aria-label": t("Le jeu") },
    choices().games.map((one) => button(one.title, () => choose(one.id), { key: `game-${one.id}`, pressed: game().id === one.id }))));
}

function trial() {
  return h("section", { class: "carte" }, h("h2", null, t("Essayer sans boîte")),
    h("p", { class: "note" }, t("Une soirée simulée, avec des joueurs, un plateau et des cartes inventés. Elle porte un bandeau sur chaque page et ne devient jamais une vraie partie.")),
    h("div", { class: "boutons mt" }, button(t("Essayer sans boîte"), simulate, { key: "simulate" })));
}

async function fetchChoices() {
  try {
    const reply = await (await fetch("/setup.json")).json();
    if (reply.code === "PIN_NEEDED") {
      const { askPin } = await import("./panels/pin.js");
      if (await askPin()) await fetchChoices(); else location.href = "/table";
      return;
    }
    offer(reply);
  } catch { /* the watchdog in live.js reports it */ }
  redraw();
}

watch((view) => {
  if (!choices()) return;
  byId("commence").textContent = game().begins;
  draw(byId("preparer"), [revision(), answer(), view.phase], () => [
    running(view), games(), presets(), known(),
    h("div", { class: "deux" },
      h("section", { class: "carte carte--ronde" }, round()), rows()),
    ready(view),
    h("div", { class: "deux" }, h("div", { class: "empile" }, aims(), levels()), boxChoice()),
    houseRules(),
    h("div", { class: "deux" }, earlier(fetchChoices), trial()),
  ]);
});

byId("preparer").addEventListener("input", () => { if (answer()?.kind === "refus") tell(null); });
frame({ tools: (view) => [languageTool(), tool(t("Tapis ou jour"), "theme", theme, { class: "lien-barre lien-theme" }), view.phase === "playing" ? toolLink(t("La table"), "retour", "/table") : null] });
start();
fetchChoices();
