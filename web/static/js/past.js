// The table as it stood at an earlier moment: to look at only. Nothing here can be touched but the way on and back.

import { h } from "./dom.js";
import { button, icon, message, pawn } from "./pieces.js";
import { accountName, n } from "./words.js";
import * as scene from "./scene.js";
import { stage as drawn } from "./scenes/index.js";

const at = (id) => document.getElementById(id);
const seat = new URLSearchParams(location.search).get("seat");
const way = seat ? `?seat=${encodeURIComponent(seat)}` : "";

let number = Number(document.body.dataset.number);

function hour(seconds) {
  if (!seconds) return "";
  const when = new Date(seconds * 1000);
  return `${when.getHours()} h ${String(when.getMinutes()).padStart(2, "0")}, `;
}

function people(view) {
  const there = view.seats.filter((one) => !one.left);
  return h("section", { class: "carte", "aria-label": "Jetons à ce moment" }, h("h2", null, "Ce que chacun avait"),
    h("ol", { class: "classement classement--passe" }, there.map((one) => h("li", null, pawn(one),
      h("span", null, one.name, one.square ? h("small", null, one.square) : null), h("b", null, n(one.points))))),
    h("p", { class: "note" }, view.accounts.pot === undefined ? "" : `Pot ${n(view.accounts.pot)} · `, `banque ${n(view.accounts.bank ?? 0)}`));
}

function owed(view) {
  if (!view.debts?.length) return null;
  return h("section", { class: "carte" }, h("h2", null, "Restait à remettre"), h("ul", { class: "liste-simple" },
    view.debts.map((debt) => h("li", null, `${accountName(view, debt.from)} → ${accountName(view, debt.to)} : `, h("b", null, n(debt.amount))))));
}

function show({ view, moment, last }) {
  document.title = `Après le fait ${number} · Servi`;
  at("jeu").textContent = view.title ?? "";
  at("direct").replaceChildren(icon("retour"), "Le passé");
  at("moment").textContent = `${hour(moment.at)}après : ${moment.text}`;
  const go = (to) => () => { history.replaceState(null, "", `/at/${to}${way}`); number = to; load(); };
  at("retour").replaceChildren(
    button("Avant", go(number - 1), { key: "before", label: "Un fait plus tôt", disabled: number <= 1 }),
    button("Après", go(number + 1), { key: "after", label: "Un fait plus tard", disabled: number >= last }),
    h("a", { class: "bouton bouton--plein", href: seat ? `/seat/${encodeURIComponent(seat)}` : "/table" }, "Revenir à maintenant"));
  const asked = view.questions.find((q) => q.must) ?? view.questions[0];
  at("passe").replaceChildren(...[
    message("", "C’est le passé.", `La table telle qu’elle était après le fait ${number} sur ${last}, sans les corrections venues depuis. On regarde, rien ne change.`),
    h("div", { class: "passe-deux" },
      h("section", { class: "carte" }, h("h2", null, view.phase === "over" ? view.outcome?.text ?? "La partie était finie" : asked ? `On attendait : ${asked.text}` : "Rien n’était demandé"),
        drawn(view) ?? (view.duel?.bets?.length ? scene.layout(view) : view.duel && view.duel.kind !== "roulette" ? scene.duel(view) : null), scene.lastThrow(view)),
      people(view)),
    owed(view),
    h("div", { class: "boutons" }, h("a", { class: "bouton", href: `/history${way}` }, "La feuille de partie")),
  ].filter(Boolean));
  document.documentElement.dataset.moment = number;
}

async function load() {
  try {
    const reply = await fetch(`/at/${number}.json`);
    const told = await reply.json();
    if (reply.ok) return show(told);
    at("moment").textContent = told.text;
  } catch {
    at("moment").textContent = "Pas de liaison avec la table. Rechargez la page quand elle revient.";
  }
  at("retour").replaceChildren(h("a", { class: "bouton bouton--plein", href: "/table" }, "Revenir à maintenant"));
}

load();
