// The menu of the table page: all actions except the answers to the open questions.

import { h } from "../dom.js";
import { button, theme } from "../pieces.js";
import { LEVELS, t } from "../words.js";
import { current } from "../live.js";
import { ask, post, submit } from "../send.js";
import { panel } from "../dialog.js";
import { otherLanguage, speak } from "../frame.js";
import { openFree } from "./free.js";
import { openPeople } from "./people.js";
import { openCount } from "./count.js";
import { openHouse } from "./house.js";
import { openRights } from "./pin.js";
import { openRare } from "./rare.js";
import { rare } from "../ask/leading.js";
import { isFirst, setFirst } from "../first.js";
import { openScreen } from "./screen.js";
import { openPhones } from "./phones.js";

/** @param {Camera | null} camera */
const looks = (camera) => camera && camera.source !== "none" && !camera.throws; // a real camera, not a simulated one

/** @param {View} view */
export function openMenu(view) {
  const playing = view.phase !== "none";
  panel(t("Menu"), (refresh, close) => {
    /** @param {() => unknown} open */
    const go = (open) => () => { close(); open(); };
    return [
      playing ? [h("div", { class: "grille-menu" },
        button(t("La table décide"), go(() => openFree()), { key: "free" }),
        rare(view.questions).length ? button(t("Droits rares"), go(() => openRare(view)), { key: "rare" }) : null,
        button(t("Qui vient, qui part"), go(() => openPeople()), { key: "people" }),
        view.source === "scoreboard" ? null : button(t("Compter des {chips}", { chips: view.called[1] }), go(() => openCount()), { key: "count" }),
        h("a", { class: "bouton", href: "/history" }, t("Corriger, feuille de partie")),
        button(t("Règles de la maison"), go(() => openHouse()), { key: "house" }),
        button(t("Qui peut quoi"), go(() => openRights()), { key: "rights" })),
      h("h3", { class: "petit-titre" }, t("La soirée")), h("div", { class: "grille-menu" },
        h("a", { class: "bouton", href: "/pause" }, t("Pause jusqu'à demain")),
        h("a", { class: "bouton", href: "/after" }, t("Le bilan")),
        h("a", { class: "bouton", href: "/your-dice" }, t("Vos dés")),
        h("a", { class: "bouton", href: "/book" }, t("Livre d'or")),
        h("a", { class: "bouton", href: "/setup" }, t("Soirées, nouvelle partie")),
        view.board ? h("label", { class: "bouton radio" }, h("input", { type: "checkbox", role: "switch", checked: isFirst(), "data-key": "first", onchange: () => { setFirst(!isFirst()); refresh(); } }), t("Montrer la règle de chaque nouvelle case")) : null)] : null,
      h("h3", { class: "petit-titre" }, t("Cet écran et la machine")), h("div", { class: "grille-menu" },
        playing ? null : h("a", { class: "bouton bouton--plein", href: "/setup" }, t("Préparer une partie")),
        view.calling === null ? null : button(view.calling ? t("Ne plus appeler") : t("Appeler l'animateur"), go(() => post("/call", { on: !view.calling })), { key: "call" }),
        playing ? button(t("Les téléphones"), go(() => openPhones()), { key: "phones" }) : null,
        button(t("Son et sens de l'écran"), go(() => openScreen()), { key: "screen" }),
        button(t("Tapis ou jour"), theme, { key: "theme" }),
        button(otherLanguage(), speak, { key: "language" }),
        looks(view.camera) ? h("a", { class: "bouton", href: "/track" }, t("La piste")) : null,
        view.panel?.buttons ? h("a", { class: "bouton", href: "/panel" }, t("Boutons et lampes")) : null,
        h("a", { class: "bouton", href: "/machine" }, t("Le boîtier"))),
      playing ? [h("h3", { class: "petit-titre" }, t("Servi est")), h("div", { class: "choix choix--trois", role: "group", "aria-label": t("Niveau") }, LEVELS.map(([level, name, about]) => h("button", {
        class: `option ${current().level === level ? "option--choisie" : ""}`, "data-key": `level-${level}`, "aria-pressed": String(current().level === level),
        onclick: async () => { await submit({ type: "LevelSet", level }); close(); },
      }, h("span", null, h("b", null, name), h("small", null, about)))))] : null,
      playing ? h("div", { class: "grille-menu" },
        button(t("Effacer les photos"), go(() => sure(t("Effacer les photos"), t("Les photographies de cette soirée disparaissent. Les lancers et les comptes restent."), "/erase-pictures")), { key: "erase" }),
        button(t("Quitter la partie"), go(() => sure(t("Quitter la partie"), t("La soirée reste dans le journal : on la reprend depuis « Préparer »."), "/end", "/setup")), { key: "end", kind: "bouton--danger" })) : null,
    ];
  }, { wide: true });
}

/** @param {string} title @param {string} words @param {string} path @param {string | null} [then] */
function sure(title, words, path, then = null) {
  panel(title, (_, close) => [h("p", null, words),
    h("div", { class: "boutons boutons--plein" }, button(t("Laisser"), close, { key: "leave" }),
      button(title, async () => { close(); if (await ask(path, {}) && then) location.href = then; }, { kind: "bouton--plein", key: "sure" }))]);
}
