// Teaches dice: each face by camera or photograph; and stand-ins for lost dice.

import { byId, draw, h } from "./dom.js";
import { button, die, icon, message, theme } from "./pieces.js";
import { BICOLOUR, t, tn } from "./words.js";
import { fetchJson, redraw, start, watch } from "./live.js";
import { post } from "./send.js";
import { frame, languageTool, tool } from "./frame.js";
import { panel, select } from "./dialog.js";

const KINDS = { d6: t("Dé ordinaire"), d10: t("Dé à dix faces"), bicolour: t("Dé rouge et noir") };
/** @type {Record<DieKind, (face: string) => string>} */
const PUT = {
  d6: (face) => t("Posez un dé ordinaire sur {face}", { face }),
  d10: (face) => t("Posez le dé à dix faces sur {face}", { face }),
  bicolour: (face) => t("Posez le dé rouge et noir sur {face}", { face }),
};
const REPLACES = { d6: t("un dé ordinaire"), d10: t("le dé à dix faces"), bicolour: t("le dé rouge et noir") };
const USUAL = { d6: ["d10", "d12", "d20", "d8", "d4"], d10: ["d20", "d12", "d6", "d8", "d4"], bicolour: ["d6", "d4", "d8", "d10", "d12", "d20"] };

/** @typedef {TaughtFace & { kind: DieKind }} Face */

/** @type {TaughtDice} */
let known; // undefined until fetched
let wanted = /** @type {{ kind: DieKind, value: FaceValue } | null} */ (null); // the face to show now; null: the first missing one
let told = /** @type {{ kind: string, text: string } | null} */ (null);
let busy = false;
let version = 0; // incremented after each lesson, so that pictures reload

/** @param {string} kind @param {FaceValue} value */
const faceWords = (kind, value) => (kind === "bicolour" ? BICOLOUR[value] ?? value : String(value));
const query = (more = {}) => new URLSearchParams({ box: known.box, ...more });

async function fetchKnown(box = known?.box ?? new URLSearchParams(location.search).get("box") ?? "") {
  try {
    known = await fetchJson(`/dice.json?${new URLSearchParams({ box })}`);
    version += 1;
  } catch { /* the watchdog in live.js reports it */ }
  redraw();
}

const faces = () => known.kinds.flatMap(({ kind, faces: all }) => all.map((one) => ({ kind, ...one })));
const missing = () => faces().find((one) => !one.pictures);

function asked() {
  return faces().find((one) => one.kind === wanted?.kind && one.value === wanted.value) ?? missing() ?? faces()[0];
}

/** @param {Reply} reply @param {Face} face */
async function learnt(reply, face) {
  busy = false;
  told = reply.ok ? { kind: "bien", text: t("{face} : c'est vu.", { face: faceWords(face.kind, face.value) }) } : { kind: "refus", text: reply.text };
  if (reply.ok) {
    const all = faces();
    const i = all.findIndex((one) => one.kind === face.kind && one.value === face.value);
    const next = [...all.slice(i + 1), ...all.slice(0, i)].find((one) => !one.pictures);
    wanted = next ?? null;
  }
  await fetchKnown();
}

async function byCamera() {
  const face = asked();
  busy = true;
  redraw();
  await learnt(await post("/teach", { box: known.box, kind: face.kind, value: face.value }), face);
}

/** @param {Event & { target: HTMLInputElement }} event */
async function byPhotograph(event) {
  const file = event.target.files?.[0];
  if (!file || busy) return;
  const face = asked();
  busy = true;
  redraw();
  let reply;
  try {
    const answer = await fetch(`/teach-photo?${query({ kind: face.kind, value: String(face.value) })}`, { method: "POST", headers: { "Content-Type": file.type || "image/jpeg", "X-Servi-Page": "table" }, body: file, signal: AbortSignal.timeout(60000) });
    reply = await answer.json();
  } catch {
    reply = { ok: false, text: t("Pas de liaison : la photo n'est pas arrivée. Réessayez.") };
  }
  await learnt(reply, face);
}

function lesson() {
  const face = asked();
  const words = faceWords(face.kind, face.value);
  const able = known.camera || known.photographs;
  return h("section", { class: "question lecon-question" },
    h("div", { class: "attendus" }, die(face)),
    h("div", { class: "question-mots" }, h("h2", null, PUT[face.kind](words)),
      h("p", null, able ? t("Le dé seul, cette face en haut, immobile. Une photo par face suffit.") : t("Rien ici ne lit d'images : cette table se joue en touchant les dés.")),
      told ? message(told.kind, "", told.text) : null,
      h("div", { class: "boutons mt" },
        known.camera ? button(busy ? t("Un instant…") : t("C'est posé"), byCamera, { kind: "bouton--plein", key: "camera", disabled: busy }) : null,
        known.photographs ? h("label", { class: `bouton fichier ${known.camera ? "" : "bouton--plein"}` }, icon("photo"), busy ? t("Un instant…") : t("Photographier"), h("input", { type: "file", class: "lu", accept: "image/*", capture: "environment", "aria-label": t("Photographier cette face"), disabled: busy, onchange: byPhotograph })) : null)));
}

/** @param {Face} face */
const pictured = (face) => h("img", { class: "photo", src: `/face.jpg?${query({ kind: face.kind, value: String(face.value), v: String(version) })}`, alt: t("photo de cette face"), width: 104, height: 104 });

/** @param {Face} face */
function faceTile(face) {
  const words = faceWords(face.kind, face.value);
  const here = asked() === face || (asked().kind === face.kind && asked().value === face.value);
  const about = face.pictures ? tn("{count} photo", "{count} photos", face.pictures, { count: face.pictures }) : t("à montrer");
  return h("div", { class: `lecon ${here ? "lecon--ici" : ""}` },
    h("button", { class: "lecon-face", "data-key": `face-${face.kind}-${face.value}`, "aria-pressed": String(here), "aria-label": t("{face}, {about}", { face: words, about }), onclick: () => { wanted = face; told = null; redraw(); } },
      h("span", { class: "lecture" }, face.pictures ? pictured(face) : null, die(face)), h("span", null, t("{face}, {about}", { face: words, about }))),
    face.pictures ? button(t("Oublier"), () => forget({ kind: face.kind, value: face.value }), { key: `forget-${face.kind}-${face.value}`, kind: "bouton--sobre", label: t("Oublier {face}", { face: words }) }) : null);
}

/** @param {Partial<{ kind: string, value: FaceValue }>} which */
async function forget(which) {
  const reply = await post("/forget-dice", { box: known.box, ...which });
  told = reply.ok ? null : { kind: "refus", text: reply.text };
  await fetchKnown();
}

/** @param {TaughtKind} options */
function kindCard({ kind, faces: all }) {
  const seen = all.filter((one) => one.pictures).length;
  return h("section", { class: "carte" }, h("div", { class: "kind-tete" }, h("h2", null, KINDS[kind]), h("p", { class: "note" }, t("{seen} sur {all}", { seen, all: all.length }))),
    h("div", { class: "lecons" }, all.map((one) => faceTile({ kind, ...one }))));
}

function boxes() {
  const names = known.boxes.includes(known.box) ? known.boxes : [known.box, ...known.boxes];
  return h("section", { class: "carte dice-tete" },
    h("label", { class: "champ-texte" }, h("span", null, t("Les dés de la boîte")), select(names.map((one) => [one, one === "exemple" ? t("L'exemple") : one]), known.box, (next) => { wanted = null; told = null; history.replaceState(null, "", `/dice?box=${encodeURIComponent(next)}`); fetchKnown(next); }, "box")),
    h("p", { class: "note" }, t("{seen} faces apprises sur {all}. Les photos restent sur cette machine.", { seen: faces().filter((one) => one.pictures).length, all: faces().length })),
    faces().some((one) => one.pictures) || known.stand_ins.length ? button(t("Tout oublier"), () => panel(t("Oublier les dés de cette boîte ?"), (_, close) => [
      h("p", null, t("Les faces apprises et les remplaçants disparaissent. Les dés ordinaires se lisent toujours.")),
      h("div", { class: "boutons boutons--plein" }, button(t("Laisser"), close, { key: "leave" }), button(t("Tout oublier"), () => { close(); forget({}); }, { kind: "bouton--danger", key: "sure" }))]), { key: "forget-all", kind: "bouton--sobre" }) : null);
}

// --- stand-ins -----------------------------------------------------------------------------------------------------

/** @param {DieKind} kind */
const values = (kind) => known.kinds.find((one) => one.kind === kind)?.faces.map((one) => one.value) ?? [];

/** @param {DieKind} kind @param {string} which @param {Record<string, FaceValue> | null} [meaning] */
async function replace(kind, which, meaning = null) {
  const reply = await post("/stand-in", { box: known.box, kind, die: which, ...(meaning ? { faces: meaning } : {}) });
  told = reply.ok ? null : { kind: "refus", text: reply.text };
  await fetchKnown();
}

/** @param {StandIn} one */
function meanings(one) {
  const draft = { ...one.faces };
  panel(t("Ce que dit chaque face"), (_, close) => [
    h("p", { class: "note" }, t("Un {die} est lancé à la place : dites ce que vaut chacune de ses faces.", { die: one.die })),
    h("div", { class: "sens" }, facesInOrder(one).map((face) => h("label", { class: "champ-texte" }, h("span", null, t("Face {face}", { face })),
      select(values(one.kind).map((value) => [String(value), faceWords(one.kind, value)]), String(draft[face]), (value) => { draft[face] = one.kind === "bicolour" ? value : Number(value); }, `sens-${face}`)))),
    h("div", { class: "boutons boutons--plein" }, button(t("Laisser"), close, { key: "leave" }), button(t("C'est cela"), () => { close(); replace(one.kind, one.die, draft); }, { kind: "bouton--plein", key: "sure" }))], { wide: true });
}

/** @param {TaughtKind} options */
function replacing({ kind }) {
  const one = known.stand_ins.find((each) => each.kind === kind);
  return h("li", { class: "remplace" },
    h("h3", null, KINDS[kind]),
    one ? [h("p", null, t("Un {die} le remplace : {meaning}", { die: one.die, meaning: brief(one) })),
      one.warning ? message("", "", one.warning) : null,
      h("div", { class: "boutons boutons--petits" }, button(t("Changer le sens des faces"), () => meanings(one), { key: `meaning-${kind}` }), button(t("Le vrai dé est là"), async () => { await post("/forget-stand-in", { box: known.box, kind }); await fetchKnown(); }, { key: `real-${kind}`, label: t("Le vrai dé est là : {die}", { die: REPLACES[kind] }) }))]
      : [h("p", { class: "note" }, t("Il est là. S'il manque, un autre dé le remplace :")),
        h("div", { class: "boutons boutons--petits", role: "group", "aria-label": t("Remplacer {die} par", { die: REPLACES[kind] }) }, USUAL[kind].map((which) => button(which, () => replace(kind, which), { key: `${kind}-${which}`, label: t("Remplacer {die} par un {other}", { die: REPLACES[kind], other: which }) })))]);
}

/** @param {StandIn} one */
const facesInOrder = (one) => Object.keys(one.faces).sort((a, b) => Number(a) - Number(b));

/** The meanings of the first three faces, as an example. @param {StandIn} one */
const brief = (one) => facesInOrder(one).slice(0, 3).map((face) => `${face} → ${faceWords(one.kind, one.faces[face])}`).join(", ") + (Object.keys(one.faces).length > 3 ? "…" : "");

function standIns() {
  return h("section", { class: "carte" }, h("h2", null, t("Un dé manque ?")),
    h("p", { class: "note" }, t("Un autre dé le remplace ce soir et les suivants. Servi dit ce que valent ses faces, et si les chances restent égales.")),
    h("ul", { class: "remplacants" }, known.kinds.map(replacing)));
}

watch(() => {
  if (!known) return;
  draw(byId("des"), [known, wanted, told, busy], () => [boxes(), lesson(), known.kinds.map(kindCard), standIns()]);
});

frame({ tools: () => [languageTool(), tool(t("Tapis ou jour"), "theme", theme, { class: "lien-barre lien-theme" })] });
start();
fetchKnown();
