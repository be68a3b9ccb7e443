// A hand of cards against the leader: the leader's open cards and total, and each player's stake and open cards.

import { h } from "../dom.js";
import { back, card, row } from "../cards.js";
import { button, pawn, seatOf } from "../pieces.js";
import { submit } from "../send.js";
import { isOver, timer } from "../timer.js";
import { n, t } from "../words.js";

/** @param {HandScene} scene @param {SeatId} id */
function state(scene, id) {
  if (scene.settled.includes(id)) return h("span", { class: "etiquette" }, t("réglé"));
  if (scene.called === id) return h("span", { class: "etiquette etiquette--plein" }, t("appelé"));
  if (scene.servi.includes(id)) return h("span", { class: "etiquette etiquette--gain" }, t("servi"));
  return null;
}

/** @param {TableView} view @param {HandScene} scene @param {SeatId} id @param {SceneMore["call"]} call */
function player(view, scene, id, call) {
  const seat = seatOf(view, id);
  const { open, number } = scene.cards[id];
  const stake = scene.stakes[id];
  const settled = scene.settled.includes(id);
  return h("div", { class: `main-joueur ${scene.called === id ? "camp--joue" : ""} ${settled ? "main-joueur--reglee" : ""}`, role: "group", "aria-label": seat.name },
    h("div", { class: "main-tete" }, pawn(seat), h("b", null, seat.name), state(scene, id)),
    row([settled || number === open.length ? null : back(), open.map((name) => (name ? card(view, name) : untold()))], "rang-cartes--petit"),
    h("p", { class: "note" }, stake ? t("mise {stake}", { stake: n(stake) }) : t("pas encore de mise"), number > 1 ? t(", {number} cartes", { number: n(number) }) : ""),
    call?.q.among.some((one) => one.seat === id) ? button(t("Appeler {name}", { name: seat.name }), () => call.submit({ type: "OpponentChosen", seat: call.q.seats[0], opponent: id }), { key: `opponent-${id}`, kind: "bouton--appel" }) : null);
}

/** The drawing of an open card that nobody has named. */
const untold = () => card({ pack: { "": { text: t("carte non dite"), corner: "?", sign: "", ink: "black" } } }, "");

/** The leader's tag and the time of a timed game; once the time is over, a button makes this hand the last one. @param {TableView} view @param {HandScene} scene */
function tags(view, scene) {
  const leads = h("span", { class: "etiquette" }, t("mène"));
  if (scene.last) return h("span", { class: "etiquette etiquette--plein" }, t("la dernière"));
  const time = timer(view);
  const q = time && isOver() ? view.questions.find((one) => one.topic === "time_up") : null;
  if (!q) return [leads, time];
  const seat = document.body.dataset.seat || q.seats[0];
  const words = view.questions.some((one) => one.topic === "deal") ? t("finir la partie") : t("dernière donne");
  return button(h("span", { class: "deux-lignes" }, t("Temps écoulé"), h("small", null, words)), () => submit({ type: "OptionChosen", seat, option: "time_up" }), { key: "time-up", kind: "bouton--plein" });
}

/** @param {TableView} view @param {HandScene} scene @param {SceneMore} more */
export function hand(view, scene, { call }) {
  const leader = view.seats.find((one) => one.id === scene.leader);
  return h("div", { class: "scene-bloc", tabindex: 0 },
    h("section", { class: `main-meneur ${scene.over ? "main-meneur--trop" : ""}`, "aria-label": t("Le meneur") },
      h("div", { class: "main-tete" }, leader ? pawn(leader) : null, h("b", null, leader?.name ?? ""), tags(view, scene)),
      scene.leader_cards.length ? row(scene.leader_cards.map((name) => card(view, name))) : h("p", { class: "note" }, t("Le meneur joue en dernier, cartes découvertes.")),
      scene.leader_total ? h("p", { class: "total" }, scene.leader_total) : null),
    h("div", { class: "mains" }, Object.keys(scene.cards).map((id) => player(view, scene, id, call))));
}
