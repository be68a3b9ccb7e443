// The sound of this screen: the croupier's calls, nothing, or everything in words.

import { h } from "../dom.js";
import { panel } from "../dialog.js";
import { t } from "../words.js";
import { mode, setMode } from "../sound.js";

const own = document.body.dataset.page === "seat";

const SOUNDS = /** @type {[string, string, string][]} */ ([
  ["calls", t("Annonces"), t("« Faites vos jeux », les numéros, « servi ».")],
  ["mute", t("Muet"), t("Rien ne sonne ici.")],
  ["spoken", t("Tout dire"), own ? t("Chaque coup, vos jetons, votre main et vos questions, pour qui ne voit pas l'écran. Un écouteur garde votre main pour vous.")
    : t("Chaque coup et chaque question, pour qui ne voit pas l'écran.")],
]);

/**
 * Buttons of which one is selected, each with a hint.
 * @param {string} title
 * @param {[string, string, string][]} list
 * @param {string} value
 * @param {(id: string) => void} set
 */
export const options = (title, list, value, set) => [h("h3", { class: "petit-titre" }, title), h("div", { class: "choix choix--trois", role: "group", "aria-label": title }, list.map(([id, name, about]) => h("button", {
  class: `option ${id === value ? "option--choisie" : ""}`, "data-key": `${title}-${id}`, "aria-pressed": String(id === value), onclick: () => set(id),
}, h("span", null, h("b", null, name), h("small", null, about)))))];

/** @param {() => void} refresh */
export const soundChoice = (refresh) => options(t("Le son"), SOUNDS, mode(), (id) => { setMode(id); refresh(); });

export function openSound() {
  panel(t("Cet écran"), (refresh) => soundChoice(refresh), { wide: true });
}
