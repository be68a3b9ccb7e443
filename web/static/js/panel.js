// Shows every button and lamp of the table. At a simulated table the buttons can be pressed here.

import { byId, draw, h } from "./dom.js";
import { button, icon, pawn } from "./pieces.js";
import { t } from "./words.js";
import { current, redraw, start, watch } from "./live.js";
import { post } from "./send.js";
import { frame, toolLink } from "./frame.js";
import { speaking, strip } from "./pad.js";
import { sayWhyNot } from "./why_not.js";

const LOOK = 100; // milliseconds between two readings of the lamps

const PAD = [
  { name: "previous", sign: "‹", words: t("Cible précédente") }, { name: "next", sign: "›", words: t("Cible suivante") },
  { name: "chip_down", sign: "−", words: t("Moins") }, { name: "chip_up", sign: "+", words: t("Plus") },
  { name: "undo", sign: () => icon("retour"), words: t("Annuler") }, { name: "confirm", sign: () => icon("oui"), words: t("Confirmer") },
];

const REAL = t("Appuyez sur un bouton de la table : il s'allume ici.");

let state = /** @type {PanelButtons | null} */ (null);
let sent = /** @type {Promise<unknown>} */ (Promise.resolve()); // the last request; the next one waits for it, so that none overtakes another

async function look() {
  if (!document.hidden) {
    try {
      const reply = await fetch("/panel.json");
      state = reply.ok ? await reply.json() : null;
      redraw();
    } catch { /* the watchdog in live.js reports it */ }
  }
  setTimeout(look, LOOK);
}

/** @param {string} name @param {boolean} down */
const tell = (name, down) => {
  if (state?.simulated) sent = sent.then(() => post("/panel/press", { button: name, down }));
  else if (down) sayWhyNot(REAL);
};

/**
 * A key of the panel: down with the finger, up when it is released anywhere.
 * @param {string} name
 * @param {string} label
 * @param {Kid} kids
 * @param {string} [kind]
 */
function key(name, label, kids, kind = "") {
  let down = false;
  /** @param {boolean} to */
  const set = (to) => () => { if (down !== to) { down = to; tell(name, to); } };
  /** @param {boolean} to @returns {On<KeyboardEvent>} */
  const typed = (to) => (event) => { if ([" ", "Enter"].includes(event.key)) { event.preventDefault(); set(to)(); } };
  return h("button", {
    class: `touche ${kind}`, "data-key": name, "aria-label": label,
    onpointerdown: (event) => { event.currentTarget.setPointerCapture(event.pointerId); set(true)(); },
    onpointerup: set(false), onpointercancel: set(false), onkeydown: typed(true), onkeyup: typed(false), onblur: set(false),
    oncontextmenu: (event) => event.preventDefault(),
  }, kids);
}

/** @param {SeatId} seat */
const lamp = (seat) => h("span", { class: "lampe", "data-lamp": seat, "aria-hidden": "true" });

/** @param {View} view @param {string} name */
function servi(view, name) {
  const id = name.split(".")[1];
  const seat = view.seats?.find((one) => one.id === id && !one.left);
  return h("div", { class: "poste" }, lamp(id), key(name, seat ? t("Servi de {name}", seat) : t("Servi, place {place}", { place: id }), t("Servi"), "touche--servi"),
    h("span", { class: "poste-nom" }, seat ? [pawn(seat), seat.name] : t("place {place}", { place: id })));
}

/** @param {View} view */
function board(view) {
  if (!state) return h("p", { class: "note" }, t("Pas de boutons à cette table : tout se touche sur la page de la table."));
  const { buttons } = state;
  return [
    h("div", { class: "postes", role: "group", "aria-label": t("Les boutons servi") }, buttons.filter((name) => name.startsWith("servi.")).map((name) => servi(view, name))),
    h("div", { class: "pave-pupitre", role: "group", "aria-label": t("Le pupitre commun") }, PAD.filter(({ name }) => buttons.includes(name)).map(({ name, sign, words }) =>
      key(name, words, [h("span", { class: "touche-signe", "aria-hidden": "true" }, typeof sign === "string" ? sign : sign()), h("small", null, words)], name === "confirm" ? "touche--oui" : ""))),
    h("div", { class: "boutons centre mt" }, button(t("Essayer les lampes"), () => post("/panel/lamps", {}), { key: "lamps" })),
    h("p", { class: "note centre" }, state.simulated ? t("Table simulée : ces boutons sont ceux de la table. Tenir « servi » une seconde dit « rien ne va plus ».")
      : REAL),
  ];
}

// Lamps and pressed keys are painted without a redraw of the keys, because they may change ten times a second.
function paint() {
  for (const node of document.querySelectorAll("[data-lamp]")) node.classList.toggle("lampe--allumee", Boolean(state?.lamps[node.getAttribute("data-lamp") ?? ""]));
  for (const node of document.querySelectorAll(".touche")) node.classList.toggle("touche--bas", Boolean(state?.pressed.includes(node.getAttribute("data-key") ?? "")));
}

watch((view) => {
  draw(byId("boutons"), [Boolean(state), state?.buttons, state?.simulated, view.seats?.map((one) => [one.id, one.name, one.colour, one.left])], () => board(view));
  const pad = speaking(view);
  const asked = view.questions?.[0]?.text ?? t("Aucune partie en cours");
  draw(byId("pupitre"), [pad, asked], () => [pad ? strip(view, pad) : h("section", { class: "pupitre" }, h("p", { class: "pupitre-mots" }, asked))]);
  paint();
});

frame({ tools: () => [toolLink(t("La table"), "retour", "/table")] });
start();
if (current()) redraw();
look();
