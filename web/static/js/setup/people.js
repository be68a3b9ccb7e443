// Known players as tiles: one touch seats a player, another touch removes the seat.

import { h } from "../dom.js";
import { button, longName, pawn } from "../pieces.js";
import { panel } from "../dialog.js";
import { post, tell } from "../send.js";
import { newest } from "../live.js";
import { n, t, tn } from "../words.js";
import { change, choices, most, named, nobody, now, seat, seated, unseat } from "./choice.js";

/** @param {Person} person */
function tile(person) {
  const at = seated(person.name);
  const full = at < 0 && now().seats.length >= most() && now().seats.every((one) => one.name.trim());
  const colour = at < 0 ? person.colour : now().seats[at].colour;
  const about = at >= 0 ? t("place {number}", { number: at + 1 }) : person.age ? t("{age} ans", { age: person.age }) : t("à vous ?");
  return h("button", {
    class: `tuile ${full ? "tuile--impossible" : ""}`, "data-key": `person-${person.name}`, "aria-pressed": String(at >= 0),
    onclick: () => (at >= 0 ? unseat(at) : full ? tell({ kind: "", text: tn("Une place au plus à ce jeu.", "{n} places au plus à ce jeu : touchez d'abord qui ne joue pas.", most(), { n: n(most()) }), number: newest()?.number }) : seat(person)),
  }, pawn({ name: person.name, colour }), h("span", null, h("b", { class: longName(person.name) }, person.name), h("small", null, about)));
}

/** @param {() => void} refresh @param {() => void} close */
function forgetting(refresh, close) {
  return [
    h("p", { class: "note" }, t("Servi retient le nom, la couleur et l'âge de qui joue ici, sur cette machine seulement. Oublier quelqu'un efface aussi son nom des soirées notées ici : la lettre de sa place le remplace.")),
    h("ul", { class: "soirees" }, choices().people.map((person) => h("li", null, h("span", { class: "qui-nom" }, pawn(person), h("b", null, person.name)),
      button(t("Oublier"), async () => {
        const reply = await post("/forget-person", { name: person.name });
        if (!reply.ok) { close(); tell({ kind: "refus", text: reply.text, number: newest()?.number }); return; }
        choices().people = choices().people.filter((one) => one !== person);
        if (choices().people.length) refresh(); else close();
        change({});
      }, { key: `forget-${person.name}`, label: t("Oublier {name}", { name: person.name }) }))))];
}

export function tiles() {
  const known = choices().people;
  const anybody = now().seats.some((one) => one.name.trim());
  return [
    h("div", { class: "tuiles", role: "group", "aria-label": t("Qui joue ?") }, known.map(tile)),
    h("div", { class: "boutons boutons--petits" },
      anybody ? button(t("Personne"), nobody, { key: "nobody", kind: "bouton--sobre" }) : null,
      button(t("Oublier quelqu'un"), () => panel(t("Oublier quelqu'un"), forgetting), { key: "forget", kind: "bouton--sobre" }))];
}

export const listed = () => now().seats.map(named);
