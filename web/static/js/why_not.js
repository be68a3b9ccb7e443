// Shows a line at the bottom of the page that says why a touched control is not possible now. It moves nothing else.

import { h } from "./dom.js";

/** @param {string} words */
export function sayWhyNot(words) {
  const line = h("p", { class: "pourquoi-pas", role: "alert" }, words);
  (document.querySelector("dialog[open]") ?? document.body).append(line);
  document.addEventListener("pointerdown", () => line.remove(), { capture: true, once: true });
}
