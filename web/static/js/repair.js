// The page of a damaged journal: its buttons send a command, then open the next page.

import { panel } from "./dialog.js";
import { byId, h } from "./dom.js";
import { button, message } from "./pieces.js";
import { post, refusalWords } from "./send.js";
import { t } from "./words.js";

const RESTART = 8000; // milliseconds that a restart after a restore takes

/** @param {HTMLButtonElement} pressed */
async function go(pressed) {
  const { post: path = "", file, then = "/" } = pressed.dataset;
  pressed.disabled = true;
  const reply = await post(path, file ? { file } : {});
  pressed.disabled = reply.ok;
  byId("avis").replaceChildren(...reply.ok ? file ? [message("bien", "", t("Servi redémarre avec la sauvegarde. La page revient seule."))] : [] : [message("refus", "", refusalWords(reply))]);
  if (reply.ok) setTimeout(() => { location.href = then; }, file ? RESTART : 0);
}

for (const one of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-post]"))) {
  const { sure = "" } = one.dataset;
  const title = one.textContent ?? "";
  one.addEventListener("click", () => (sure ? panel(title, (_, close) => [h("p", null, sure),
    h("div", { class: "boutons boutons--plein" }, button(t("Laisser"), close, { key: "leave" }),
      button(title, () => { close(); go(one); }, { kind: "bouton--plein", key: "sure" }))]) : go(one)));
}
