// The page of one seat: its chips, questions and debts.

import { byId, h, hidden, part } from "./dom.js";
import { button, change, pawn, piles, plays, theme } from "./pieces.js";
import { accountName, around, digits, n, t } from "./words.js";
import { ownSecrets, start, watch } from "./live.js";
import { ask } from "./send.js";
import { frame, languageTool, reason, refusal, tool, toolLink } from "./frame.js";
import * as asks from "./ask/index.js";
import { debts } from "./debts.js";
import { correcting, lastThrow } from "./thrown.js";
import { sheet } from "./laying.js";
import { plainScene, stage as drawn } from "./scenes/index.js";
import { card, row } from "./cards.js";
import { hand } from "./own.js";
import { leading, rare, usual } from "./ask/leading.js";
import { who } from "./ask/who.js";
import * as unsure from "./unsure.js";
import { later, whenIdle } from "./later.js";
import { crowned } from "./winner.js";

const openCount = later(() => import("./panels/count.js"), "openCount");
const openWays = later(() => import("./panels/ways.js"), "openWays");
const openRare = later(() => import("./panels/rare.js"), "openRare");
const openSound = later(() => import("./panels/sound.js"), "openSound");
const me = document.body.dataset.seat ?? "";

/** @param {View} view @param {Seat} seat */
function mine(view, seat) {
  const tag = seat.out ? t("en faillite") : view.phase === "over" ? null : seat.state === "must" || plays(view, seat) ? t("à vous") : seat.banker ? view.office ?? "banque" : null;
  return [
    h("section", { class: "moi", "aria-label": t("Mes {chips}", { chips: view.called[1] }) },
      h("div", { class: "siege-tete" }, pawn(seat), h("h1", { class: "siege-nom" }, seat.name), tag ? h("span", { class: `etiquette ${tag === (view.office ?? "banque") ? "" : "etiquette--plein"}` }, tag) : null),
      h("p", { class: `score ${digits(seat.points)}` }, hidden(t("{chips} :", { chips: view.called[1] })), " ", n(seat.points)),
      h("p", { class: "dernier" }, seat.felt > 0 ? around(t("dont {amount} en jeu"), { amount: h("b", null, n(seat.felt)) }) : seat.change ? [change(seat.change.amount), " ", seat.change.text] : seat.square ? t("Case {square}", { square: seat.square }) : ""),
      view.questions.some((q) => q.seats.includes(me)) ? null : seat.chips && Object.keys(seat.chips).length ? h("div", { class: "mes-jetons" }, piles(seat.chips)) : null),
  ];
}

/** @param {View} view @param {Seat} seat */
function cards(view, seat) {
  const drawable = (seat.cards ?? []).flatMap(({ name }) => (name && view.pack[name] ? [name] : []));
  if (drawable.length) return h("section", { class: "carte mes-cartes" }, h("h2", null, t("Mes cartes")), row(drawable.map((name) => card(view, name))));
  return seat.cards?.length ? h("section", { class: "carte mes-cartes" }, h("h2", null, t("Mes cartes")), h("ul", null, seat.cards.map((card) => h("li", null, h("span", null, card.name), card.sell === undefined ? null : h("b", null, n(card.sell)))))) : null;
}

/** @param {View} view */
function owed(view) {
  const own = (view.debts ?? []).filter((debt) => debt.from === me || debt.to === me);
  return own.length ? debts(view, own, { onDone: (debt, way) => ask("/hand-over", { from: debt.from, to: debt.to, way }), onOther: openWays }) : null;
}

/** Whether the seat can do nothing with this optional bet yet: it can place no chip and has none to take back. @param {Question} q */
const early = (q) => q.kind === "bet" && !q.must && q.free?.[me]?.length === 0 && !q.bets.some((one) => one.seat === me);

/** Whether to hide an optional count that this page did not select, because another seat must answer first. @param {View} view @param {Question} q */
const idle = (view, q) => q.kind === "count" && !q.must && !asks.selected(q) && view.questions.some((one) => one.must && !one.seats.includes(me));

/** The question with the seat's own options in the first person. @template {Question | null} Q @param {Q} q @returns {Q} */
const inFirstPerson = (q) => (q?.kind === "option" ? { ...q, options: q.options.map((one) => ({ ...one, text: one.own ?? one.text })) } : q);

/** The answers of others that this seat may record. @param {View} view @param {Question[]} own the questions to this seat */
function recording(view, own) {
  const all = view.questions.filter((q) => q.kind === "option" && q.also.includes(me));
  if (!all.length) return null;
  const lead = all.find(asks.selected) ?? all[0];
  const ctx = asks.context(view, lead, lead.seats[0], false);
  return [
    h("section", { class: "question" }, h("div", { class: "question-mots" }, h("h2", null, asks.title(ctx)), lead.help ? h("p", null, lead.help) : null)),
    who({ ...ctx, me: null }, { seats: all.map((q) => q.seats[0]), current: lead.seats[0], set: (id) => asks.turnTo(all.find((q) => q.seats[0] === id)?.id ?? lead.id) }),
    asks.body(ctx),
    h("div", { class: "question-actes question-actes--tel" }, reason(view), own.map((q) => asks.beside(asks.context(view, q, me, false)))),
  ];
}

/** @param {View} view @param {asks.Opened} open */
function question(view, open) {
  const lead = inFirstPerson(open.lead), others = open.others.map(inFirstPerson);
  if (view.pause) {
    return [h("section", { class: "question" }, h("div", { class: "question-mots" }, h("h2", null, t("La partie est en pause")), h("p", null, t("Pour reprendre, remettez ceci devant vous, puis cochez.")))),
      view.pause.accounts.includes(me) ? sheet(view, me) : null];
  }
  if (view.phase === "over" && view.outcome) return crowned(view.seats.filter((seat) => view.outcome?.winners.includes(seat.id)), view.outcome.text);
  const recorded = lead?.must ? null : recording(view, lead ? [lead, ...others] : []);
  if (recorded) return recorded;
  if (!lead || early(lead) || idle(view, lead)) {
    const other = leading(usual(view.questions));
    const turn = (other?.seats ?? [view.turn]).map((seat) => accountName(view, seat)).join(", ");
    return [h("section", { class: "question" }, h("div", { class: "question-mots" },
      h("h2", null, view.phase === "over" ? t("La partie est finie") : view.phase !== "none" ? other?.text ?? t("Un instant…") : t("Aucune partie en cours")),
      h("p", null, !["none", "over"].includes(view.phase) ? t("C'est à {seats}. Vos questions paraîtront ici.", { seats: turn }) : ""))),
    drawn(view) || !view.scene?.sides.length ? null : plainScene(view),
    lead && idle(view, lead) ? h("div", { class: "question-actes question-actes--tel" }, [lead, ...others].map((q) => button(q.text, () => asks.turnTo(q.id), { key: `to-${q.id}` }))) : null];
  }
  const ctx = asks.context(view, lead, me, others.length === 0);
  return [
    h("section", { class: "question" }, h("div", { class: "question-mots" }, h("h2", null, asks.title(ctx)), lead.help ? h("p", null, lead.help) : null)),
    lead.kind === "opponent" && asks.calling(view, me) ? null : asks.body(ctx),
    !drawn(view) && (lead.kind === "throw" || lead.kind === "stand") ? plainScene(view) : null,
    h("div", { class: "question-actes question-actes--tel" }, reason(view), asks.side(ctx), asks.grouped(others.filter((q) => q !== asks.calling(view, me)?.q), lead).map((q) => {
      const other = asks.context(view, q, me, false);
      return asks.beside(other)
        ?? button(q.kind === "throw" ? t("Saisir le lancer") : q.text, () => (q.kind === "throw" ? other.openPad() : asks.turnTo(q.id)), { key: `to-${q.id}` });
    })),
  ];
}

function retaken() {
  return h("section", { class: "question" }, h("div", { class: "question-mots" }, h("h1", null, t("Ce siège n'est plus à la table")), h("p", null, ownSecrets().gone ? t("Ce siège a été repris sur un autre écran. Relisez le code du siège sur la table pour le reprendre ici.") : t("Lisez le code d'un siège sur la page de la table."))));
}

let asked = false; // whether the phone shows a question to its seat

/** Scrolls to the top of the page once the seat has answered its last question. @param {View} view */
function top(view) {
  const { lead } = asks.open(view, me);
  const now = Boolean(lead && !early(lead));
  if (asked && !now) scrollTo(0, 0);
  asked = now;
}

watch((view) => {
  part(byId("moi"), () => { const seat = mySeat(view); return seat ? mine(view, seat) : []; });
  part(byId("jouer"), () => { const seat = mySeat(view); return seat ? playing(view, seat) : retaken(); });
  if (!ownSecrets().gone) top(view);
});

/** @param {View} view */
const mySeat = (view) => (ownSecrets().gone ? undefined : view.seats.find((one) => one.id === me && !one.left));

/** @param {View} view @param {Seat} seat @returns {Kid} */
function playing(view, seat) {
  const open = asks.open(view, me);
  return [
    refusal(view),
    hand(view, open.lead?.kind === "play_card"),
    view.pending && (!view.pending.seat || view.pending.seat === me) ? [h("p", { class: "fort" }, view.pending.text), h("p", null, view.pending.help), unsure.pendingPanel(view, view.pending), h("div", { class: "question-actes question-actes--tel" }, unsure.actions(view, view.pending))] : question(view, open),
    owed(view),
    open.lead && asks.wide(open.lead) && !idle(view, open.lead) ? null : drawn(view, { call: asks.calling(view, me) }),
    cards(view, seat),
    view.throw ? h("section", { class: "carte carte--creux" }, lastThrow(view, correcting(view))) : null,
    view.news?.length ? h("section", { class: "carte carte--creux nouvelles" }, h("h2", null, t("Dernières nouvelles")), h("ol", null, view.news.slice(0, 4).map((line) => h("li", null, line.text)))) : null,
    h("div", { class: "boutons boutons--plein" }, view.phase === "over" ? h("a", { class: "bouton bouton--plein", href: "/after" }, t("Le bilan")) : null, view.source === "scoreboard" ? null : button(t("Compter mes {chips}", { chips: view.called[1] }), () => openCount(me), { key: "count" }), rare(view.questions, me).length ? button(t("Droits rares"), () => openRare(view, me), { key: "rare" }) : null, button(t("Le son"), openSound, { key: "sound" }), h("a", { class: "bouton", href: `/history?seat=${me}` }, t("Corriger"))),
  ];
}

frame({
  tools: (view) => [
    view.undo && view.throw?.by === me ? tool(t("Annuler : {fact}", { fact: view.undo.text }), "retour", () => ask("/undo", {}), { class: "lien-barre lien-annuler" }, t("Annuler")) : null,
    languageTool(),
    tool(t("Tapis ou jour"), "theme", theme, { class: "lien-barre lien-theme" }),
    toolLink(t("Feuille"), "feuille", `/history?seat=${me}`),
  ],
});
start();
whenIdle(() => { for (const load of [() => import("./sound.js"), () => import("./dialog.js")]) load().catch(() => {}); }); // so that the page is painted first
