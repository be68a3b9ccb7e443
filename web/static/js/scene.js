// What lies in the middle of the table: the board ring, the last throw, a duel, what is owed, what the eye doubts.

import { h, s, hidden } from "./dom.js";
import { BANK, SHAPES, die, icon, pawn, piles, seatPiece } from "./pieces.js";
import { cloth } from "./ask/bet.js";
import { sign as symbol } from "./cards.js";
import { later } from "./later.js";
import { accountName, around, faceWords, listed, n, t } from "./words.js";

const POINTS = {
  zanzibar: "M-9-8H9L-9 8H9", pot: "M-11-4H11L8 9H-8ZM-13-4H13M-5-9V-4M5-9V-4",
  jackpot: "M0-11 3.2-3.8 11-3 5.2 2.3 6.8 10 0 6.1-6.8 10-5.2 2.3-11-3-3.2-3.8Z",
  acquisition: "M-8-11H8V11H-8ZM-4-6H4M-4 0H4M-4 6H1", a_vendre: "M-11-9H1L11 1 2 10-9-1ZM-6-4.2v.1",
  roulette: "M0-11A11 11 0 1 1 0 11 11 11 0 1 1 0-11ZM0-4.5A4.5 4.5 0 1 1 0 4.5 4.5 4.5 0 1 1 0-4.5ZM0-11V-4.5M0 4.5V11M-11 0H-4.5M4.5 0H11",
};

export function sign(view, square) {
  if (view.pack?.[square.kind]) return s("g", { transform: "translate(-18 -18)" }, s("rect", { class: "case-signe", width: 36, height: 36, rx: 6 }), symbol(view, square.kind, { x: 3, y: 3, width: 30, height: 30 }));
  const word = (text, kind = "") => s("text", { class: `picto ${kind}`, y: 5.5 }, text);
  if (square.known === false) return word("?");
  if (square.kind === "casino") return s("g", { transform: "scale(.62)" }, s("path", { class: `casino p-${square.colour}`, transform: "translate(-20 -20)", d: SHAPES[square.colour] ?? SHAPES.banque }));
  if (square.kind === "slot") return square.amount > 0 ? word(`+${square.amount}`, "plus") : word(`−${-square.amount}`, "moins");
  if (square.kind === "casino_plus_500") return word("+500", "plus");
  if (square.kind === "mafia") return word("−500", "moins");
  if (square.kind === "blackjack") return word("21");
  if (square.kind === "421") return word("421");
  if (POINTS[square.kind]) return s("path", { class: "picto-s", d: POINTS[square.kind] });
  return null;
}

// The ring of squares round a rectangle, first square top left, clockwise.
export function ring(length, cell) {
  const half = Math.ceil((length + 4) / 2);
  const wide = Math.max(2, Math.round(half * 0.61));
  const high = Math.max(2, half - wide);
  const all = [];
  for (let i = 0; i < wide; i += 1) all.push([i, 0]);
  for (let j = 1; j < high; j += 1) all.push([wide - 1, j]);
  for (let i = wide - 2; i >= 0; i -= 1) all.push([i, high - 1]);
  for (let j = high - 2; j > 0; j -= 1) all.push([0, j]);
  return { all: all.map(([i, j]) => [i * cell, j * cell]), width: wide * cell, height: high * cell };
}

export function board(view, centre, { onTouch = null } = {}) {
  const { length, squares } = view.board;
  const cell = 50;
  const { all, width, height } = ring(length, cell);
  const on = new Map();
  for (const seat of view.seats) {
    const index = view.board.pawns?.[seat.id];
    if (seat.left || seat.out || index === undefined || index === null) continue;
    on.set(index, [...(on.get(index) ?? []), seat]);
  }
  const here = view.board.pawns?.[view.turn];
  const spoken = [...on].map(([i, there]) => t("{names} case {number}, {square}", { names: listed(there.map((one) => one.name)), number: i + 1, square: squares[i]?.text ?? "" })).join(" ; ");
  const drawn = all.slice(0, length).map(([x, y], i) => {
    const there = on.get(i) ?? [];
    const square = squares[i] ?? { known: false };
    const size = there.length < 2 ? 40 : there.length < 5 ? 24 : 17;
    const across = there.length < 5 ? 2 : 3;
    const words = `${i + 1}. ${square.text ?? t("inconnue")}${square.unsure ? `, ${t("à vérifier")}` : ""}`;
    const touch = onTouch ? { class: "case-touche", role: "button", tabindex: 0, "aria-label": words, "data-square": i, onclick: () => onTouch(i), onkeydown: (event) => { if (["Enter", " "].includes(event.key)) { event.preventDefault(); onTouch(i); } } } : null;
    return s("g", touch, s("title", null, words),
      s("rect", { class: `case ${i === here ? "case--ici" : ""} ${square.unsure ? "case--doute" : ""}`, x: x + 1.5, y: y + 1.5, width: cell - 3, height: cell - 3, rx: 7 }),
      there.length ? there.map((seat, k) => pawn(seat, {
        x: x + (there.length < 2 ? 5 : 1 + (k % across) * size), y: y + (there.length < 2 ? 5 : 1 + Math.floor(k / across) * size), width: size, height: size,
      })) : s("g", { transform: `translate(${x + cell / 2} ${y + cell / 2})` }, sign(view, square)));
  });
  return h("div", { class: `plateau ${width < 11 * cell ? "plateau--court" : ""}` },
    s("svg", { viewBox: `-3 -3 ${width + 6} ${height + 6}`, role: onTouch ? "group" : "img", "aria-label": t("Le plateau, {length} cases. {pawns}", { length, pawns: spoken }) }, drawn),
    h("div", { class: "plateau-centre" }, centre));
}

const amendDie = later(() => import("./amend.js"), "amendDie");
const leaveOut = later(() => import("./amend.js"), "leaveOut");

// What puts the last throw right: a die that was read wrong, or all of it.
export const correcting = (view) => (view.throw?.fact ? { onDie: (place) => amendDie(view, place), onVoid: () => leaveOut(view) } : {});

// With onDie each die is a button: touched when it was read wrong. With onVoid the throw can be said not to count.
export function lastThrow(view, { compact = false, large = false, onDie = null, onVoid = null } = {}) {
  const last = view.throw;
  if (!last && view.start?.chips) {
    return h("div", { class: "dernier-jet" }, h("p", { class: "petit-titre" }, t("Chacun prend")), h("div", { class: "mes-jetons" }, piles(view.start.chips)));
  }
  if (!last) {
    return h("div", { class: "dernier-jet" }, h("p", { class: "petit-titre" }, t("Aucun lancer encore")), h("p", { class: "note" }, t("Le premier paraîtra ici.")));
  }
  return h("div", { class: `dernier-jet ${large ? "dernier-jet--grand" : ""}`, "data-number": last.number },
    h("p", { class: "petit-titre" }, t("Dernier lancer, {name}", { name: accountName(view, last.by) }), onVoid ? [" ", h("button", { class: "lien-texte", "data-key": "not-counted", onclick: onVoid }, t("Ça ne compte pas"))] : null),
    h("div", { class: "jet" },
      last.picture ? h("img", { class: "photo photo--jet", src: `/picture/${last.number}`, alt: t("Photo du lancer : {dice}", { dice: last.dice.map(faceWords).join(", ") }) }) : null,
      last.dice.map((one, i) => (onDie ? h("button", { class: "choix-de", "data-key": `read-${i}`, "aria-label": t("{face} : corriger ce dé", { face: faceWords(one) }), onclick: () => onDie(i) }, die(one)) : die(one))),
      last.kept?.length ? h("span", { class: "gardes" }, last.kept.map((value) => die({ kind: "d6", value })), h("small", null, t("gardés"))) : null),
    last.text && !compact ? h("p", { class: "resultat" }, last.text) : null,
    last.result ? h("p", { class: "issue" }, last.result) : null);
}

// The cloth after "rien ne va plus": what lies there, to look at.
export function layout(view) {
  const seat = (id) => view.seats.find((one) => one.id === id) ?? BANK;
  return cloth({ q: null, me: null, seat, name: (id) => seat(id).name }, view.duel.bets);
}

export function duel(view, { short = false } = {}) {
  const { title, stake, sides, lines } = view.duel;
  const playing = new Set(view.questions.filter((q) => q.kind === "throw" || q.kind === "stand").flatMap((q) => q.seats));
  const rows = (lines?.length ? lines : (sides ?? []).map((seat) => ({ seat, throws: [], total: null }))).slice(0, 6);
  return h("div", { class: `duel-bloc ${short ? "duel-bloc--court" : ""}` },
    h("p", { class: "enjeu" }, stake ? around(t("{title} : {stake} en jeu", { title }), { stake: h("b", null, n(stake)) }) : title),
    h("div", { class: `duel ${rows.length > 2 ? "duel--trois" : ""}` }, rows.map((line) => h("section", { class: `camp ${playing.has(line.seat) ? "camp--joue" : ""}` },
      h("h2", { class: "camp-tete" }, seatPiece(view, line.seat), h("span", null, accountName(view, line.seat))),
      h("div", { class: "camp-corps" },
        short ? null : h("dl", { class: "tours" }, (line.throws ?? []).slice(-3).map((faces, i, shown) => h("div", null,
          h("dt", null, `${(line.throws.length - shown.length) + i + 1}. `), h("dd", null, [faces].flat().map((f) => f?.value ?? f).join(" + "))))),
        line.total === null || line.total === undefined ? null : h("p", { class: "total" }, n(line.total))),
      line.text ? h("p", { class: "note camp-dit" }, line.text) : null))));
}

export const counted = (chips) => Object.entries(chips ?? {}).filter(([, k]) => k > 0).sort(([a], [b]) => b - a).map(([v, k]) => `${k} × ${n(Number(v))}`).join(", ");

// What happens beside the chips that go over: the payee gives back, the bank changes.
export function besides(way, view, debt) {
  const words = [];
  if (way?.exchange) words.push(t("la banque change {given} contre {got}", { given: counted(way.exchange.give), got: counted(way.exchange.get) }));
  if (way?.back && counted(way.back)) words.push(t("{name} rend {chips}", { name: accountName(view, debt.to), chips: counted(way.back) }));
  return words.join(" ; ");
}

export function debts(view, { onDone = null, onOther = null } = {}) {
  return h("div", { class: "dettes-bloc" },
    h("h2", { class: "petit-titre" }, t("À remettre"), " ", !onDone ? null : [hidden(t("Touchez les {chips} pour payer autrement.", { chips: view.called[1] })), h("span", { class: "aide", "aria-hidden": "true" }, t("Toucher les {chips} : payer autrement", { chips: view.called[1] }))]),
    h("ul", { class: "dettes" }, view.debts.map((debt, i) => {
      const way = debt.ways?.[0];
      const wide = debt.amount >= 1000;
      const from = accountName(view, debt.from);
      const to = accountName(view, debt.to);
      const beside = besides(way, view, debt);
      return h("li", { class: `dette ${wide ? "dette--mille" : ""} ${Object.keys(way?.hand ?? {}).length > (wide ? 1 : 2) || beside ? "dette--longue" : ""}` },
        h("p", { class: "dette-qui" }, h("span", null, from), h("span", { class: "vers" }, hidden(t("doit à")), h("span", { "aria-hidden": "true" }, "→ "), to),
          h("small", null, (debt.causes ?? []).map((c) => c.text).filter((text, k, all) => all.indexOf(text) === k).slice(-2).join(", "))),
        h("p", { class: "dette-somme" }, n(debt.amount)),
        h(onOther ? "button" : "div", { class: "tas-liste dette-jetons", ...(onOther ? {} : { role: "group" }), "data-key": `ways-${debt.from}-${debt.to}`, "aria-label": onOther ? t("Payer autrement, {from} à {to}", { from, to }) : t("{from} donne à {to}", { from, to }), onclick: onOther && (() => onOther(debt)) },
          way ? [piles(way.hand), beside ? h("small", null, beside) : null] : h("small", null, debt.felt ? t("posé sur le tapis") : t("en {chips}, au choix", { chips: view.called[1] }))),
        !onDone ? null : h("button", { class: "bouton", "data-key": `done-${debt.from}-${debt.to}`, "aria-label": t("{from} a remis {amount} à {to}", { from, to, amount: n(debt.amount) }), onclick: () => onDone(debt, way ? 0 : null) }, icon("oui")));
    })));
}

export function winner(view) {
  const id = view.winner ?? view.outcome?.winner;
  const seat = view.seats.find((one) => one.id === id);
  const ranked = [...view.seats].filter((one) => !one.left).sort((a, b) => b.points - a.points);
  return h("div", { class: "empile fin" },
    h("section", { class: "gagnant" }, seat ? pawn(seat) : pawn(BANK), h("div", null, h("p", { class: "petit-titre" }, t("A gagné la partie")), h("h1", null, seat?.name ?? t("Personne")), h("p", null, view.outcome?.text ?? "")),
      seat ? h("p", { class: "score" }, n(seat.points)) : null),
    h("ol", { class: "classement" }, ranked.map((one) => h("li", null, pawn(one), h("span", null, one.name), h("b", null, n(one.points))))));
}
