// The lower third for a video mixer: pot, names, scores, last throw and debts from the feed, with an optional delay.

import { byId, h } from "./dom.js";
import { die, pawn } from "./pieces.js";
import { capital, n, t } from "./words.js";

const asked = Number(new URLSearchParams(location.search).get("delay"));
const DELAY = 1000 * Math.min(60, Math.max(0, asked || 0)); // milliseconds of delay, so that no player profits from the broadcast
const KNOWN = /** @type {Record<string, string>} */ ({ pot: t("Pot"), bank: t("Banque") });
const MANY = 6; // with more players, their pawns are left out

/** @param {Feed.State} now @param {string} account */
const named = (now, account) => now.players.find((one) => one.id === account)?.name ?? KNOWN[account] ?? capital(account);

/** @param {Feed.State} now */
function said(now) {
  if (now.winners.length) return t("Victoire : {names}", { names: now.winners.map((seat) => named(now, seat)).join(", ") });
  if (now.paused) return t("Pause");
  if (now.bets === "closed") return t("Rien ne va plus");
  if (now.bets === "open") return t("Faites vos jeux");
  return now.debts.slice(0, 2).map((one) => `${named(now, one.giver)} → ${named(now, one.taker)} : ${n(one.amount)}`).join(" · ");
}

/** @param {Feed.State} now @returns {Node[]} */
function band(now) {
  const words = said(now);
  const { throw: last } = now;
  return [
    words ? h("p", { class: "bandeau-dit" }, words) : null,
    ...Object.entries(now.counters).slice(0, 2).map(([account, points]) =>
      h("p", { class: "bandeau-compte" }, h("small", null, named(now, account)), h("b", null, n(points)))),
    h("div", { class: "bandeau-joueurs" }, h("ul", null, now.players.map((one) =>
      h("li", { class: `${one.id === now.turn ? "bandeau-tour" : ""} ${one.state === "out" ? "bandeau-dehors" : ""}` },
        pawn(one), h("span", null, one.name), h("b", null, n(one.points)))))),
    last ? h("div", { class: "bandeau-jet" }, last.picture ? h("img", { src: last.picture, alt: "" }) : null, last.dice.map(die)) : null,
  ].filter((one) => one !== null);
}

/** @param {Feed.State} now */
function show(now) {
  const place = byId("bandeau");
  place.classList.toggle("bandeau--foule", now.players.length > MANY);
  place.replaceChildren(...(now.phase === "none" ? [] : band(now)));
}

new EventSource("/feed").addEventListener("state", ({ data }) => { setTimeout(show, DELAY, JSON.parse(data)); });
