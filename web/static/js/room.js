// The room: every table with its game, players and turn. A table that calls comes first, and a bell rings.

import { byId, h } from "./dom.js";
import { button, message, pawn } from "./pieces.js";
import { hour, n, t, tn } from "./words.js";

/** @typedef {{ state: Feed.State, online: boolean, since: number, moved: number, title: string }} Table */
/** @typedef {{ table: string, title: string, at: number, names: string[], points: number }} Win */

const tables = /** @type {Map<string, Table>} */ (new Map());
const CUT = 4000; // milliseconds without a sign of life, after which the page says that the link is cut
let wins = /** @type {Win[]} */ ([]);
let trouble = "";
let heard = Date.now();
let bell = /** @type {AudioContext | null} */ (null);

/** @param {number} seconds */
const since = (seconds) => {
  const minutes = Math.max(0, Math.round(Date.now() / 60000 - seconds / 60));
  return minutes < 60 ? t("{n} min", { n: minutes }) : t("{h} h {m}", { h: Math.floor(minutes / 60), m: String(minutes % 60).padStart(2, "0") });
};

const calls = (/** @type {Table} */ one) => one.online && one.state.help;
const isFree = (/** @type {Table} */ one) => !one.state.phase || one.state.phase === "none";

/** @param {string} name @param {Table} one */
function card(name, one) {
  const { state } = one;
  const free = isFree(one);
  const kind = !one.online ? "salle-table--absente" : calls(one) ? "salle-table--appelle" : free ? "salle-table--libre" : "";
  const news = state.winners?.length ? t("fini") : state.paused ? t("en pause") : state.began ? t("depuis {since}", { since: since(state.began) }) : "";
  return h("li", { class: `salle-table ${kind}`, "data-table": name },
    h("h2", null, h("span", null, name), h("small", null, !one.online ? t("absente depuis {since}", { since: since(one.since) }) : free ? t("libre") : news)),
    free ? null : h("p", null, one.title),
    free ? null : h("ul", { class: "salle-joueurs" }, state.players.map((player) => h("li", null, pawn(player),
      h("span", { class: player.id === state.turn && !state.winners.length ? "son-tour" : "" }, player.name), h("b", null, n(player.points))))),
    state.winners?.length ? h("p", null, t("Victoire : {names}", { names: state.players.filter((p) => state.winners.includes(p.id)).map((p) => p.name).join(", ") })) : null,
    !free && one.online && one.moved && !state.winners.length ? h("p", null, t("dernier geste il y a {since}", { since: since(one.moved) })) : null,
    one.online && state.trouble ? h("p", null, t("Un appareil de cette table a un problème.")) : null,
    calls(one) ? button(t("J'y vais"), () => answer(name), { kind: "bouton--plein", key: `go-${name}` }) : null);
}

/** @param {string} table */
const answer = (table) => fetch("/answered", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ table }) });

function ring() {
  if (!bell) return;
  for (const [at, pitch] of [[0, 880], [0.25, 660]]) {
    const tone = bell.createOscillator(), loud = bell.createGain();
    tone.frequency.value = pitch;
    loud.gain.setValueAtTime(0.2, bell.currentTime + at);
    loud.gain.exponentialRampToValueAtTime(0.001, bell.currentTime + at + 0.4);
    tone.connect(loud).connect(bell.destination);
    tone.start(bell.currentTime + at);
    tone.stop(bell.currentTime + at + 0.4);
  }
}

function show() {
  const rows = [...tables].sort(([a, one], [b, two]) => Number(calls(two)) - Number(calls(one)) || a.localeCompare(b, undefined, { numeric: true }));
  const lost = Date.now() - heard > CUT;
  byId("panne").replaceChildren(...(lost ? [message("coupe", t("Pas de liaison."), t("Cette page n'apprend plus rien de la salle."))]
    : trouble ? [message("coupe", t("Le relais ne répond pas."), t("Chaque table joue sans lui ; ce qui suit revient avec lui."))] : []));
  const free = rows.filter(([, one]) => one.online && isFree(one)).length;
  const all = tn("{n} table", "{n} tables", tables.size, { n: tables.size });
  const idle = tn("{n} libre", "{n} libres", free, { n: free });
  byId("compte").textContent = `${all} · ${idle}`;
  byId("tables").replaceChildren(...rows.map(([name, one]) => card(name, one)));
  byId("gagnants").replaceChildren(...wins.map((one) => h("li", null, h("b", null, one.names.join(", ")),
    h("small", null, `${one.title} · ${one.table} · ${hour(one.at)}${one.points ? ` · ${n(one.points)}` : ""}`))));
}

const source = new EventSource("/tables");
source.onmessage = ({ data }) => {
  const told = /** @type {{ tables: Record<string, Table>, names: string[], wins: Win[], trouble: string }} */ (JSON.parse(data));
  heard = Date.now();
  ({ wins, trouble } = told);
  for (const [name, one] of Object.entries(told.tables)) {
    if (calls(one) && !(tables.has(name) && calls(/** @type {Table} */ (tables.get(name))))) ring();
    tables.set(name, one);
  }
  for (const name of [...tables.keys()].filter((name) => !told.names.includes(name))) tables.delete(name);
  show();
};
source.addEventListener("beat", () => { heard = Date.now(); });
setInterval(show, 1000); // updates the minutes and shows a cut link

const sound = button(t("Activer la cloche"), () => { bell = new AudioContext(); ring(); sound.remove(); }, { key: "bell" });
byId("outils").append(sound);
