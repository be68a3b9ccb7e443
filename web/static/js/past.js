// The table at an earlier moment, read-only, with buttons to the previous and the next moment.

import { byId, focused, h, nodes, refocus } from "./dom.js";
import { button, icon, message, pawn } from "./pieces.js";
import { accountName, hour, n, t } from "./words.js";
import { lastThrow } from "./thrown.js";
import { plainScene, stage } from "./scenes/index.js";

const seat = new URLSearchParams(location.search).get("seat");
const way = seat ? `?seat=${encodeURIComponent(seat)}` : "";

let number = Number(document.body.dataset.number);

/** @param {TableView} view */
function people(view) {
  const there = view.seats.filter((one) => !one.left);
  return h("section", { class: "carte", "aria-label": t("Ce que chacun avait") }, h("h2", null, t("Ce que chacun avait")),
    h("ol", { class: "classement classement--passe" }, there.map((one) => h("li", null, pawn(one),
      h("span", null, one.name, one.square ? h("small", null, one.square) : null), h("b", null, n(one.points))))),
    h("p", { class: "note" }, view.accounts.pot === undefined ? t("banque {bank}", { bank: n(view.accounts.bank ?? 0) }) : t("Pot {pot} · banque {bank}", { pot: n(view.accounts.pot), bank: n(view.accounts.bank ?? 0) })));
}

/** @param {TableView} view */
function owed(view) {
  if (!view.debts?.length) return null;
  return h("section", { class: "carte" }, h("h2", null, t("Restait à remettre")), h("ul", { class: "liste-simple" },
    view.debts.map((debt) => h("li", null, `${accountName(view, debt.from)} → ${accountName(view, debt.to)} : `, h("b", null, n(debt.amount))))));
}

/** @param {Moment} options */
function show({ view, moment, last }) {
  document.title = t("Le passé · Servi");
  byId("jeu").textContent = view.title ?? "";
  byId("direct").replaceChildren(icon("retour"), t("Le passé"));
  byId("moment").textContent = moment.at ? t("{time}, après : {fact}", { time: hour(moment.at), fact: moment.text }) : t("après : {fact}", { fact: moment.text });
  /** @param {number} to */
  const go = (to) => () => { history.replaceState(null, "", `/at/${to}${way}`); number = to; load(); };
  const focus = focused(byId("retour"));
  byId("retour").replaceChildren(
    button(t("Avant"), go(number - 1), { key: "before", label: t("Un fait plus tôt"), disabled: number <= 1 }),
    button(t("Après"), go(number + 1), { key: "after", label: t("Un fait plus tard"), disabled: number >= last }),
    h("a", { class: "bouton bouton--plein", href: seat ? `/seat/${encodeURIComponent(seat)}` : "/table" }, t("Revenir à maintenant")));
  if (focus) refocus(byId("retour"), focus);
  const asked = view.questions.find((q) => q.must) ?? view.questions[0];
  byId("passe").replaceChildren(...nodes([
    message("", t("C’est le passé."), t("La table telle qu’elle était alors, sans les corrections venues depuis. On regarde, rien ne change.")),
    h("div", { class: "passe-deux" },
      h("section", { class: "carte" }, h("h2", null, view.phase === "over" ? view.outcome?.text ?? t("La partie était finie") : asked ? t("On attendait : {question}", { question: asked.text }) : t("Rien n’était demandé")),
        stage(view) ?? plainScene(view), lastThrow(view)),
      people(view)),
    owed(view),
    h("div", { class: "boutons" }, h("a", { class: "bouton", href: `/history${way}` }, t("La feuille de partie"))),
  ]));
  document.documentElement.dataset.moment = String(number);
}

async function load() {
  try {
    const reply = await fetch(`/at/${number}.json`);
    const told = await reply.json();
    if (reply.ok) return show(told);
    byId("moment").textContent = told.text;
  } catch {
    byId("moment").textContent = t("Pas de liaison avec la table. Rechargez la page quand elle revient.");
  }
  byId("retour").replaceChildren(h("a", { class: "bouton bouton--plein", href: "/table" }, t("Revenir à maintenant")));
}

load();
