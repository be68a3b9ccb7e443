// The summary page: the winner, points by throw, chances to win, luck, and the sentence about the dice.

import { byId, draw, h } from "./dom.js";
import { button, pawn } from "./pieces.js";
import { accountName, n, t, tn } from "./words.js";
import { redraw, start, watch } from "./live.js";
import { answer } from "./send.js";
import { frame, languageTool, refusal, theme, tool, toolLink } from "./frame.js";
import { rematch } from "./rematch.js";
import { crowned } from "./winner.js";
import { plots } from "./plot.js";
import { foundLuck, luck, watchLuck } from "./luck.js";

/** @type {Summary} */
let loaded; // undefined until fetched
let asked = /** @type {number | null} */ (null); // the number of the view whose figures are shown

/** @param {View} view */
async function load(view) {
  if (asked === view.number && loaded) return;
  asked = view.number;
  try {
    loaded = await (await fetch("/after.json")).json();
    redraw();
  } catch {
    asked = null; // the watchdog reports it; the next view retries
  }
}

/** @param {Account} id */
const name = (id) => accountName(loaded, id);

/** @param {number} seconds */
function lasting(seconds) {
  if (seconds < 60) return t("moins d'une minute");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  return hours ? t("{hours} h {minutes} min", { hours, minutes: String(minutes).padStart(2, "0") }) : t("{minutes} min", { minutes });
}

function head() {
  const over = loaded.outcome;
  const ranked = loaded.seats.filter((one) => !one.left).sort((a, b) => b.points - a.points);
  const first = over ? loaded.seats.filter((one) => over.winners.includes(one.id)) : ranked.slice(0, 1);
  const length = loaded.throws
    ? t("{throws} lancers en {time}.", { throws: n(loaded.throws), time: lasting(loaded.lasted) }) : t("En {time}.", { time: lasting(loaded.lasted) });
  return over ? crowned(first, `${over.why} ${length}`) : crowned(first, length, t("En tête pour l'instant"));
}

function points() {
  const dice = loaded.curve.unit === "throw";
  const ends = loaded.seats.map((one) => t("{name} finit à {points}", { name: one.name, points: n(one.points) })).join(", ");
  return h("section", { class: "carte" }, h("h2", null, dice ? t("Les points, lancer après lancer") : t("Les points, coup après coup")),
    loaded.curve.at.length < 2 ? h("p", { class: "note" }, t("La courbe commence au premier lancer."))
      : plots({ seats: loaded.seats, at: loaded.curve.at, values: loaded.curve.points, target: loaded.target, words: n,
        spoken: t("Courbe des points : {ends}", { ends }) }));
}

function decisions() {
  if (!loaded.decisions.length) return null;
  const rows = loaded.seats.map((seat) => ({ seat, all: loaded.decisions.filter((one) => one.seat === seat.id) })).filter(({ all }) => all.length);
  return h("section", { class: "carte" }, h("h2", null, t("Les choix")),
    h("p", { class: "note" }, t("Au 421 et au Black Jack, les chances sont exactes. À droite, ce que chacun des autres choix coûte en moyenne, face au meilleur : non ce qui fut perdu ce soir.")),
    rows.map(({ seat, all }) => {
      const missed = all.filter((one) => one.cost > 0);
      return h("div", { class: "choix-de-siege" },
        h("p", { class: "chance-qui" }, pawn(seat), h("b", null, tn("{name} : {good} bon choix sur {all}", "{name} : {good} bons choix sur {all}", all.length - missed.length, { name: seat.name, good: n(all.length - missed.length), all: n(all.length) }))),
        missed.length ? h("ul", { class: "faits-lignes" }, missed.map((one) => h("li", null, h("span", null, one.text), h("b", null, `−${n(one.cost)}`)))) : null);
    }));
}

function dice() {
  return loaded.throws ? h("section", { class: "carte" }, h("h2", null, t("Vos dés")), h("p", null, loaded.your_dice),
    h("div", { class: "boutons mt pas-imprime" }, h("a", { class: "bouton", href: "/your-dice" }, t("Chaque dé, face par face")))) : null;
}

/** @param {string} title @param {Kid} value @param {string} more */
const fact = (title, value, more) => h("div", { class: "fait" }, h("dt", null, title), h("dd", null, value, h("small", null, more)));

function moments() {
  const { best, pot, feats } = loaded;
  const out = loaded.seats.filter((one) => one.out && !one.left);
  /** @param {number} at */
  const when = (at) => (loaded.throws ? t("lancer {at}", { at: n(at) }) : "");
  const list = [
    best ? fact(t("Plus gros gain"), t("{name}, {amount}", { name: name(best.seat), amount: n(best.amount) }), [best.text, when(best.throw)].filter(Boolean).join(", ")) : null,
    pot ? fact(t("Pot le plus haut"), n(pot.amount), when(pot.throw)) : null,
    ...feats.map((one) => fact(t("Coup rare"), one.text, when(one.throw))),
    out.length ? fact(t("En faillite"), out.map((one) => one.name).join(", "), "") : null,
  ];
  return list.some(Boolean) ? h("section", { class: "carte" }, h("h2", null, t("Moments")), h("dl", { class: "faits" }, list),
    best?.picture ? h("img", { class: "photo photo--moment", src: `/picture/${best.number}`, alt: t("Photo du plus gros gain"), loading: "lazy" }) : null) : null;
}

function ranking() {
  const ranked = [...loaded.seats].filter((one) => !one.left).sort((a, b) => b.points - a.points);
  return h("section", { class: "carte" }, h("h2", null, t("Le classement")), h("ol", { class: "classement" }, ranked.map((one) => h("li", null, pawn(one), h("span", null, one.name), h("b", null, n(one.points))))));
}

/** @param {View} view */
function ways(view) {
  return h("div", { class: "boutons boutons--plein pas-imprime" },
    view.phase === "over" ? button(t("Revanche"), rematch, { kind: "bouton--plein", key: "rematch" }) : null,
    view.phase === "over" ? h("a", { class: "bouton", href: `/replay/${view.evening}.html`, download: true }, t("La soirée à envoyer")) : null,
    button(t("Imprimer la soirée"), () => window.print(), { key: "print" }),
    h("a", { class: "bouton", href: "/score-sheet" }, t("Feuille de marque vierge")),
    h("a", { class: "bouton", href: "/history" }, t("Feuille de partie")),
    h("a", { class: "bouton", href: `/book/${view.evening}` }, t("Les moments")),
    h("a", { class: "bouton", href: "/book" }, t("Livre d'or")));
}

/** The figures for a spreadsheet, without dice only the results, and the notation of a finished evening. @param {View} view */
const figures = (view) => h("p", { class: "note tableur pas-imprime" }, t("Pour un tableur :"),
  loaded.curve.unit === "throw" ? h("a", { class: "lien-texte", href: "/throws.csv", download: true }, t("les lancers")) : null,
  h("a", { class: "lien-texte", href: "/results.csv", download: true }, t("les résultats")),
  view.phase === "over" ? h("a", { class: "lien-texte", href: `/export/${view.evening}.txt`, download: true }, t("la notation")) : null);

watch((view) => {
  if (view.phase === "none") {
    draw(byId("bilan"), "none", () => h("div", { class: "vide" }, h("h1", null, t("Aucune partie en cours")), h("p", { class: "note" }, t("Le bilan paraît ici quand une soirée est ouverte.")),
      h("div", { class: "boutons centre mt" }, h("a", { class: "bouton bouton--plein", href: "/setup" }, t("Préparer")))));
    return;
  }
  load(view);
  watchLuck(view);
  if (!loaded) return;
  draw(byId("bilan"), [loaded, foundLuck(), view.phase, answer()?.text], () => [refusal(view), head(), points(), luck(loaded.seats), decisions(), dice(), h("div", { class: "deux" }, ranking(), moments()), ways(view), figures(view)]);
});

frame({ tools: (view) => [languageTool(), tool(t("Tapis ou jour"), "theme", theme, { class: "lien-barre lien-theme" }), view.phase === "playing" ? toolLink(t("La table"), "retour", "/table") : null] });
start();
