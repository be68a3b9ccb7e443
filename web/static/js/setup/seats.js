// The seats: on the drawn table, and as rows with name, age, colour and bank.

import { find, h, s } from "../dom.js";
import { button, pawn } from "../pieces.js";
import { colourName, t, tn } from "../words.js";
import { addSeat, ages, change, cycle, first, game, least, most, moveUp, named, now, typed, unseat } from "./choice.js";

/** @param {string} name @param {number} longest */
const short = (name, longest) => { const letters = [...name]; return letters.length > longest ? `${letters.slice(0, longest - 1).join("")}…` : name; };

// The table seen from above: the first place at the top, clockwise.
export function round() {
  const { seats, banker } = now();
  const begins = first();
  const many = seats.length > 8;
  const places = seats.map((one, i) => {
    const turn = (i / seats.length) * 2 * Math.PI - Math.PI / 2;
    const [x, y] = [280 + (many ? 235 : 228) * Math.cos(turn), 190 + (many ? 172 : 130) * Math.sin(turn)];
    const name = short(named(one, i), many ? 11 : 17) + (game().office && banker === i ? " ◆" : "");
    const half = many ? 18 : 26;
    return [pawn({ name: named(one, i), colour: one.colour }, { x: x - half, y: y - half, width: 2 * half, height: 2 * half }),
      s("text", { class: `nom ${many ? "nom--serre" : ""}`, x, y: y + (y > 190 ? half + (many ? 18 : 22) : -half - 8) }, name)];
  });
  const words = t("Table vue d'en haut, dans le sens des aiguilles d'une montre : {names}.", { names: seats.map(named).join(", ") });
  return s("svg", { class: "ronde", viewBox: many ? "-30 -50 620 480" : "-60 -20 680 430", role: "img", "aria-label": words },
    s("ellipse", { class: "bois", cx: 280, cy: 190, rx: 152, ry: 92 }), s("ellipse", { class: "drap", cx: 280, cy: 190, rx: 138, ry: 79 }),
    s("text", { class: "nom", x: 280, y: 180 }, begins === null ? t("Les dés décident") : t("{name} commence", { name: short(named(seats[begins], begins), 13) })),
    s("text", { class: "dit", x: 280, y: 206 }, reason(begins)),
    s("g", game().clockwise ? { transform: "matrix(-1 0 0 1 560 0)" } : null, s("path", { class: "fleche", d: "M226 226 A64 22 0 0 0 334 226" }), s("path", { class: "fleche", d: "M322 227 335 224 339 237" })), places);
}

/** @param {number | null} begins */
function reason(begins) {
  if (begins === null) return t("qui commence");
  if (game().first === "after") return t("à gauche de {name}", { name: short(named(now().seats[now().banker], now().banker), 13) });
  const age = ages()[begins];
  if (!age) return t("sans âges, la première place");
  return game().first === "oldest" ? t("{age} ans, l'aîné", { age }) : t("{age} ans, le plus jeune âge", { age });
}

/** @param {number} i @param {'name' | 'age'} key @returns {On<Event>} */
const keeping = (i, key) => (event) => {
  typed(i, key, event.target.value);
  find(".ronde")?.replaceWith(round());
  find(".vite-noms")?.replaceChildren(now().seats.map(named).join(", "));
  event.target.closest(".fiche")?.querySelector(".pion")?.replaceWith(pawn({ name: named(now().seats[i], i), colour: now().seats[i].colour }));
};

/** Enter moves to the next name, and after the last one adds a place. @param {number} i @returns {On<KeyboardEvent>} */
const onward = (i) => (event) => {
  if (event.key !== "Enter") return;
  event.preventDefault();
  if (i === now().seats.length - 1 && now().seats.length < most()) addSeat();
  find(`[data-key="name-${i + 1}"]`)?.focus();
};

/** @param {PreparedSeat} one @param {number} i */
function row(one, i) {
  const name = named(one, i);
  const { office } = game();
  const colour = one.colour ? colourName(one.colour) : t("aucune");
  return h("div", { class: "fiche fiche--place" },
    h("button", { class: "qui-couleur", "data-key": `colour-${i}`, "aria-label": t("Couleur de {name} : {colour}. Changer", { name, colour }), onclick: () => cycle(i) }, pawn({ name, colour: one.colour })),
    h("input", { class: "saisie", value: one.name, placeholder: t("Joueur {number}", { number: i + 1 }), maxlength: 30, autocomplete: "off", enterkeyhint: "next", "aria-label": t("Nom, place {number}", { number: i + 1 }), "data-key": `name-${i}`, oninput: keeping(i, "name"), onkeydown: onward(i) }),
    h("input", { class: "saisie", value: one.age, placeholder: t("âge"), inputmode: "numeric", maxlength: 3, "aria-label": t("Âge, place {number}", { number: i + 1 }), "data-key": `age-${i}`, oninput: keeping(i, "age"), onkeydown: onward(i) }),
    office ? h("label", { class: "radio" }, h("input", { type: "radio", name: "banque", checked: now().banker === i, "data-key": `bank-${i}`, onchange: () => change({ banker: i }) }), h("span", { "aria-hidden": "true" }, office.text), h("span", { class: "lu" }, t("{name} : {office}", { name, office: office.text }))) : h("span"),
    button("↑", () => moveUp(i), { kind: "bouton--sobre", key: `up-${i}`, label: t("Avancer {name} d'une place", { name }), why: i === 0 && t("{name} a déjà la première place.", { name }) }),
    button("×", () => unseat(i), { kind: "bouton--sobre", key: `drop-${i}`, label: t("Retirer {name}", { name }), why: now().seats.length <= least() && !one.name.trim() && tn("Il faut au moins {count} joueur.", "Il faut au moins {count} joueurs.", least(), { count: least() }) }));
}

export function rows() {
  const { seats } = now();
  const { office } = game();
  return h("section", { class: "carte" }, h("h2", null, t("{number} joueurs, dans le sens des aiguilles d'une montre", { number: seats.length })),
    h("div", null, seats.map(row)),
    seats.length < most() ? h("div", { class: "boutons mt" }, button(t("Ajouter un joueur"), () => { addSeat(); find(`[data-key="name-${now().seats.length - 1}"]`)?.focus(); }, { key: "add" })) : null,
    h("p", { class: "note mt" }, office ? `${office.help} ` : "", t("Touchez un pion pour changer sa couleur.")));
}
