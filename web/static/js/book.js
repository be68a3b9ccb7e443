// The livre d'or: its buttons print, join, separate and forget names. The server draws the whole page.

import { byId, h } from "./dom.js";
import { button, theme } from "./pieces.js";
import { panel } from "./dialog.js";
import { t } from "./words.js";
import { start } from "./live.js";
import { ask, answer } from "./send.js";
import { frame, languageTool, tool } from "./frame.js";

/** @param {string} path @param {object} body */
async function change(path, body) {
  if (await ask(path, body, { seen: undefined })) location.reload();
  else byId("avis").textContent = answer()?.text ?? "";
}

document.getElementById("imprimer")?.addEventListener("click", () => window.print());

document.getElementById("reunir")?.addEventListener("submit", (event) => {
  event.preventDefault();
  const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
  change("/book/join", { person: form.get("person"), other: form.get("other") });
});

for (const each of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-post]"))) {
  each.addEventListener("click", () => {
    const { post: path = "", person, sure } = each.dataset;
    if (!sure) return change(path, { person });
    panel(sure, (_, close) => [h("div", { class: "boutons boutons--plein" },
      button(t("Laisser"), close, { key: "leave" }),
      button(t("Oublier pour de bon"), () => { close(); change(path, { person }); }, { kind: "bouton--danger", key: "forget" }))]);
  });
}

if (Number(document.body.dataset.missing)) setTimeout(() => location.reload(), 3000);

frame({ tools: () => [languageTool(), tool(t("Tapis ou jour"), "theme", theme, { class: "lien-barre lien-theme" })] });
start();
