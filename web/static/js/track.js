// The page of the dice track: the camera's picture, its four corners (found, touched or dragged), the empty track, the light.

import { byId, draw, find, h, s } from "./dom.js";
import { button, icon, message, theme } from "./pieces.js";
import { t } from "./words.js";
import { fetchJson, redraw, start, watch } from "./live.js";
import { post } from "./send.js";
import { frame, languageTool, tool } from "./frame.js";
import { panel } from "./dialog.js";

const PARTS = 10000;
const AGAIN = 700; // ms between two pictures
const RETRY = 4000;
const STEP = 40; // movement by an arrow key, of PARTS

/** @type {Record<string, Point>} */
const KEYS = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] };

const NAMES = [[t("en haut à gauche"), t("en haut à droite")], [t("en bas à gauche"), t("en bas à droite")]];

/** Where a corner lies in the picture. @param {Point} corner */
function where([x, y]) {
  const [right, down] = [0, 1].map((at) => known.corners.reduce((sum, one) => sum + one[at] / 4, 0));
  return NAMES[Number(y > down)][Number(x > right)];
}

/** @type {TrackKnown} */
let known; // undefined until fetched
let touched = /** @type {Point[] | null} */ (null); // the corners being touched in order; null: not in that mode
let moved = /** @type {Point[] | null} */ (null); // corners being dragged, not sent yet
let told = /** @type {{ kind: string, text: string } | null} */ (null);
let taught = ""; // the refusal of the learning switch or of "forget"
let own = { on: false, width: "400", height: "300" };

const SIZES = /** @type {["width" | "height", string][]} */ ([["width", t("Largeur, en mm")], ["height", t("Hauteur, en mm")]]);

async function fetchKnown() {
  try {
    known = await fetchJson("/track.json");
  } catch { /* the watchdog in live.js reports it */ }
  redraw();
}

/** @param {string} path @param {object} [body] @param {string | null} [good] */
async function change(path, body = {}, good = null) {
  const reply = await post(path, body);
  told = reply.ok ? (good ? { kind: "bien", text: good } : null) : { kind: "refus", text: reply.text };
  if (reply.ok) { touched = null; moved = null; }
  await fetchKnown();
}

const sides = () => (own.on ? { width: Number(own.width) || 0, height: Number(own.height) || 0 } : {});

/** @param {Point[]} corners @param {object} [how] */
const send = (corners, how = sides()) => change("/track/corners", { corners, ...how },
  t("Les coins sont pris. Glissez-les s'ils ne sont pas justes, puis montrez la piste vide."));

// The picture is reloaded while the page is visible; a lost camera is retried.
const picture = h("img", { alt: t("Image de la caméra"), class: "piste-image" });
let taken = 0;
let timer = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined);

/** @param {() => unknown} act @param {number} pause */
const soon = (act, pause) => { clearTimeout(timer); timer = setTimeout(act, pause); };
const again = async () => { await fetchKnown(); look(); };

function look() {
  if (document.hidden) return;
  if (!known || known.trouble) { soon(again, RETRY); return; }
  taken += 1;
  picture.src = `/track.jpg?${taken}`;
}

picture.addEventListener("load", () => soon(look, AGAIN));
picture.addEventListener("error", () => soon(again, AGAIN));

const width = () => known.width ?? 16;
const height = () => known.height ?? 9;
/** @param {Point} corner @returns {Point} */
const inPicture = ([x, y]) => [x / PARTS * width(), y / PARTS * height()];

/** @param {MouseEvent} event @returns {Point} */
function place(event) {
  const box = byId("coins").getBoundingClientRect();
  /** @param {number} value */
  const part = (value) => Math.round(Math.max(0, Math.min(1, value)) * PARTS);
  return [part((event.clientX - box.left) / box.width), part((event.clientY - box.top) / box.height)];
}

/** @param {MouseEvent} event */
function tap(event) {
  if (touched === null) return;
  touched = [...touched, place(event)];
  if (touched.length === 4) send(touched); else redraw();
}

/** @param {Point} corner @param {number} i */
function handle(corner, i) {
  const size = width() / 32;
  const [x, y] = inPicture(corner);
  /** @param {Point} where */
  const put = (where) => { moved = (moved ?? known.corners).map((one, j) => (j === i ? where : one)); shift(moved); };
  /** @param {number} part */
  const inside = (part) => Math.max(0, Math.min(PARTS, part));
  return s("g", {
    class: "coin", tabindex: 0, role: "button", "data-key": `corner-${i}`, "aria-label": t("Coin {where} : glisser, ou flèches puis Entrée", { where: where(known.corners[i]) }),
    onpointerdown: (event) => { event.target.setPointerCapture(event.pointerId); event.preventDefault(); },
    onpointermove: (event) => { if (event.target.hasPointerCapture(event.pointerId)) put(place(event)); },
    onpointerup: () => { if (moved) send(moved, { moved: true }); },
    onkeydown: (event) => {
      if (event.key === "Enter" && moved) { send(moved, { moved: true }); return; }
      const way = KEYS[event.key];
      if (!way) return;
      event.preventDefault();
      const [cx, cy] = (moved ?? known.corners)[i];
      put([inside(cx + way[0]), inside(cy + way[1])]);
    },
  }, s("circle", { class: "coin-prise", cx: x, cy: y, r: width() / 16 }), s("circle", { class: "coin-rond", cx: x, cy: y, r: size }), s("circle", { class: "coin-point", cx: x, cy: y, r: size / 5 }));
}

/** @param {Point[]} corners */
const outline = (corners) => corners.map((one) => inPicture(one).join(",")).join(" ");

/** Moves the drawing without replacing the handle under the finger. @param {Point[]} corners */
function shift(corners) {
  find("#cadre")?.setAttribute("points", outline(corners));
  document.querySelectorAll(".coin").forEach((group, i) => {
    const [x, y] = inPicture(corners[i]);
    for (const circle of group.children) { circle.setAttribute("cx", String(x)); circle.setAttribute("cy", String(y)); }
  });
}

function drawing() {
  const corners = known.corners;
  const asked = touched ?? [];
  return s("svg", { id: "coins", class: touched === null ? "" : "coins--toucher", viewBox: `0 0 ${width()} ${height()}`, preserveAspectRatio: "none", onclick: tap },
    touched === null && corners.length ? [s("polygon", { id: "cadre", class: "cadre cadre--choisi", points: outline(corners) }), corners.map(handle)]
      : asked.map((one) => { const [cx, cy] = inPicture(one); return s("circle", { class: "coin-rond", cx, cy, r: width() / 40 }); }));
}

function advice() {
  if (touched !== null) return t("Touchez les quatre coins dans l'image, l'un après l'autre ({count} sur 4).", { count: touched.length });
  if (known.how === "none") return t("La piste n'est pas encore connue : toute l'image est lue. Posez la feuille imprimée, puis « Trouver les coins ».");
  if (!known.empty) return t("La piste est trouvée. Enlevez dés et mains, puis « La piste est vide ».");
  return t("Tout est en place : l'œil sait où sont les dés.");
}

function camera() {
  return h("div", { class: "empile" },
    h("div", { class: `piste piste--camera ${height() > width() ? "piste--debout" : ""}` }, picture, drawing()),
    h("p", { class: "conseil", role: "status" }, advice()),
    told ? message(told.kind, "", told.text) : null,
    h("div", { class: "boutons boutons--plein" },
      button(t("Trouver les coins"), () => change("/track/find", {}, t("Les quatre repères sont trouvés.")), { key: "find", kind: known.how === "none" && touched === null ? "bouton--plein" : "" }),
      touched === null ? button(t("Les toucher moi-même"), () => { touched = []; told = null; redraw(); }, { key: "touch" })
        : button(t("Laisser"), () => { touched = null; redraw(); }, { key: "leave" }),
      known.how === "none" && touched === null ? button(t("Tourner l'image"), () => change("/track/turn"), { key: "turn" }) : null,
      button(t("La piste est vide"), () => change("/track/empty", {}, t("La piste vide est retenue.")), { key: "empty", kind: known.how !== "none" && !known.empty ? "bouton--plein" : "", why: known.how === "none" && t("Trouvez d'abord les coins.") })),
    touched === null ? null : h("div", { class: "deux-champs" },
      h("label", { class: "radio" }, h("input", { type: "checkbox", checked: own.on, "data-key": "own", onchange: (event) => { own.on = event.target.checked; redraw(); } }), t("ma propre piste, sans la feuille imprimée")),
      own.on ? SIZES.map(([key, words]) => h("label", { class: "champ-texte" }, h("span", null, words),
        h("input", { class: "saisie", inputmode: "numeric", maxlength: 4, value: own[key], "data-key": key, oninput: (event) => { own[key] = event.target.value.trim(); } }))) : null));
}

function nothing() {
  return h("div", { class: "empile" },
    h("div", { class: "vide" }, icon("photo"), h("h2", null, t("Pas d'image")), h("p", null, known.trouble)),
    h("p", null, t("Sans caméra tout se joue aussi : touchez les dés sur la page, ou photographiez-les avec un téléphone.")),
    h("div", { class: "boutons" }, button(t("Regarder de nouveau"), again, { key: "again", kind: "bouton--plein" })));
}

function light() {
  const list = known.light ?? [];
  return h("section", { class: "carte empile" }, h("h2", null, t("La lumière")),
    known.changed ? message("", t("Quelque chose a bougé."), known.changed) : null,
    list.map((words) => message("", "", words)),
    known.trouble ? h("p", { class: "note" }, t("Elle se juge dès que la caméra donne une image."))
      : !known.empty ? h("p", { class: "note" }, t("Elle se juge quand la piste vide est montrée."))
        : list.length || known.changed ? null : message("bien", "", t("La lumière est bonne.")),
    h("ul", { class: "liste-simple note" }, [t("Une lampe de côté vaut mieux qu'une lampe au-dessus : moins de reflets."), t("La caméra regarde d'en haut, la piste remplit l'image."), t("Si elle regarde de biais, ce qui est le plus loin d'elle est en haut de l'image."), t("Un fond uni et mat se lit mieux qu'une nappe.")].map((words) => h("li", null, words))));
}

function sheet() {
  return h("section", { class: "carte empile" }, h("h2", null, t("La feuille de piste")),
    h("div", { class: "feuille" }, h("img", { src: "/static/sheets/track-a4.svg", alt: t("La feuille : quatre repères noirs, la place des dés, la bande des dés gardés"), width: 297, height: 210 }),
      h("div", { class: "empile" }, h("p", null, t("Imprimez-la à 100 %, à plat sous la caméra. Ses quatre carrés noirs disent à l'œil où est la piste, et sa taille.")),
        h("div", { class: "boutons" }, h("a", { class: "bouton", href: "/static/sheets/track-a4.pdf", target: "_blank" }, t("Imprimer en A4")), h("a", { class: "bouton", href: "/static/sheets/track-a3.pdf", target: "_blank" }, t("Imprimer en A3"))))));
}

function mistaken() {
  if (known.trouble) return null;
  return h("section", { class: "carte empile" }, h("h2", null, t("L'œil s'est trompé")),
    h("p", { class: "note" }, t("Un fichier garde les trente dernières secondes de la caméra, toute l'image, et ce que l'œil en a pensé. Rien ne part d'ici : c'est vous qui l'envoyez.")),
    h("div", { class: "boutons" }, h("a", { class: "bouton", href: "/track/recording", download: "oeil.zip", "data-key": "recording" }, t("Garder ce que l'œil a vu"))));
}

/** @param {string} path @param {object} [body] */
async function learn(path, body = {}) {
  const reply = await post(path, body);
  taught = reply.ok ? "" : reply.text;
  await fetchKnown();
}

function learning() {
  const { possible, on, dice, told: words } = known.learnt;
  if (!possible) return null;
  return h("section", { class: "carte empile" }, h("h2", null, t("L'œil apprend en jouant")),
    h("label", { class: "radio" }, h("input", { type: "checkbox", role: "switch", checked: on, "data-key": "learn", "aria-label": t("L'œil apprend en jouant"), onchange: (event) => learn("/track/learn", { on: event.target.checked }) }), on ? t("oui") : t("non")),
    h("p", { role: "status" }, words),
    taught ? message("refus", "", taught) : null,
    h("p", { class: "note" }, t("Chaque lancer accepté ou corrigé lui montre vos dés sous cette caméra. Il ne s'en sert que s'il lit mieux ainsi, et rien ne part d'ici.")),
    dice ? h("div", { class: "boutons" }, button(t("Oublier ce qu'il a appris"), () => panel(t("Oublier ce que l'œil a appris ?"), (_, close) => [
      h("p", null, t("Les images des dés de cette boîte s'effacent, et l'œil les lit comme au premier jour.")),
      h("div", { class: "boutons boutons--plein" }, button(t("Laisser"), close, { key: "leave" }), button(t("Oublier"), () => { close(); learn("/track/unlearn"); }, { kind: "bouton--danger", key: "sure" }))]), { key: "unlearn" })) : null);
}

function forgetting() {
  if (known.how === "none") return null;
  return h("section", { class: "carte empile" }, h("h2", null, t("Recommencer")), h("p", { class: "note" }, t("La caméra a changé de place, ou la feuille : oubliez la piste, puis montrez-la de nouveau.")),
    h("div", { class: "boutons" }, button(t("Oublier la piste"), () => panel(t("Oublier la piste ?"), (_, close) => [
      h("p", null, t("Toute l'image est lue de nouveau, jusqu'à ce que la piste soit montrée.")),
      h("div", { class: "boutons boutons--plein" }, button(t("Laisser"), close, { key: "leave" }), button(t("Oublier"), () => { close(); change("/track/forget"); }, { kind: "bouton--danger", key: "sure" }))]), { key: "forget" })));
}

watch(() => {
  if (!known) return;
  draw(byId("piste"), [known, touched, told, taught, own.on], () => h("div", { class: "deux deux--boite" }, known.trouble ? nothing() : camera(), h("div", { class: "empile" }, light(), sheet(), learning(), mistaken(), forgetting())));
});

document.addEventListener("visibilitychange", () => { if (!document.hidden) look(); });
frame({ tools: () => [languageTool(), tool(t("Tapis ou jour"), "theme", theme, { class: "lien-barre lien-theme" })] });
start();
fetchKnown().then(look);
