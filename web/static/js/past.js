// The table at an earlier moment, read-only, with buttons to the previous and the next moment.

import { byId, h, nodes, patch } from "./dom.js";
import { button, icon, message } from "./pieces.js";
import { hour, t } from "./words.js";
import { stand, watch } from "./live.js";
import { moment } from "./moment.js";

const seat = new URLSearchParams(location.search).get("seat");
const way = seat ? `?seat=${encodeURIComponent(seat)}` : "";

let number = Number(document.body.dataset.number);

/** Draws the links; the focused one keeps the focus. @param {unknown} shown @param {Node[]} made */
const ways = (shown, made) => patch(byId("retour"), shown, () => made);

/** @param {Moment} options */
function show({ view, moment: { at, text }, last }) {
  document.title = t("Le passé · Servi");
  byId("jeu").textContent = view.title ?? "";
  byId("direct").replaceChildren(icon("retour"), t("Le passé"));
  byId("moment").textContent = at ? t("{time}, après : {fact}", { time: hour(at), fact: text }) : t("après : {fact}", { fact: text });
  /** @param {number} to */
  const go = (to) => () => { history.replaceState(null, "", `/at/${to}${way}`); number = to; load(); };
  ways([number, last], [
    button(t("Avant"), go(number - 1), { key: "before", label: t("Un fait plus tôt"), why: number <= 1 && t("La soirée commence ici.") }),
    button(t("Après"), go(number + 1), { key: "after", label: t("Un fait plus tard"), why: number >= last && t("Rien n'est venu après.") }),
    h("a", { class: "bouton bouton--plein", href: seat ? `/seat/${encodeURIComponent(seat)}` : "/table" }, t("Revenir à maintenant"))]);
  stand(view);
  document.documentElement.dataset.moment = String(number);
}

watch((view) => byId("passe").replaceChildren(...nodes([
  message("", t("C'est le passé."), t("La table telle qu'elle était alors, sans les corrections venues depuis. On regarde, rien ne change.")),
  moment(view),
  h("div", { class: "boutons" }, h("a", { class: "bouton", href: `/history${way}` }, t("La feuille de partie"))),
])));

async function load() {
  try {
    const reply = await fetch(`/at/${number}.json`);
    const told = await reply.json();
    if (reply.ok) return show(told);
    byId("moment").textContent = told.text;
  } catch {
    byId("moment").textContent = t("Pas de liaison avec la table. Rechargez la page quand elle revient.");
  }
  ways(null, [h("a", { class: "bouton bouton--plein", href: "/table" }, t("Revenir à maintenant"))]);
}

load();
