// Begin an evening: who sits where, the bank, the target, the box, the house's rules. Or take one up again.

import { draw, h, s } from "./dom.js";
import { button, message, pawn } from "./pieces.js";
import { COLOURS, LEVELS, n } from "./words.js";
import { current, redraw, start, watch } from "./live.js";
import { answer, ask, tell } from "./send.js";
import { valueWords, withoutCodes } from "./rules.js";
import { frame, refusal, theme, tool, toolLink } from "./frame.js";

const at = (id) => document.getElementById(id);
const KEPT = "servi-places";

let choices = null;
let state = remembered();

function remembered() {
  const fresh = { seats: [{ name: "", age: "", colour: "rouge" }, { name: "", age: "", colour: "bleu" }], banker: 0, target: null, level: "arbitre", box: "exemple", house: {}, own: false };
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT));
    return kept?.seats?.length >= 2 ? { ...fresh, ...kept, house: kept.house ?? {} } : fresh;
  } catch {
    return fresh;
  }
}

const keep = () => { try { localStorage.setItem(KEPT, JSON.stringify(state)); } catch { /* next time anew */ } };
const change = (patch) => { state = { ...state, ...patch }; redraw(); };
const setSeat = (i, patch) => change({ seats: state.seats.map((one, j) => (j === i ? { ...one, ...patch } : one)) });

// Keeps what is typed without drawing the fields anew: a redraw would take the next field from under the finger.
const quiet = (i, key) => (event) => {
  state.seats[i][key] = event.target.value;
  document.querySelector(".ronde")?.replaceWith(round());
  event.target.closest(".fiche").querySelector(".pion").replaceWith(pawn({ name: named(state.seats[i], i), colour: state.seats[i].colour }));
};

const game = () => choices.games.find((one) => one.id === state.game) ?? choices.games[0];
const named = (one, i) => one.name.trim() || `Joueur ${i + 1}`;

function youngest() {
  const ages = state.seats.map((one, i) => [Number(one.age || NaN), i]).filter(([age]) => age > 0);
  return ages.length ? ages.sort(([a], [b]) => a - b)[0][1] : 0;
}

function round() {
  const places = state.seats.map((one, i) => {
    const turn = (i / state.seats.length) * 2 * Math.PI - Math.PI / 2;
    const [x, y] = [280 + 205 * Math.cos(turn), 190 + 130 * Math.sin(turn)];
    const below = y > 190;
    return [pawn({ name: named(one, i), colour: one.colour }, { x: x - 26, y: y - 26, width: 52, height: 52 }),
      s("text", { class: "nom", x, y: y + (below ? 48 : -34) }, [...named(one, i)].slice(0, 10).join(""))];
  });
  const first = youngest();
  return s("svg", { class: "ronde", viewBox: "-20 -20 600 430", role: "img", "aria-label": `Table ronde, dans le sens des aiguilles d'une montre : ${state.seats.map(named).join(", ")}` },
    s("ellipse", { class: "bois", cx: 280, cy: 190, rx: 160, ry: 92 }), s("ellipse", { class: "drap", cx: 280, cy: 190, rx: 146, ry: 79 }),
    s("text", { class: "nom", x: 280, y: 180 }, `${[...named(state.seats[first], first)].slice(0, 12).join("")} commence`),
    s("text", { class: "dit", x: 280, y: 206 }, state.seats[first].age ? `${state.seats[first].age} ans` : "sans âges, le premier"),
    s("path", { class: "fleche", d: "M226 226 A64 22 0 0 0 334 226" }), s("path", { class: "fleche", d: "M322 227 335 224 339 237" }), places);
}

function cycle(i) {
  const colours = game().colours ?? COLOURS;
  const taken = state.seats.map((one) => one.colour);
  const from = colours.indexOf(state.seats[i].colour);
  for (let k = 1; k <= colours.length; k += 1) {
    const next = colours[(from + k) % colours.length];
    if (!taken.includes(next)) return setSeat(i, { colour: next });
  }
  const next = colours[(from + 1) % colours.length];
  const other = taken.indexOf(next);
  return change({ seats: state.seats.map((one, j) => (j === i ? { ...one, colour: next } : j === other ? { ...one, colour: state.seats[i].colour } : one)) });
}

function players() {
  const most = game().players?.[1] ?? 6;
  const least = game().players?.[0] ?? 2;
  const free = (game().colours ?? COLOURS).find((colour) => !state.seats.some((one) => one.colour === colour)) ?? "rouge";
  return h("section", { class: "carte" }, h("h2", null, `${state.seats.length} joueurs, dans le sens des aiguilles d'une montre`),
    h("div", null, state.seats.map((one, i) => h("div", { class: "fiche fiche--place" },
      h("button", { class: "qui-couleur", "data-key": `colour-${i}`, "aria-label": `Couleur de ${named(one, i)} : ${one.colour}. Changer`, onclick: () => cycle(i) }, pawn({ name: named(one, i), colour: one.colour })),
      h("input", { class: "saisie", value: one.name, placeholder: `Joueur ${i + 1}`, maxlength: 30, autocomplete: "off", "aria-label": `Nom, place ${i + 1}`, "data-key": `name-${i}`, oninput: quiet(i, "name") }),
      h("input", { class: "saisie", value: one.age, placeholder: "âge", inputmode: "numeric", maxlength: 3, "aria-label": `Âge, place ${i + 1}`, "data-key": `age-${i}`, oninput: quiet(i, "age") }),
      h("label", { class: "radio" }, h("input", { type: "radio", name: "banque", checked: state.banker === i, "data-key": `bank-${i}`, onchange: () => change({ banker: i }) }), h("span", { "aria-hidden": "true" }, "banque"), h("span", { class: "lu" }, `${named(one, i)} tient la banque`)),
      h("button", { class: "bouton bouton--sobre", "data-key": `drop-${i}`, "aria-label": `Retirer ${named(one, i)}`, disabled: state.seats.length <= least,
        onclick: () => change({ seats: state.seats.filter((_, j) => j !== i), banker: state.banker > i ? state.banker - 1 : state.banker === i ? 0 : state.banker }) }, "×")))),
    h("div", { class: "boutons boutons--plein mt" },
      state.seats.length < most ? button("Ajouter un joueur", () => change({ seats: [...state.seats, { name: "", age: "", colour: free }] }), { key: "add" }) : null,
      button("Commencer", begin, { kind: "bouton--plein", key: "begin" })),
    h("p", { class: "note mt" }, "Le banquier joue aussi. La caisse de la banque reste à part."));
}

function targets() {
  const list = game().targets ?? [8000, 10000, 15000];
  const words = ["courte", "moyenne", "longue"];
  const target = state.target ?? list[0];
  return h("section", { class: "carte" }, h("h2", null, "Objectif"), h("div", { class: "cibles", role: "group", "aria-label": "Objectif" },
    list.map((one, i) => h("button", { class: "cible", "data-key": `target-${one}`, "aria-pressed": String(!state.own && target === one), onclick: () => change({ target: one, own: false }) }, h("b", null, n(one)), h("span", { class: "note" }, words[i] ?? ""))),
    h("button", { class: "cible", "data-key": "target-own", "aria-pressed": String(state.own), onclick: () => change({ own: true, target: state.target ?? list[0] }) }, h("b", null, "Autre"), h("span", { class: "note" }, "au choix"))),
  state.own ? h("label", { class: "champ-texte mt" }, h("span", null, "Points à atteindre"), h("input", { class: "saisie", inputmode: "numeric", maxlength: 6, value: target, "data-key": "own", oninput: (event) => { state.target = Number(event.target.value) || null; } })) : null);
}

function boxes() {
  const list = [["exemple", "L'exemple", "Un plateau et des cartes inventés, pour essayer."], ["vide", "La vôtre, apprise en jouant", "Servi demande chaque case et chaque carte une fois."],
    ...(choices.boxes ?? []).filter((one) => !["exemple", "vide"].includes(one.name)).map((one) => [one.name, one.name, "Reprend ce qu'elle a appris."])];
  return h("section", { class: "carte" }, h("h2", null, "La boîte"), h("div", { class: "choix", role: "group", "aria-label": "La boîte" }, list.map(([name, title, about]) => h("button", {
    class: `option ${state.box === name ? "option--choisie" : ""}`, "aria-pressed": String(state.box === name), "data-key": `box-${name}`, onclick: () => change({ box: name }),
  }, h("span", null, h("b", null, title), h("small", null, about))))));
}

function rule(option) {
  const value = state.house[option.key] ?? option.default;
  const set = (next) => {
    const house = { ...state.house };
    if (next === option.default) delete house[option.key]; else house[option.key] = next;
    change({ house });
  };
  const label = `regle-${option.key}`;
  const control = option.type === "flag"
    ? h("label", { class: "radio" }, h("input", { type: "checkbox", checked: value === true, "data-key": label, onchange: (event) => set(event.target.checked) }), value === true ? "oui" : "non")
    : option.type === "choice"
      ? h("select", { class: "saisie", "data-key": label, "aria-label": option.label_fr, onchange: (event) => set(option.values.find((one) => String(one) === event.target.value)) },
        option.values.map((one) => h("option", { value: String(one), selected: one === value }, valueWords(option, one))))
      : h("input", { class: "saisie", inputmode: "numeric", value, "data-key": label, "aria-label": option.label_fr, oninput: (event) => { if (/^\d+$/.test(event.target.value)) state.house[option.key] = Number(event.target.value); } });
  return h("div", { class: "regle-ligne" }, h("h3", null, option.label_fr), h("p", { class: "note" }, withoutCodes(option)), control);
}

function rules() {
  const count = Object.keys(state.house).length;
  const box = h("details", { class: "carte regles", open: state.rulesOpen }, h("summary", null, "Règles de la maison", h("span", { class: "note" }, count ? ` ${count} changée${count > 1 ? "s" : ""}` : " comme dans le livret")),
    state.rulesOpen ? h("div", { class: "regles-grille" }, (game().house ?? []).map(rule)) : null);
  box.addEventListener("toggle", () => { if (box.open !== Boolean(state.rulesOpen)) change({ rulesOpen: box.open }); });
  return box;
}

function levels() {
  return h("section", { class: "carte" }, h("h2", null, "Servi est"), h("div", { class: "choix choix--trois", role: "group", "aria-label": "Niveau" }, LEVELS.map(([level, name, about]) => h("button", {
    class: `option ${state.level === level ? "option--choisie" : ""}`, "aria-pressed": String(state.level === level), "data-key": `level-${level}`, onclick: () => change({ level }),
  }, h("span", null, h("b", null, name), h("small", null, about))))));
}

async function begin() {
  const seats = state.seats.map((one, i) => ({ name: named(one, i), colour: one.colour, ...(Number(one.age) > 0 ? { age: Number(one.age) } : {}) }));
  const targets = game().targets ?? [];
  const setup = { game: game().id, seats, banker: state.banker, first: seats.some((one) => one.age) ? null : 0, target: state.target ?? targets[0] ?? null, house: state.house, level: state.level, box: state.box };
  keep();
  if (await ask("/start", { setup })) location.href = "/table";
}

function day(started) {
  const when = typeof started === "number" ? new Date(started * 1000) : new Date(started);
  return Number.isNaN(when.getTime()) ? "" : when.toLocaleDateString("fr-FR", { weekday: "long", day: "numeric", month: "long", hour: "2-digit", minute: "2-digit" });
}

function earlier(view) {
  const list = choices.evenings ?? [];
  const resume = (id) => async () => { if (await ask("/resume", { id })) location.href = "/table"; };
  const load = async (event) => {
    const file = event.target.files[0];
    if (!file) return;
    const reply = await fetch("/import", { method: "POST", headers: { "Content-Type": "text/plain", "X-Servi-Page": "table" }, body: await file.arrayBuffer() }).then((r) => r.json()).catch(() => ({ ok: false, text: "Pas de liaison. Réessayez." }));
    if (reply.ok) { choices = null; fetchChoices(); tell({ kind: "bien", text: "La soirée est reprise dans le journal.", number: view.number }); } else tell({ kind: "refus", text: reply.text, number: view.number });
  };
  return h("section", { class: "carte" }, h("h2", null, "Reprendre une soirée"),
    list.length ? h("ul", { class: "soirees" }, list.slice(0, 8).map((one) => h("li", null,
      h("span", null, h("b", null, (one.seats ?? []).map((seat) => seat.name ?? seat).join(", ")), h("small", null, `${day(one.started)}, ${one.facts ?? 0} faits${one.open ? ", en cours" : ""}`)),
      h("span", { class: "boutons" }, button("Reprendre", resume(one.id), { key: `resume-${one.id}`, label: `Reprendre la soirée ${one.id}` }), h("a", { class: "bouton bouton--sobre", href: `/export/${one.id}`, "aria-label": `Exporter la soirée ${one.id}` }, "Exporter")))))
      : h("p", { class: "note" }, "Aucune encore sur cette machine."),
    h("label", { class: "bouton mt fichier" }, "Importer un fichier", h("input", { type: "file", class: "lu", onchange: load })));
}

async function fetchChoices() {
  try {
    choices = await (await fetch("/setup.json")).json();
  } catch { /* the watchdog says it */ }
  redraw();
}

watch((view) => {
  if (!choices) return;
  draw(at("preparer"), [choices, state, answer()?.text, view.phase], () => [
    refusal(view),
    view.phase !== "none" && view.phase !== "over" ? message("", "Une partie est en cours.", "En commencer une autre la laisse au journal, où on la reprend. ", h("a", { class: "lien-ligne", href: "/table" }, "Revenir à la table")) : null,
    choices.games.length > 1 ? h("section", { class: "carte" }, h("h2", null, "Le jeu"), h("div", { class: "boutons", role: "group", "aria-label": "Le jeu" }, choices.games.map((one) => button(one.title, () => change({ game: one.id, target: null, house: {} }), { key: `game-${one.id}`, pressed: game().id === one.id })))) : null,
    h("div", { class: "deux" }, h("div", { class: "empile" }, h("section", { class: "carte" }, round()), targets(), boxes()), h("div", { class: "empile" }, players(), earlier(view), levels())),
    rules(),
  ]);
});

frame({ tools: () => [tool("Tapis ou jour", "theme", theme, { class: "lien-barre lien-theme" }), current()?.phase === "playing" ? toolLink("La table", "retour", "/table") : null] });
start();
fetchChoices();

