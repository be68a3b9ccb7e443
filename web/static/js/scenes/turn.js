// A turn on the ring: the card on top of the stock, what was announced, and the bet that two sides drive up.

import { h } from "../dom.js";
import { back, card, sign } from "../cards.js";
import { pawn } from "../pieces.js";
import { board } from "../scene.js";
import { n, t } from "../words.js";

const seat = (view, id) => view.seats.find((one) => one.id === id) ?? { name: "?", colour: "banque" };

function said(view) {
  const { active, announced, lands } = view.duel;
  if (announced === null || announced === undefined) return null;
  const square = view.board?.squares[view.duel.figure];
  return h("div", { class: "annonce" }, pawn(seat(view, active)),
    h("p", null, h("b", { class: "annonce-nombre" }, n(announced)), h("small", null, t("annoncé"))),
    square ? h("p", { class: `annonce-case ${lands ? "annonce-case--vise" : ""}` }, sign(view, square.kind), h("small", null, lands ? t("la carte du talon") : square.text)) : null);
}

function stakes(view) {
  const rows = Object.entries(view.duel.stakes ?? {});
  if (!rows.length) return null;
  const sides = [view.duel.challenger, view.duel.active].filter(Boolean);
  return h("div", { class: "enjeux", role: "group", "aria-label": t("Le pari") }, sides.map((id) => h("p", null, pawn(seat(view, id)),
    h("span", null, id === view.duel.challenger ? t("{name} proteste", { name: seat(view, id).name }) : seat(view, id).name), h("b", null, n(view.duel.stakes?.[id] ?? 0)))));
}

export function turn(view, { below = null } = {}) {
  const { top, stock, tokens } = view.duel;
  const pile = h("div", { class: "talon" }, top ? card(view, top) : back(stock ? t("talon") : t("talon vide")),
    h("p", { class: "note" }, stock ? t("{stock} au talon", { stock: n(stock) }) : t("plus de talon"), h("br"), t("{tokens} jetons", { tokens: n(tokens) })));
  const centre = h("div", { class: "tour-centre" }, h("div", { class: "tour-rang" }, pile, said(view)), stakes(view), below);
  return view.board ? board(view, centre) : h("div", { class: "scene-bloc" }, centre);
}
