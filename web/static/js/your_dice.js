// « Vos dés »: the server draws the page; here are its bar, its print button, and its reload while evenings are still replayed.

import { start } from "./live.js";
import { frame, languageTool, tool } from "./frame.js";
import { theme } from "./pieces.js";
import { t } from "./words.js";

document.getElementById("imprimer")?.addEventListener("click", () => window.print());
if (Number(document.body.dataset.missing)) setTimeout(() => location.reload(), 2000);

frame({ tools: () => [languageTool(), tool(t("Tapis ou jour"), "theme", theme, { class: "lien-barre lien-theme" })] });
start();
