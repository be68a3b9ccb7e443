// The editor of a box: its printed tables, or its ring, cards, chips and dice.

import { become, byId, draw, find, h, patch } from "./dom.js";
import { button, message, theme } from "./pieces.js";
import { t } from "./words.js";
import { start, redraw, watch } from "./live.js";
import { frame, languageTool, tool } from "./frame.js";
import { box, canUndo, change, name, openBox, opened, printed, rename, revision, status, undo } from "./box/model.js";
import { ringEditor } from "./box/ring.js";
import { cardEditor } from "./box/cards.js";
import { chipEditor, diceEditor } from "./box/chips.js";
import { tableEditor, takeBack } from "./box/tables.js";

let failed = /** @type {string | null} */ (null);

const exported = () => `/box-export?name=${encodeURIComponent(name())}`;

const undoButton = () => button(t("Annuler le dernier"), printed() ? takeBack : undo, { key: "undo", why: canUndo() ? null : t("Rien n'a encore changé.") });

const state = () => status().text || t("Chaque changement est enregistré aussitôt.");

function head() {
  return h("section", { class: "carte boite-tete" },
    h("label", { class: "champ-texte" }, h("span", null, t("Nom de la boîte")), h("input", { class: "saisie", value: name(), maxlength: 60, autocomplete: "off", "data-key": "name", onchange: (event) => rename(event.target.value) })),
    h("p", { class: `boite-etat ${status().kind === "refus" ? "perte" : ""}`, id: "etat", role: "status" }, state()),
    h("div", { class: "boutons" },
      undoButton(),
      h("a", { class: "bouton", href: exported() }, t("Exporter")),
      h("a", { class: "bouton", href: "/boxes" }, t("L'étagère"))));
}

function invented() {
  if (!box().rest.invented) return null;
  return message("", t("Ceci est un exemple inventé."), t("Comparez chaque case et chaque carte à votre boîte avant de jouer. "),
    button(t("J'ai comparé"), () => { const { invented: it, ...rest } = box().rest; change({ rest }); }, { key: "compared" }));
}

const learnt = () => [invented(), ringEditor(), cardEditor(), h("div", { class: "deux" }, chipEditor(), diceEditor())];

// The save message has a separate region, because it changes while somebody types.
function told() {
  const place = byId("etat");
  if (!place) return;
  place.classList.toggle("perte", status().kind === "refus");
  place.textContent = state();
  const button = find('[data-key="undo"]');
  if (button) become(button, undoButton());
}

watch(() => {
  if (failed) return draw(byId("boite"), failed, () => [message("refus", t("Cette boîte ne s'ouvre pas."), failed, " ", h("a", { class: "lien-ligne", href: "/boxes" }, t("Revenir à l'étagère")))]);
  if (!opened()) return undefined;
  if (printed()) return patch(byId("boite"), [revision(), status()], () => [head(), tableEditor()]);
  draw(byId("boite"), revision(), () => [head(), learnt()]);
  return told();
});

frame({ tools: () => [languageTool(), tool(t("Tapis ou jour"), "theme", theme, { class: "lien-barre lien-theme" })] });
start();
openBox(new URLSearchParams(location.search).get("name") ?? "")
  .then((why) => { failed = why; }, () => { failed = t("Pas de liaison. Rechargez la page quand elle revient."); })
  .finally(redraw);
