// The shelf page: create, copy, export, import and delete boxes.

import { byId, draw, h } from "./dom.js";
import { button, theme } from "./pieces.js";
import { n, sentence, t, tn } from "./words.js";
import { fetchJson, redraw, start, watch } from "./live.js";
import { answer, ask, post, tell } from "./send.js";
import { frame, languageTool, refusal, tool } from "./frame.js";
import { panel } from "./dialog.js";
import { sendFile } from "./setup/evenings.js";

/** @type {ShelfOffer} */
let shelf; // undefined until fetched
let name = "";
let wanted = /** @type {string | null} */ (null); // the game of the new box
let drawn = 0;

const games = () => shelf.games.filter((one) => one.boxed !== false);
/** @param {string} one */
const open = (one) => { location.href = `/box?name=${encodeURIComponent(one)}`; };

async function fetchShelf() {
  try {
    shelf = await fetchJson("/boxes.json");
  } catch { /* the watchdog in live.js reports it */ }
  redraw();
}

/** @param {KnownGame} game @param {boolean} example */
async function make(game, example) {
  const done = await ask("/new-box", { name: name.trim() || t("Ma boîte"), game: game.id, example }, { seen: undefined });
  if (done) open(done.name ?? "");
}

/** @param {Event & { target: HTMLInputElement }} event */
async function bringIn(event) {
  const file = event.target.files?.[0];
  if (!file) return;
  event.target.value = ""; // so that the same file, once corrected, can be chosen again
  const reply = await sendFile(`/import-box?file=${encodeURIComponent(file.name)}`, file);
  if (reply.ok) await fetchShelf();
  tell(reply.ok ? { kind: "bien", text: t("La boîte « {name} » est sur l'étagère.", { name: reply.name }) } : { kind: "refus", text: t("{why} Rien n'a été repris.", { why: sentence(reply.text) }) });
}

/** @param {ShelfBox} one */
function sure(one) {
  panel(t("Effacer « {name} » ?", { name: one.name }), (_, close) => [
    h("p", null, t("Ce que cette boîte a appris disparaît pour de bon. Les soirées jouées restent. Un export la garderait.")),
    h("div", { class: "boutons boutons--plein" },
      one.trouble ? null : h("a", { class: "bouton", href: `/box-export?name=${encodeURIComponent(one.name)}` }, t("Exporter d'abord")),
      button(t("Laisser"), close, { key: "leave" }),
      button(t("Effacer pour de bon"), async () => {
        const reply = await post("/delete-box", { name: one.name });
        close();
        if (reply.ok) await fetchShelf(); else tell({ kind: "refus", text: reply.text });
      }, { kind: "bouton--danger", key: "delete" }))]);
}

/** @param {ShelfBox} one */
function about(one) {
  if (one.values) return t("{known} valeurs sur {all}", { known: n(one.values), all: n(one.of ?? 0) });
  const counts = [one.squares ? tn("{count} case", "{count} cases", one.squares, { count: n(one.squares) }) : null,
    one.cards ? tn("{count} carte", "{count} cartes", one.cards, { count: n(one.cards) }) : null].filter(Boolean);
  if (counts.length) return counts.join(" · ");
  return t("Rien n'est connu encore : elle s'apprend en jouant, ou ici.");
}

/** @param {ShelfBox} one */
function line(one) {
  const lent = shelf.on_table === one.name;
  const editable = !one.trouble && !lent;
  return h("li", { class: "boite" },
    h("div", { class: "boite-dit" }, h("h3", null, one.name), shelf.games.length > 1 && one.title ? h("p", { class: "note" }, one.title) : null,
      one.trouble ? h("p", { class: "perte" }, sentence(one.trouble)) : h("p", { class: "note" }, about(one)),
      h("p", { class: "rangee" }, lent ? h("span", { class: "etiquette" }, t("sur la table")) : null,
        one.invented ? h("span", { class: "etiquette etiquette--alerte" }, t("exemple")) : null,
        one.unsure ? h("span", { class: "etiquette etiquette--alerte" }, t("{count} à vérifier", { count: one.unsure })) : null)),
    h("div", { class: "boutons" },
      editable ? h("a", { class: "bouton", href: `/box?name=${encodeURIComponent(one.name)}`, "aria-label": t("Ouvrir {name}", { name: one.name }) }, t("Ouvrir")) : null,
      one.trouble ? null : h("a", { class: "bouton bouton--sobre", href: `/box-export?name=${encodeURIComponent(one.name)}`, "aria-label": t("Exporter {name}", { name: one.name }) }, t("Exporter")),
      lent ? null : button(t("Effacer"), () => sure(one), { key: `delete-${one.name}`, kind: "bouton--sobre", label: t("Effacer {name}", { name: one.name }) })));
}

function listing() {
  const own = shelf.boxes.filter((one) => !["exemple", "vide"].includes(one.name));
  return h("section", { class: "carte" }, h("h2", null, t("Vos boîtes")),
    own.length ? h("ul", { class: "boites" }, own.map(line))
      : h("div", { class: "vide" }, h("h3", null, t("L'étagère est vide")), h("p", { class: "note" }, t("Recopiez votre plateau ici, ou commencez sans : Servi apprend chaque case en jouant."))));
}

function making() {
  const game = games().find((one) => one.id === wanted) ?? games()[0];
  return h("section", { class: "carte" }, h("h2", null, t("Une autre boîte")),
    h("label", { class: "champ-texte" }, h("span", null, t("Son nom")), h("input", { class: "saisie", value: name, placeholder: t("Ma boîte"), maxlength: 60, autocomplete: "off", "data-key": "name", oninput: (event) => { name = event.target.value; } })),
    games().length > 1 ? h("div", { class: "boutons boutons--petits mt", role: "group", "aria-label": t("Le jeu") }, games().map((one) => button(one.title, () => { wanted = one.id; drawn += 1; redraw(); }, { key: `game-${one.id}`, pressed: one === game }))) : null,
    game.learns ? h("div", { class: "boutons boutons--plein mt" }, button(t("Recopier mon plateau"), () => make(game, false), { kind: "bouton--plein", key: "new" }), button(t("Partir de l'exemple"), () => make(game, true), { key: "copy" }))
      : h("div", { class: "boutons boutons--plein mt" }, button(t("Taper ma boîte"), () => make(game, true), { kind: "bouton--plein", key: "copy" })),
    h("p", { class: "note mt" }, game.learns ? t("L'exemple est inventé : comparez chaque case à votre plateau.") : t("Elle part d'un exemple inventé : remplacez-le par ce qui est imprimé dans votre boîte.")),
    h("label", { class: "bouton mt fichier" }, t("Importer un fichier"), h("input", { type: "file", class: "lu", accept: ".json,application/json", "aria-label": t("Importer une boîte"), onchange: bringIn })));
}

watch((view) => {
  if (!shelf) return;
  draw(byId("etagere"), [shelf, drawn, answer(), view.phase], () => [refusal(view), h("div", { class: "deux deux--large" }, listing(), making())]);
});

frame({ tools: () => [languageTool(), tool(t("Tapis ou jour"), "theme", theme, { class: "lien-barre lien-theme" })] });
start();
fetchShelf();
