// A panel over the page: the browser's own dialog keeps the focus inside and closes on Escape.

import { h, refocus } from "./dom.js";
import { button } from "./pieces.js";
import { t } from "./words.js";

// build(refresh, close) returns the panel's content; refresh draws it again after a choice.
export function panel(title, build, { wide = false, done = () => {} } = {}) {
  const content = h("div", { class: "empile" });
  const box = h("dialog", { class: `fenetre ${wide ? "fenetre--large" : ""}`, "aria-label": title },
    h("div", { class: "fenetre-tete" }, h("h2", null, title), button(t("Fermer"), () => box.close(), { kind: "bouton--sobre", key: "close-panel" })), content);
  const refresh = () => {
    const focus = content.contains(document.activeElement) ? document.activeElement : null;
    content.replaceChildren(...[build(refresh, () => box.close())].flat(Infinity).filter(Boolean));
    if (focus) refocus(content, focus);
  };
  const opener = document.activeElement;
  box.addEventListener("close", () => {
    box.remove();
    if (document.activeElement === document.body && opener !== document.body) refocus(opener.closest("main, header") ?? document.querySelector("main"), opener); // it was drawn anew meanwhile
    done();
  });
  document.body.append(box);
  refresh();
  box.showModal();
  return { box, refresh, close: () => box.close() };
}

export function field(label, control) {
  control.setAttribute("aria-label", label);
  return h("label", { class: "champ-texte" }, h("span", null, label), control);
}

export function select(options, value, onchange, key) {
  return h("select", { class: "saisie", "data-key": key, onchange: (event) => onchange(event.target.value) },
    options.map(([id, words]) => h("option", { value: id, selected: id === value }, words)));
}

export function text(value, oninput, more = {}) {
  return h("input", { class: "saisie", value: value ?? "", oninput: (event) => oninput(event.target.value), ...more });
}
