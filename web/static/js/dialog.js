// A panel over the page: the browser's dialog keeps the focus inside and closes on Escape.

import { focused, h, named, redrawn, refocus } from "./dom.js";
import { button } from "./pieces.js";
import { t } from "./words.js";

document.head.append(h("link", { rel: "stylesheet", href: new URL("../css/dialog.css", import.meta.url).pathname }));

/**
 * Opens a panel. `build(refresh, close)` returns its content; `refresh` redraws it after a choice.
 * @param {string} title
 * @param {(refresh: () => void, close: () => void) => Kid} build
 * @param {{ wide?: boolean, done?: () => void }} [options]
 */
export function panel(title, build, { wide = false, done = () => {} } = {}) {
  const content = h("div", { class: "empile" });
  const box = h("dialog", { class: `fenetre ${wide ? "fenetre--large" : ""}`, "aria-label": title });
  const close = () => box.close();
  const refresh = () => redrawn(content, build(refresh, close));
  const opener = focused(document.body);
  const page = opener?.closest("main, header") ?? document.querySelector("main");
  box.append(h("div", { class: "fenetre-tete" }, h("h2", null, title), button(t("Fermer"), close, { kind: "bouton--sobre", key: "close-panel" })), content);
  box.addEventListener("close", () => {
    box.remove();
    if (document.activeElement === document.body && opener && page instanceof HTMLElement) refocus(page, opener); // the opener was redrawn meanwhile
    done();
  });
  document.body.append(box);
  refresh();
  box.showModal(); // without waiting for its styles, because the caller moves the focus next
  return { box, refresh, close };
}

/** @param {string} label @param {HTMLElement} control */
export function field(label, control) {
  named(control, label);
  return h("label", { class: "champ-texte" }, h("span", null, label), control);
}

/** Seats to choose from, by their names. @param {Seat[]} seats */
export const seatChoices = (seats) => seats.map((seat) => /** @type {[string, string]} */ ([seat.id, seat.name]));

/** @param {[string, string][]} options @param {string} value @param {(value: string) => unknown} onchange @param {string} key */
export function select(options, value, onchange, key) {
  return h("select", { class: "saisie", "data-key": key, onchange: (event) => onchange(event.target.value) },
    options.map(([id, words]) => h("option", { value: id, selected: id === value }, words)));
}

/** @param {string | null | undefined} value @param {(value: string) => unknown} oninput @param {Props} [more] */
export function text(value, oninput, more = {}) {
  return h("input", { class: "saisie", value: value ?? "", oninput: (event) => oninput(event.target.value), ...more });
}
