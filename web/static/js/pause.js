// The pause until another day: a sheet that lists where everything lies, also as a check list for laying it out again.

import { byId, part, h } from "./dom.js";
import { button, die, message, theme } from "./pieces.js";
import { accountName, day, n, t } from "./words.js";
import { start, watch } from "./live.js";
import { submit } from "./send.js";
import { frame, refusal, tool, toolLink } from "./frame.js";
import { plainScene, stage } from "./scenes/index.js";
import { sheet } from "./laying.js";

/**
 * The first question when the evening resumes, with the dice on the table and the sub-game.
 * @param {TableView} view
 * @param {Question[]} questions
 */
function following(view, questions) {
  const lead = questions.find((q) => q.must) ?? questions[0];
  const lying = questions.flatMap((q) => (q.kind === "throw" && q.lying ? [q.lying] : []))[0];
  return h("section", { class: "carte papier papier--suite" }, h("h2", null, t("Quand on reprend")),
    lead ? h("p", { class: "fort" }, lead.text) : null, lead?.help ? h("p", { class: "note" }, lead.help) : null,
    h("p", null, view.turn ? t("C'est à {name} de jouer.", { name: accountName(view, view.turn) }) : null),
    lying ? h("p", { class: "jet" }, h("span", null, t("Dés sur la table :")), lying.map((value) => die({ kind: "d6", value }))) : null,
    stage(view) ?? plainScene(view, { questions }),
    view.scene && !view.board ? h("p", { class: "note" }, t("Qui tient des cartes les range à part, sans les montrer.")) : null);
}

/** @param {View} view */
function playing(view) {
  return [
    h("div", { class: "entete" }, h("div", null, h("h1", null, t("Ranger jusqu'à demain")), h("p", null, t("Servi retient tout ; cette feuille dit ce qui est devant chacun, {chip} par {chip}.", { chip: view.called[0] })))),
    view.debts?.length ? message("", t("Des {chips} restent à remettre.", { chips: view.called[1] }), t("Donnez-les et cochez-les sur la page de la table, puis rangez.")) : null,
    h("div", { class: "boutons pas-imprime" }, button(t("Mettre en pause"), () => submit({ type: "PlayPaused" }), { kind: "bouton--plein bouton--grand", key: "pause" }),
      h("a", { class: "bouton bouton--grand", href: "/table" }, t("Continuer à jouer"))),
  ];
}

/** @param {Pause} pause */
function paused({ laid, accounts, at: since }) {
  const missing = accounts.length - laid.length;
  return [
    h("div", { class: "entete" }, h("div", null, h("h1", null, t("La partie est en pause")),
      h("p", { "aria-live": "polite" }, since ? t("Depuis {day}.", { day: day(since) }) : "", " ",
        missing ? t("Pour reprendre, chacun remet ses affaires et coche. En place : {done} sur {all}.", { done: laid.length, all: accounts.length }) : t("Tout est en place.")))),
    h("div", { class: "boutons pas-imprime" },
      button(t("Reprendre la partie"), () => submit({ type: "PlayResumed" }), { kind: missing ? "" : "bouton--plein bouton--grand", key: "resume" }),
      button(t("Imprimer la feuille"), () => window.print(), { key: "print" })),
  ];
}

let was = false;
let gone = false; // whether this page has already opened the table page; more views may arrive meanwhile

watch((view) => {
  if (gone) return;
  if (was && !view.pause && view.phase === "playing") {
    gone = true;
    location.href = "/table";
    return;
  }
  was = Boolean(view.pause);
  part(byId("pause"), () => {
    if (view.phase !== "playing") {
      return h("div", { class: "vide" }, h("h1", null, t("Rien à mettre en pause")), h("p", { class: "note" }, t("Une pause se prend pendant la partie.")),
        h("div", { class: "boutons centre mt" }, h("a", { class: "bouton bouton--plein", href: "/" }, t("À la table"))));
    }
    const accounts = view.pause?.accounts ?? [...view.order.filter((id) => !view.seats.find((one) => one.id === id)?.out), "bank"];
    return [refusal(view), view.pause ? paused(view.pause) : playing(view), h("div", { class: "feuilles" }, accounts.map((account) => sheet(view, account))),
      following(view, view.pause?.next ?? view.questions), h("p", { class: "note" }, view.target ? t("Objectif : {target}.", { target: n(view.target) }) : "")];
  });
});

frame({ tools: () => [tool(t("Tapis ou jour"), "theme", theme, { class: "lien-barre lien-theme" }), toolLink(t("La table"), "retour", "/table")] });
start();
