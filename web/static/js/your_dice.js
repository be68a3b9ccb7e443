// « Vos dés »: the server draws the page. This script adds the bar and the print button, and reloads the page while the
// server replays evenings.

import { start } from "./live.js";
import { frame, languageTool, tool } from "./frame.js";
import { theme } from "./pieces.js";
import { t } from "./words.js";

document.getElementById("imprimer")?.addEventListener("click", () => window.print());
if (Number(document.body.dataset.missing)) setTimeout(() => location.reload(), 2000);

frame({ tools: () => [languageTool(), tool(t("Tapis ou jour"), "theme", theme, { class: "lien-barre lien-theme" })] });
start();
