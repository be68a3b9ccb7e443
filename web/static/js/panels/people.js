// The panel for people: somebody joins or leaves, another person takes a seat, a new banker.

import { h } from "../dom.js";
import { button, pawn } from "../pieces.js";
import { capital, colourName, t } from "../words.js";
import { current } from "../live.js";
import { field, panel, seatChoices, select, text } from "../dialog.js";
import { confirmFact } from "../preview.js";

/** @typedef {"join" | "leave" | "take" | "banker"} Tab */

const TABS = /** @type {[Tab, string][]} */ ([["join", t("Quelqu'un arrive")], ["leave", t("Quelqu'un part")], ["take", t("Une autre personne")], ["banker", ""]]);

/** @param {TableView} view */
const freshId = (view) => [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].find((id) => !view.seats.some((seat) => seat.id === id));

export function openPeople() {
  const seated = current().seats.filter((seat) => !seat.left);
  const first = seated[0]?.id ?? "";
  const state = { tab: /** @type {Tab} */ ("join"), name: "", age: "", colour: "", seat: first, after: seated.at(-1)?.id ?? first, to: "bank", void_duel: false };
  panel(t("Qui vient, qui part"), (refresh, close) => {
    const view = current();
    const there = view.seats.filter((seat) => !seat.left);
    const playing = there.filter((seat) => !seat.out);
    const seats = seatChoices(there);
    const free = view.colours.filter((colour) => !there.some((seat) => seat.colour === colour));
    if (!free.includes(state.colour)) state.colour = free[0];
    /** @param {Fact} fact @param {string} title */
    const go = (fact, title) => { close(); confirmFact(fact, title); };
    /** @param {string} label @param {'seat' | 'after' | 'to'} key @param {[string, string][]} options */
    const pick = (label, key, options) => field(label, select(options, state[key], (v) => { state[key] = v; refresh(); }, key));
    const name = () => field(t("Nom"), text(state.name, (v) => { state.name = v; }, { "data-key": "name", maxlength: 30, autocomplete: "off" }));
    const join = () => {
      const age = /^\d+$/.test(state.age) ? { age: Number(state.age) } : {};
      go({ type: "SeatJoined", seat: freshId(view), name: state.name.trim(), colour: state.colour, after: state.after, ...age }, state.name.trim() ? t("{name} arrive", { name: state.name.trim() }) : t("Quelqu'un arrive"));
    };
    const forms = {
      join: () => (free.length ? [
        h("div", { class: "deux" }, name(), field(t("Âge (si vous voulez)"), text(state.age, (v) => { state.age = v; }, { "data-key": "age", inputmode: "numeric", maxlength: 3 }))),
        h("div", { class: "boutons", role: "group", "aria-label": t("Couleur") }, free.map((colour) => h("button", { class: "bouton", "data-key": `colour-${colour}`, "aria-pressed": String(colour === state.colour), onclick: () => { state.colour = colour; refresh(); } }, pawn({ name: state.name || "?", colour }), colourName(colour)))),
        pick(t("Sa place, après"), "after", seats),
        button(t("Voir ce que cela change"), join, { kind: "bouton--plein", key: "go" })] : [h("p", { class: "note" }, t("Toutes les couleurs sont prises. Quelqu'un peut prendre un siège : « Une autre personne »."))]),
      leave: () => [
        h("div", { class: "deux" }, pick(t("Qui part"), "seat", seats), pick(t("Ses {chips} et cartes vont", { chips: view.called[1] }), "to",
          [["bank", t("à la banque")], ["shared", t("à tous, partagés")], ...seats.filter(([id]) => id !== state.seat).map(([id, words]) => /** @type {[string, string]} */ ([id, t("à {name}", { name: words })]))])),
        view.scene ? h("label", { class: "radio" }, h("input", { type: "checkbox", checked: state.void_duel, onchange: (event) => { state.void_duel = event.target.checked; } }), t("ce qui est en cours est annulé : {scene}", { scene: view.scene.title })) : null,
        button(t("Voir ce que cela change"), () => go({ type: "SeatLeft", seat: state.seat, to: state.to, void_duel: state.void_duel }, t("Quelqu'un part")), { kind: "bouton--plein", key: "go", why: playing.length < 2 && t("Il ne reste qu'un joueur.") })],
      take: () => [
        h("div", { class: "deux" }, pick(t("Le siège de"), "seat", seats), name()),
        button(t("Voir ce que cela change"), () => go({ type: "SeatTaken", seat: state.seat, name: state.name.trim() }, t("Une autre personne joue")), { kind: "bouton--plein", key: "go" })],
      banker: () => [
        pick(capital(view.office), "seat", seatChoices(playing)),
        button(t("Voir ce que cela change"), () => go({ type: "BankerNamed", seat: state.seat }, t("{office} : quelqu'un d'autre", { office: capital(view.office) })), { kind: "bouton--plein", key: "go" })],
    };
    return [h("div", { class: "onglets", role: "group", "aria-label": t("Quoi") }, TABS.map(([id, words]) => button(words || capital(view.office), () => { state.tab = id; refresh(); }, { key: `tab-${id}`, pressed: state.tab === id }))), forms[state.tab]()];
  }, { wide: true });
}
