// The table page: seats round the scene, and one question in a fixed place.

import { become, byId, h, hidden, part, s } from "./dom.js";
import { anew, noting } from "./reads.js";
import { button, change, longName, pawn, plays, theme } from "./pieces.js";
import { accountName, around, digits, faceWords, n, t } from "./words.js";
import { current, redraw, start, watch } from "./live.js";
import { ask } from "./send.js";
import { frame, isLow, languageTool, reason, refusal, tool, toolLink } from "./frame.js";
import * as asks from "./ask/index.js";
import { drawBoard } from "./board.js";
import { debts } from "./debts.js";
import { correcting, lastThrow as thrown } from "./thrown.js";
import { winner } from "./winner.js";
import { plainScene, stage as drawn, staged } from "./scenes/index.js";
import { layout } from "./ask/bet.js";
import { leading } from "./ask/leading.js";
import { deck, sign } from "./cards.js";
import * as pad from "./pad.js";
import * as unsure from "./unsure.js";
import { kept } from "./kept.js";
import { later, whenIdle } from "./later.js";

const openMenu = later(() => import("./panels/menu.js"), "openMenu");
const openWays = later(() => import("./panels/ways.js"), "openWays");
const openSound = later(() => import("./panels/sound.js"), "openSound");

const looks = document.body.dataset.page === "watch"; // a spectator: no controls
/** @param {View} view @param {ThrowLook} [more] */
const lastThrow = (view, more = {}) => thrown(view, { ...more, ...(looks ? {} : correcting(view)) });

/** @param {View} view */
const briefThrow = (view) => view.throw && lastThrow(view, { compact: true });

/** @typedef {"fin" | "pause" | "doute" | "dettes" | "jeu"} Middle */

let wanted = /** @type {{ middle: Middle, number: number, bets: string } | null} */ (null); // the selected tab, valid until the next fact, or while the same bets are open
const turnedTo = noting(() => wanted);

/** The possible contents of the middle, the default first. @param {View} view @param {Question | null} lead @returns {[Middle, string][]} */
function middles(view, lead) {
  if (view.pause) return [["pause", t("Pause")]];
  const list = /** @type {[Middle, string][]} */ ([]);
  if (view.phase === "over") list.push(["fin", t("La fin")]);
  if (view.pending) list.push(["doute", t("Lecture")]);
  if (view.debts?.length && view.settle !== false) list.push(["dettes", t("À remettre {n}", { n: view.debts.length })]);
  list.push(["jeu", lead ? t("Jeu") : t("Table")]);
  if (view.debts?.length && view.settle === false) list.push(["dettes", t("À remettre {n}", { n: view.debts.length })]);
  return list;
}

/** @param {View} view @param {Question | null} lead */
function middle(view, lead) {
  const there = middles(view, lead).map(([id]) => id);
  const turned = turnedTo();
  const lasts = turned && (turned.number === view.number || (turned.bets && turned.bets === betsOf(lead)));
  return lasts && there.includes(turned.middle) ? turned.middle : there[0];
}

/** The id of the leading question if it takes bets, otherwise "". @param {Question | null} lead */
const betsOf = (lead) => (lead?.kind === "bet" ? lead.id : "");

/** @param {Middle} id */
function turnTo(id) {
  const view = current();
  wanted = { middle: id, number: view.number, bets: betsOf(leading(view.questions)) };
  redraw();
}

async function undo() {
  await ask("/undo", { who: null });
}

async function allDone() {
  let seen = /** @type {number | null} */ (current().number);
  for (const debt of current().debts) {
    const reply = await ask("/hand-over", { from: debt.from, to: debt.to, way: debt.ways?.length ? 0 : null }, { seen });
    if (!reply) return;
    seen = reply.number ?? null;
  }
}

/** @param {Debt} debt @param {number | null} way */
const done = (debt, way) => ask("/hand-over", { from: debt.from, to: debt.to, way });

/** @param {View} view @param {Parameters<typeof debts>[2]} [touched] */
const owing = (view, touched) => debts(view, view.debts, { ...touched, last: briefThrow(view) });

/** A spectator's middle: the cloth, the scene or the board, and the last throw. @param {View} view */
function stage(view) {
  if (view.phase === "over") return winner(view);
  if (view.debts?.length && view.settle !== false) return owing(view);
  const special = drawn(view);
  if (special) return special;
  const bet = view.questions.find((q) => q.kind === "bet");
  if (bet) return h("div", { class: "jeux jeux--clos" }, layout(view, bet.bets));
  return play(view, null);
}

/** @param {View} view */
function words(view) {
  const lead = leading(view.questions);
  const text = view.pause ? t("La partie est en pause") : view.phase === "none" ? t("Aucune partie en cours") : view.phase === "over" ? view.outcome?.text ?? t("La partie est finie") : view.pending?.text ?? lead?.text ?? t("Un instant…");
  const help = view.phase === "none" ? t("La prochaine paraîtra ici toute seule.") : view.pending || view.phase === "over" ? "" : lead?.help;
  return h("div", { class: "question-mots" }, h("h1", null, text), help ? h("p", null, help) : null);
}

/** @param {View} view @param {Question | null} lead @returns {Kid} */
function play(view, lead) {
  const ctx = lead && asks.context(view, lead);
  const body = ctx && asks.body(ctx);
  const last = () => !view.throw && Object.keys(view.pack ?? {}).length ? deck() : lastThrow(view, { large: !body });
  const several = ctx && asks.chooser(ctx);
  if (lead && body && asks.wide(lead)) return [several, body];
  if (staged(view)?.holds) return [several, drawn(view, { below: body })];
  const special = drawn(view, { call: lead && asks.calling(view) });
  if (special && lead?.kind === "opponent") return [special];
  if (special) return [several, special, body];
  if (several) return [several, body];
  if (body && lead?.kind !== "throw" && lead?.kind !== "stand") return [body];
  const plain = plainScene(view, { short: lead?.kind === "throw" && lead.lying !== null, below: body || view.scene?.bets?.length ? body : lastThrow(view) });
  if (plain) return plain;
  if (view.board) return [drawBoard(view, view.board, [last(), body], { low: isLow() })];
  return [last(), body];
}

/** @param {View} view @param {Question | null} lead */
function heart(view, lead) {
  const shown = middle(view, lead);
  if (shown === "fin") return winner(view);
  if (shown === "pause") return briefThrow(view);
  if (shown === "doute" && view.pending) return unsure.pendingPanel(view, view.pending);
  if (shown === "dettes") return owing(view, { onDone: done, onOther: openWays });
  return play(view, lead);
}

/**
 * Whether the middle lacks the last throw, which then appears small elsewhere, so that a touch can correct a die.
 * @param {View} view
 */
const unseen = (view) => view.throw?.fact && !throwShown();
const throwShown = noting(() => !!byId("coeur").querySelector(".dernier-jet"));

/** @param {View} view */
function reading(view) {
  const { onDie } = correcting(view);
  if (view.throw?.how !== "camera" || !onDie || !unseen(view)) return null;
  return h("span", { class: "lu-avant", role: "group", "aria-label": t("Dernier lancer, {name}", { name: accountName(view, view.throw.by) }) }, h("span", { "aria-hidden": "true" }, t("Lu :")),
    view.throw.dice.map((one, i) => h("button", { class: `bouton lu--${one.colour}`, "data-key": `read-${i}`, "aria-label": t("{face} : corriger ce dé", { face: faceWords(one) }), onclick: () => onDie(i) }, faceWords(one))));
}

const LONG = 48; // letters; a longer question is written smaller

/** @param {View} view @param {asks.Opened} options */
function strip(view, { lead, others }) {
  const told = refusal(view);
  if (told) return told;
  const shown = middle(view, lead);
  if (shown === "dettes") {
    return [h("div", { class: "question-mots" }, h("h1", null, lead ? lead.text : t("À remettre")), h("p", { class: "petits-gestes" }, h("span", null, view.debts.some((one) => one.felt) ? t("Les {chips} du tapis d'abord, puis cochez.", { chips: view.called[1] }) : t("Donnez les {chips}, puis cochez.", { chips: view.called[1] })), reading(view))),
      h("div", { class: "question-actes" }, lead ? button(t("Jouer"), () => turnTo("jeu"), { key: "play" }) : null, button(t("Tout est remis"), allDone, { kind: "bouton--plein bouton--grand", key: "all-done" }))];
  }
  if (shown === "doute" && view.pending) {
    return [h("div", { class: "question-mots" }, h("h1", null, view.pending.text), h("p", null, view.pending.help)),
      h("div", { class: "question-actes" }, unsure.actions(view, view.pending))];
  }
  if (view.pause) {
    return [h("div", { class: "question-mots" }, h("h1", null, t("La partie est en pause")), h("p", null, t("En place : {done} sur {all}.", { done: view.pause.laid.length, all: view.pause.accounts.length }))),
      h("div", { class: "question-actes" }, h("a", { class: "bouton bouton--plein bouton--grand", href: "/pause" }, t("Remettre en place")))];
  }
  if (shown === "fin" || (!lead && view.phase === "over")) {
    return [h("div", { class: "question-mots" }, h("h2", null, t("La partie est finie")), h("p", null, t("La revanche garde joueurs et règles."))),
      h("div", { class: "question-actes" }, h("a", { class: "bouton", href: "/after" }, t("Le bilan")), h("a", { class: "bouton", href: "/setup" }, t("Autre partie")),
        button(t("Revanche"), rematch, { kind: "bouton--plein bouton--grand", key: "rematch" }))];
  }
  if (!lead) {
    return [h("div", { class: "question-mots" }, h("h1", null, view.phase !== "none" ? t("Un instant…") : t("Aucune partie en cours"))),
      view.phase !== "none" ? null : h("div", { class: "question-actes" }, h("a", { class: "bouton bouton--plein bouton--grand", href: "/setup" }, t("Préparer")))];
  }
  const ctx = asks.context(view, lead, null, others.length === 0);
  const byHand = lead.kind === "throw" && !ctx.padOpen && (view.camera?.button || (view.camera?.throws && !lead.lying));
  const landing = others.filter((q) => q.kind === "square" && !q.must);
  const called = asks.calling(view)?.q;
  const chosen = asks.chooser(ctx) ? asks.siblings(view, lead) : []; // the seats above choose between these questions
  const rest = asks.grouped(others.filter((q) => !landing.includes(q) && q !== called && !chosen.includes(q)), lead);
  const duty = !lead.must && rest.some((q) => q.must); // with an optional question selected, mandatory ones come first
  const aside = rest.filter((q) => !q.must && (duty || asks.siblings(view, q).length > 1 || q.kind === "hold" || (q.kind === "bet" && q.free) || (q.kind === "option" && q.options.length > 2)));
  const beside = rest.filter((q) => !aside.includes(q)).map((q) => {
    const other = asks.context(view, q, null, false);
    const there = asks.beside(other);
    if (there) return there;
    return button(q.kind === "throw" ? t("Saisir le lancer") : q.text, () => (q.kind === "throw" ? other.openPad() : asks.turnTo(q.id)), { key: `to-${q.id}` });
  });
  return [h("div", { class: "question-mots" }, view.call ? h("p", { class: "petit-titre" }, view.call) : null, h("h1", { class: lead.text.length > LONG ? "long" : null }, asks.title(ctx)), lead.help ? h("p", null, lead.help) : null,
    lead.rule || landing.length || byHand || aside.length || unseen(view) ? h("p", { class: "petits-gestes" },
      reading(view),
      lead.rule ? h("button", { class: "lien-texte", "data-key": "why", onclick: () => why(lead) }, t("Pourquoi ?")) : null,
      byHand ? h("button", { class: "lien-texte", "data-key": "by-hand", onclick: ctx.openPad }, t("Saisir les dés")) : null,
      landing.map((q) => h("button", { class: "lien-texte", "data-key": `to-${q.id}`, "aria-label": q.text, onclick: () => asks.turnTo(q.id) }, t("Dire la case"))),
      aside.map((q) => h("button", { class: "lien-texte", "data-key": `to-${q.id}`, onclick: () => asks.turnTo(q.id) }, q.text))) : null, reason(view, "h1")),
    h("div", { class: "question-actes" }, asks.side(ctx), beside)];
}

const openWhy = later(() => import("./panels/why.js"), "openWhy");

const further = [() => import("./sound.js"), () => import("./dialog.js"), ...(looks ? [] : [() => import("./wake.js"), () => import("./turned.js")])];
whenIdle(() => { for (const load of further) load().catch(() => {}); });

const rematch = later(() => import("./rematch.js"), "rematch");
const explain = later(() => import("./first.js"), "explain");

/** @param {Question} q */
const why = (q) => openWhy(t("La règle"), [q.text, q.help, q.kind === "stake" ? q.worst : null], [q.rule]);

/** @param {View} view @param {Seat} seat */
const classOf = (view, seat) => (seat.out ? "siege--sorti" : plays(view, seat) ? "siege--joue" : seat.state === "must" ? "siege--doit" : "");

/** @param {View} view @param {Seat} seat */
function tag(view, seat) {
  /** @param {string} words @param {string} [kind] */
  const mark = (words, kind = "") => h("span", { class: `etiquette ${kind}` }, words);
  if (seat.out) return mark(t("en faillite"), "etiquette--alerte");
  if (seat.owes > 0) return mark(t("doit {amount}", { amount: n(seat.owes) }), "etiquette--alerte");
  if (seat.owed > 0) return mark(t("reçoit {amount}", { amount: n(seat.owed) }), "etiquette--gain");
  if (seat.state === "must") return mark(t("à vous"), "etiquette--plein");
  if (plays(view, seat)) return mark(t("son tour"));
  if (seat.banker) return mark(view.office ?? "banque");
  return null;
}

/** @param {View} view @param {Seat} seat @param {number} place @param {boolean} crowded */
function plate(view, seat, place, crowded) {
  const word = seat.felt > 0 ? around(t("dont {amount} en jeu"), { amount: h("b", null, n(seat.felt)) })
    : seat.change ? [change(seat.change.amount), h("span", { class: "cause" }, " ", seat.change.text)] : seat.square ?? "";
  return h("section", { class: `siege place-${place} ${crowded ? "siege--serre" : ""} ${classOf(view, seat)}`, "aria-label": seat.name },
    h("div", { class: "siege-tete" }, pawn(seat), h("h2", { class: `siege-nom ${longName(seat.name)}` }, seat.name), tag(view, seat)),
    h("p", { class: `score ${digits(seat.points)}` }, hidden(t("{chips} :", { chips: view.called[1] })), " ", n(seat.points)),
    h("div", null, owned(view, seat), h("p", { class: "dernier change" }, word),
      view.target ? h("div", { class: "chemin", "aria-hidden": "true" }, path(seat.points / view.target)) : null));
}

/** The open cards of a player, by their drawing. @param {View} view @param {Seat} seat */
function owned(view, seat) {
  const names = (seat.cards ?? []).flatMap(({ name }) => (name && view.pack[name] ? [name] : []));
  if (!names.length) return null;
  return h("p", { class: "signes" }, [...new Set(names)].map((name) => {
    const number = names.filter((one) => one === name).length;
    return h("span", { class: number > 2 ? "signes--presque" : "" }, sign(view, name), number > 1 ? [h("i", null, "×"), n(number)] : null);
  }));
}

/** @param {number} part */
const path = (part) => s("svg", { preserveAspectRatio: "none", viewBox: "0 0 100 4" }, s("rect", { width: Math.max(0, Math.min(100, part * 100)), height: 4 }));

const plates = /** @type {Map<SeatId, Element>} */ (new Map());

/** The seats in order of play. @param {TableView} view */
function ranked(view) {
  const order = [...(view.order ?? [])];
  return view.seats.filter((seat) => !seat.left).sort((a, b) => (order.indexOf(a.id) + 1 || 99) - (order.indexOf(b.id) + 1 || 99));
}

/** @param {View} view */
function seats(view) {
  const there = ranked(view);
  byId("tapis").className = `tapis tapis--${there.length > 8 ? there.length + there.length % 2 : there.length}`;
  for (const [id, node] of plates) if (!there.some((seat) => seat.id === id)) { node.remove(); plates.delete(id); }
  there.forEach((seat, i) => {
    const old = plates.get(seat.id);
    const fresh = plate(view, seat, i && view.clockwise ? there.length + 1 - i : i + 1, there.length > 8); // the same direction on the screen as at the table
    if (old) become(old, fresh); else byId("tapis").append(fresh);
    plates.set(seat.id, old ?? fresh);
  });
}

/** @param {View} view */
function till(view) {
  const spoken = pad.speaking(view);
  if (view.phase === "none") return [];
  if (spoken) return [pad.strip(view, spoken)];
  return [["pot", "pot"], ["bank", "banque"]].map(([account, kind]) => {
    const held = view.counters.includes(account) ? view.accounts[account] : undefined;
    return held === undefined ? null : h("dl", { class: kind }, h("dt", null, accountName(view, account)), h("dd", { class: digits(held) }, n(held)));
  });
}

/** The tabs of the middle. @param {View} view */
function ways(view) {
  const { lead } = asks.open(view, null);
  const list = middles(view, lead);
  return list.length < 2 ? [] : list.map(([id, words]) => h("button", {
    class: "vue", "data-key": id, "aria-pressed": String(id === middle(view, lead)), onclick: () => turnTo(id),
  }, words));
}

watch((view) => {
  anew(plates, () => seats(view));
  part(byId("caisse"), () => till(view));
  if (looks) {
    part(byId("coeur"), () => stage(view));
    part(byId("question"), () => words(view));
    return;
  }
  part(byId("vues"), () => ways(view));
  if (kept("servi-premiere")) explain(view);
  part(byId("coeur"), () => heart(view, asks.open(view, null).lead));
  part(byId("question"), () => strip(view, asks.open(view, null)));
});

frame({
  tools: (view) => looks ? [languageTool(), tool(t("Tapis ou jour"), "theme", theme), tool(t("Le son"), "son", openSound, { "data-key": "sound" }), h("span", { class: "etiquette" }, t("On regarde"))] : [
    view.undo ? tool(t("Annuler : {fact}", { fact: view.undo.text }), "retour", undo, { class: "lien-barre lien-annuler" }, t("Annuler")) : null,
    toolLink(t("Feuille"), "feuille", "/history"),
    tool(t("Menu"), "menu", () => openMenu(current())),
  ],
});
start();
