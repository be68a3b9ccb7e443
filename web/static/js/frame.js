// Common parts of every page: bar, link state, banners, refusals, and the message of a cut link.

import { byId, h, part } from "./dom.js";
import { button, icon, message } from "./pieces.js";
import { LANGUAGE, n, t, tn } from "./words.js";
import { current, isCut, redraw, watch } from "./live.js";
import { noting } from "./reads.js";
import { answer, page, post, tell } from "./send.js";
import { later } from "./later.js";

const openWhy = later(() => import("./panels/why.js"), "openWhy");
const openNotices = later(() => import("./panels/notices.js"), "openNotices");

const OTHER = { fr: ["en", "English"], en: ["fr", "Français"] };

// Reloads the page in the other language.
export async function speak() {
  const reply = await post("/language", { language: OTHER[LANGUAGE][0] });
  if (reply.ok) location.reload(); else tell({ kind: "refus", text: reply.text });
}

export const otherLanguage = () => OTHER[LANGUAGE][1];

export const languageTool = () => tool(otherLanguage(), "langue", speak, { lang: OTHER[LANGUAGE][0], "data-key": "language" });

/** @param {string} words @param {number} [most] */
const brief = (words, most = 30) => (words.length > most ? `${words.slice(0, most - 1).trimEnd()}…` : words);

/** A button of the bar; a narrow bar shows the text `short` instead of `words`. @param {string} words @param {import("./pieces.js").IconName} name @param {() => unknown} act @param {Props} [more] @param {string} [short] */
export const tool = (words, name, act, more = {}, short = words) =>
  h("button", { class: "lien-barre", "data-key": `tool-${name}`, onclick: act, "aria-label": words, title: words, ...more }, icon(name), h("span", { class: short === words ? "" : "long" }, brief(words)), short === words ? null : h("span", { class: "court" }, short));

/** @param {string} words @param {import("./pieces.js").IconName} name @param {string} href */
export const toolLink = (words, name, href) => h("a", { class: "lien-barre", "data-key": `tool-${name}`, href, "aria-label": words }, icon(name), h("span", null, words));

function link() {
  const cut = isCut();
  byId("direct").className = `direct ${cut ? "direct--coupe" : ""}`;
  byId("direct").ariaLabel = cut ? t("Pas de liaison") : t("En direct"); // a phone has room only for the icon
  return cut ? [icon("coupe"), t("Pas de liaison")] : [icon("direct"), h("span", null, t("En direct"))];
}

const low = matchMedia("(max-height:40rem) and (orientation:landscape)");
low.addEventListener("change", redraw);
/** Whether the page has little height, as on the Raspberry Pi's own screen. */
export const isLow = noting(() => low.matches);

/** Whether there is room for only one notice: on a low page, or with debts unless a correction or notice was just made. @param {View} view */
const tight = (view) => isLow() || Boolean(view.debts?.length && !view.corrected?.who && !view.notice);

/** The notices, most urgent first, each [kind, title, ...text]. @param {View} view */
function notices(view) {
  const list = /** @type {[string, string, ...Kid[]][]} */ ([]);
  if (view.machine?.ending) list.push(["bien", t("Le boîtier s'éteint."), t("Quand sa lumière verte ne clignote plus, vous pouvez débrancher. La partie est au journal.")]);
  else if (isCut()) list.push(["coupe", t("Pas de liaison."), t("La partie est sauve. La page revient seule ; sinon, regardez le boîtier.")]);
  const [said, why] = view.announced.split("\n");
  if (said && view.phase !== "over") list.push(["annonce", "", said, why && h("small", { class: "note" }, " ", why)]);
  const { who, text: corrected } = view.corrected ?? {};
  if (who) list.push(["", t("{who} a corrigé.", { who }), `${corrected}.`]);
  if (view.calling) list.push(["bien", t("L'animateur est appelé."), t("Il le voit sur la page de la salle.")]);
  if (view.notice && page() !== "seat") list.push(["", "", view.notice]);
  if (view.start && view.phase !== "over") list.push(["bien", "", view.start.text]);
  if (view.camera?.trouble) list.push(["", t("L'œil ne voit plus."), t("{trouble} En attendant, touchez les dés ici.", { trouble: view.camera.trouble })]);
  if (view.panel?.trouble) list.push(["", "", view.panel.trouble]);
  for (const text of view.panel?.stuck ?? []) list.push(["", t("Un bouton est coincé."), text]);
  if (view.machine?.trouble) list.push(["", "", view.machine.trouble]);
  if (view.resumed && !view.pause && view.phase !== "over") list.push(["bien", "", view.resumed]);
  for (const one of view.warnings ?? []) list.push(["", "", one.text]);
  for (const one of view.misfits ?? []) list.push(["", t("À revoir :"), t("{fact} ne va plus ({reason}).", { fact: one.text, reason: one.reason })]);
  for (const text of view.banner ?? []) list.push(["", "", text]);
  if (view.simulated) list.splice(tight(view) ? 1 : 0, 0, ["", t("Soirée simulée."), t("Rien ici n'est une vraie partie.")]); // first, or second if only one has room
  return list;
}

/** The first notices, and a button for the others. @param {View} view */
function shown(view) {
  const list = notices(view);
  const few = tight(view) ? 1 : 2;
  const more = list.length - few;
  return [list.slice(0, few).map((one) => message(...one)),
    more > 0 ? button(tn("et un autre avis", "et {n} autres avis", more, { n: more }), () => openNotices(() => notices(current())), { kind: "bouton--avis", key: "notices" }) : null];
}

/**
 * The refusal or warning of the last tap, with "jouer quand même" if the table may overrule it.
 * @param {{ number: number }} view
 */
export function refusal(view) {
  const told = answer();
  const again = told?.again;
  if (!told || told.reason || (told.number !== undefined && told.number !== view.number)) return null;
  return h("div", { class: "refus", role: "alert" },
    message(told.kind, told.title ?? "", told.text, told.words ? h("q", { class: "regle-mots", lang: "fr" }, told.words) : null),
    h("div", { class: "boutons" },
      told.rule ? button(t("Pourquoi ?"), () => openWhy(t("La règle"), [told.text], [told.rule]), { key: "why-refused" }) : null,
      again ? button(t("Jouer quand même"), () => { tell(null); again(); }, { key: "force" }) : null,
      button(t("Compris"), () => tell(null), { key: "dismiss", kind: again ? "" : "bouton--plein" })));
}

/** Why the touched control is not possible; it covers the text in its place, so that nothing moves. @param {{ number: number }} view @param {"h1" | "p"} [tag] */
export function reason(view, tag = "p") {
  const told = answer();
  return told?.reason && told.number === view.number ? h(tag, { class: "raison" }, h("span", { role: "alert" }, told.text)) : null;
}

/** @param {{ tools?: (view: View) => Kid }} [options] */
export function frame({ tools = () => null } = {}) {
  watch((view) => {
    part(byId("direct"), link);
    part(byId("jeu"), () => [view.title, view.target ? t("objectif {amount}", { amount: n(view.target) }) : ""].filter(Boolean).join(" · "));
    part(byId("outils"), () => tools(view));
    part(byId("avis"), () => shown(view));
  });
}
