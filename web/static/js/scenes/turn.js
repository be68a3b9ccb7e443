// A turn on the ring: the top card of the stock, the announcement, and the bet on it.

import { h } from "../dom.js";
import { back, card, sign, spoken } from "../cards.js";
import { pawn, seatOf } from "../pieces.js";
import { drawBoard } from "../board.js";
import { n, t } from "../words.js";

/** @param {TableView} view @param {TurnScene} scene */
function said(view, { active, announced, lands, figure }) {
  if (announced === null) return null;
  const square = figure === null ? null : view.board?.squares[figure];
  return h("div", { class: "annonce" }, pawn(seatOf(view, active)),
    h("p", null, h("b", { class: "annonce-nombre" }, n(announced)), h("small", null, t("annoncé"))),
    square?.kind ? h("p", { class: `annonce-case ${lands ? "annonce-case--vise" : ""}` }, sign(view, square.kind), h("small", null, lands ? t("la carte du talon") : square.text)) : null);
}

/** @param {TableView} view @param {TurnScene} scene */
function stakes(view, { stakes: staked, challenger, active }) {
  if (!Object.keys(staked).length) return null;
  const sides = [challenger, active].filter(Boolean);
  return h("div", { class: "enjeux", role: "group", "aria-label": t("Le pari") }, sides.map((id) => h("p", null, pawn(seatOf(view, id)),
    h("span", null, id === challenger ? t("{name} proteste", { name: seatOf(view, id).name }) : seatOf(view, id).name), h("b", null, n(staked[id] ?? 0)))));
}

/** @param {TableView} view @param {TurnScene} scene @param {SceneMore} more */
export function turn(view, scene, { below }) {
  const { top, stock, tokens } = scene;
  const pile = h("div", { class: "talon" }, top ? card(view, top) : back(stock ? t("talon") : t("talon vide")),
    h("p", { class: "note" }, top ? h("b", { class: "talon-nom", "aria-hidden": "true" }, spoken(view, top)) : null, stock ? t("{stock} au talon", { stock: n(stock) }) : t("plus de talon"), h("br"), t("{tokens} jetons", { tokens: n(tokens) })));
  const centre = h("div", { class: "tour-centre" }, h("div", { class: "tour-rang" }, pile, said(view, scene)), stakes(view, scene), below);
  return view.board ? drawBoard(view, view.board, centre) : h("div", { class: "scene-bloc", tabindex: 0 }, centre);
}
