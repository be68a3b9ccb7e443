// The file of an evening: its replay, moment by moment, and its figures. It sends no request and needs no table.

import "./scenes/value.js";
import "./scenes/layout.js";
import "./scenes/hand.js";
import "./scenes/sheet.js";
import "./scenes/turn.js";
import { byId, draw, h, nodes } from "./dom.js";
import { button, pictureOf, theme } from "./pieces.js";
import { hour, n, t } from "./words.js";
import { stand, watch } from "./live.js";
import { moment } from "./moment.js";
import { decisions, head, moments, points } from "./summary.js";
import { curves, whyNot } from "./chances.js";

const PACE = 1600; // milliseconds that each moment stays during playback

/** @type {Replay} */
const { first, changes, steps, summary, luck } = JSON.parse(byId("donnees").textContent ?? "");

/** The value after a change `by`, which is `[new]` or the changes of the value's parts. @param {any} old @param {any} by */
function changed(old, by) {
  if (Array.isArray(by)) return by[0];
  const fresh = Array.isArray(old) ? [...old] : { ...old };
  for (const key in by) fresh[key] = changed(old[key], by[key]);
  return fresh;
}

const views = [first];
for (const by of changes) views.push(changed(views[views.length - 1], by));

const last = views.length - 1;
let at = last;
let timer = 0;
const place = h("input", { type: "range", min: 0, max: last, value: at, "aria-label": t("Le moment de la partie"), oninput: (event) => go(Number(event.target.value)) });

/** @param {number} to */
function go(to, stays = false) {
  if (!stays) stop();
  at = Math.min(last, Math.max(0, to));
  stand(views[at]);
}

/** The nearest throw before or after this moment, otherwise the first or last moment. @param {1 | -1} way */
function throwFrom(way) {
  let to = at + way;
  while (to > 0 && to < last && !steps[to].throw) to += way;
  return to;
}

function stop() {
  clearInterval(timer);
  timer = 0;
}

function play() {
  if (timer) return go(at);
  if (at === last) go(0);
  timer = setInterval(() => { go(at + 1, true); if (at === last) go(at); }, PACE);
  go(at, true);
}

function gestures() {
  const [first, end] = [!at && t("La soirée commence ici."), at === last && t("Rien n'est venu après.")];
  return [
    button("|←", () => go(throwFrom(-1)), { key: "throw-before", label: t("Le lancer d'avant"), why: first }),
    button("←", () => go(at - 1), { key: "before", label: t("Le moment d'avant"), why: first }),
    button(timer ? t("Arrêter") : t("Dérouler"), play, { key: "play", kind: "bouton--plein" }),
    button("→", () => go(at + 1), { key: "after", label: t("Le moment d'après"), why: end }),
    button("→|", () => go(throwFrom(1)), { key: "throw-after", label: t("Le lancer d'après"), why: end })];
}

/** @param {number} to */
function see(to) {
  go(to);
  byId("vue").scrollIntoView({ block: "start" });
}

/** The win-chance curve, or the reason why it is not in this file. */
const chances = () => (luck.state === "done" ? curves(luck, summary.seats)
  : h("section", { class: "carte" }, h("h2", null, t("Les chances de gagner")),
    h("p", { class: "note" }, whyNot(luck.state) ?? t("Elles n'étaient pas encore comptées quand ce fichier a été fait. Au bilan de la soirée, « Compter la chance », puis refaire le fichier."))));

watch((view) => {
  const { text, at: when } = steps[at];
  place.value = String(at);
  place.setAttribute("aria-valuetext", text);
  draw(byId("gestes"), [at, timer], gestures);
  byId("dit").replaceChildren(...nodes([h("small", null, t("{time} · moment {at} sur {all}", { time: hour(when), at: n(at + 1), all: n(last + 1) })), text]));
  byId("moment").replaceChildren(...nodes(moment(view)));
  document.documentElement.dataset.moment = String(view.number);
});

byId("lieu").replaceChildren(place);
byId("outils").replaceChildren(
  button(t("Tapis ou jour"), theme, { key: "theme" }), button(t("Imprimer"), () => window.print(), { key: "print" }));
byId("tete").replaceChildren(head(summary));
byId("bilan").replaceChildren(...nodes([points(summary), chances(), decisions(summary), document.querySelector(".grands") ? null : moments(summary)]));
for (const image of document.querySelectorAll("img[data-photo]")) image.setAttribute("src", pictureOf(Number(/** @type {HTMLElement} */ (image).dataset.photo)));
for (const line of document.querySelectorAll("li[data-number]")) {
  const number = Number(/** @type {HTMLElement} */ (line).dataset.number);
  line.append(button(t("Voir"), () => see(number - 1), { kind: "bouton--sobre", label: t("Voir la table après : {fact}", { fact: steps[number - 1].text }) }));
}
document.addEventListener("keydown", (event) => {
  if (event.target === place || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === "ArrowLeft") go(at - 1);
  if (event.key === "ArrowRight") go(at + 1);
});
byId("vue").hidden = false;
go(last);
