// The page of a damaged journal: its buttons post and then lead on.

import { byId } from "./dom.js";
import { post, refusalWords } from "./send.js";

for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-post]"))) {
  button.addEventListener("click", async () => {
    const { post: path = "", file, then = "/" } = button.dataset;
    button.disabled = true;
    const reply = await post(path, file ? { file } : {});
    button.disabled = false;
    if (!reply.ok) byId("avis").textContent = refusalWords(reply);
    else setTimeout(() => { location.href = then; }, file ? 8000 : 0); // a restore starts Servi anew
  });
}
