// The summary page: the figures of the evening, the effect of luck, the sentence about the dice, and the next steps.

import { byId, draw, h } from "./dom.js";
import { button, theme } from "./pieces.js";
import { t } from "./words.js";
import { fetchJson, redraw, start, watch } from "./live.js";
import { answer, page, tell } from "./send.js";
import { frame, languageTool, refusal, tool, toolLink } from "./frame.js";
import { rematch } from "./rematch.js";
import { decisions, head, moments, points, ranking } from "./summary.js";
import { foundLuck, luck, watchLuck } from "./luck.js";

/** @type {Summary} */
let loaded; // undefined until fetched
let asked = /** @type {number | null} */ (null); // the number of the view whose figures are shown

/** @param {View} view */
async function load(view) {
  if (asked === view.number && loaded) return;
  asked = view.number;
  try {
    loaded = await fetchJson("/after.json");
    redraw();
  } catch {
    asked = null; // the next view retries
  }
}

function dice() {
  return loaded.throws ? h("section", { class: "carte" }, h("h2", null, t("Vos dés")), h("p", null, loaded.your_dice),
    h("div", { class: "boutons mt pas-imprime" }, h("a", { class: "bouton", href: "/your-dice" }, t("Chaque dé, face par face")))) : null;
}

let mailing = false; // whether the server makes the file of the evening, which takes some seconds

/** Downloads the evening as one file, for example to mail it. @param {View} view */
async function mail(view) {
  mailing = true;
  tell(null);
  try {
    const reply = await fetch(`/replay/${view.evening}.html`, { headers: { "X-Servi-Page": page() } });
    if (!reply.ok) return tell({ kind: "refus", text: (await reply.json()).text, number: view.number });
    const address = URL.createObjectURL(await reply.blob());
    h("a", { href: address, download: `soiree-${view.evening}.html` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  } catch {
    tell({ kind: "refus", text: t("Pas de liaison avec la table. Réessayez quand elle revient."), number: view.number });
  } finally {
    mailing = false;
    redraw();
  }
}

/** @param {View} view */
function ways(view) {
  return h("div", { class: "boutons boutons--plein pas-imprime" },
    view.phase === "over" ? button(t("Revanche"), rematch, { kind: "bouton--plein", key: "rematch" }) : null,
    view.phase === "over" ? button(mailing ? t("Servi prépare le fichier…") : t("La soirée à envoyer"), () => mail(view), { key: "mail", disabled: mailing }) : null,
    button(t("Imprimer la soirée"), () => window.print(), { key: "print" }),
    h("a", { class: "bouton", href: "/score-sheet" }, t("Feuille de marque vierge")),
    h("a", { class: "bouton", href: "/history" }, t("Feuille de partie")),
    h("a", { class: "bouton", href: `/book/${view.evening}` }, t("Les moments")),
    h("a", { class: "bouton", href: "/book" }, t("Livre d'or")));
}

/** Links to the figures for a spreadsheet (without dice only the results) and to the notation of a finished evening. @param {View} view */
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
  draw(byId("bilan"), [loaded, foundLuck(), view.phase, answer()?.text, mailing], () => [refusal(view), head(loaded), points(loaded), luck(loaded.seats), decisions(loaded), dice(), h("div", { class: "deux" }, ranking(loaded), moments(loaded)), ways(view), figures(view)]);
});

frame({ tools: (view) => [languageTool(), tool(t("Tapis ou jour"), "theme", theme, { class: "lien-barre lien-theme" }), view.phase === "playing" ? toolLink(t("La table"), "retour", "/table") : null] });
start();
