// The page of the machine: QR codes for phones, Wi-Fi, shutdown.

import { byId, draw, h } from "./dom.js";
import { button, message } from "./pieces.js";
import { fetchJson, redraw, start, watch } from "./live.js";
import { answer, ask } from "./send.js";
import { field, panel, text } from "./dialog.js";
import { frame, refusal, toolLink } from "./frame.js";
import { t } from "./words.js";

/** @type {MachinePage} */
let state; // undefined until fetched

async function look() {
  try {
    state = await fetchJson("/machine.json");
  } catch { /* the watchdog in live.js reports it */ }
  redraw();
}

/** @param {number | null} number @param {string} title @param {string} about @param {string} src @param {string} alt */
function code(number, title, about, src, alt) {
  return h("figure", { class: "code" }, h("figcaption", null, h("b", null, number ? `${number}. ${title}` : title)),
    h("img", { src, alt, width: 220, height: 220 }), h("p", { class: "note" }, about));
}

function codes() {
  const own = state.own;
  return h("section", { class: "carte carte--imprimer" }, h("h2", null, t("Faire venir un téléphone")),
    h("div", { class: "codes" },
      own ? code(1, t("Le Wi-Fi du boîtier"), t("« {name} », mot de passe {password}", own), "/machine/wifi.svg", t("Code du Wi-Fi {name}", own)) : null,
      code(own ? 2 : null, t("La page"), state.figures === state.address ? state.address : t("{address} ou, si le téléphone ne le trouve pas, {figures}", state), "/machine/page.svg", t("Code de la page {address}", state))),
    h("p", { class: "note" }, !own ? t("Le téléphone doit être dans le même Wi-Fi que cette table.")
      : own.open ? t("Lisez d'abord le code du Wi-Fi, puis celui de la page. Si le téléphone dit qu'il n'y a pas d'internet, restez-y quand même.")
        : t("Le boîtier est dans le Wi-Fi de la maison : le code de la page suffit. Ailleurs, il ouvre le sien après une minute ; imprimez cette carte et glissez-la sous le boîtier.")),
    h("div", { class: "boutons mt" }, button(t("Imprimer cette carte"), () => print(), { key: "print" }),
      h("a", { class: "bouton", href: "/connect" }, t("Relier une vidéo, des lampes, une salle"))));
}

/** @param {Network} one */
function network(one) {
  return h("li", null, h("span", null, h("b", null, one.name), h("small", null, one.locked ? t("protégé") : t("ouvert"))),
    button(t("Rejoindre"), () => join(one), { key: `join-${one.name}`, label: t("Rejoindre {name}", one) }));
}

/** @param {Network} one */
function join(one) {
  let password = "";
  panel(t("Rejoindre {name}", one), (_, close) => [
    one.locked ? field(t("Mot de passe du Wi-Fi"), text(password, (value) => { password = value; }, { type: "password", autocomplete: "off", maxlength: 63, "data-key": "password" })) : null,
    state.own?.open ? h("p", { class: "note" }, t("Le Wi-Fi « {own} » se ferme pendant ce temps. Remettez ensuite ce téléphone dans « {name} » et ouvrez {address}", { own: state.own.name, name: one.name, address: state.address })) : null,
    h("div", { class: "boutons boutons--plein" }, button(t("Laisser"), close, { key: "leave" }),
      button(t("Rejoindre"), async () => { close(); if (await ask("/machine/join", { name: one.name, password })) setTimeout(look, 1500); }, { kind: "bouton--plein", key: "sure" })),
  ]);
}

function networks() {
  if (!state.networks.length && !state.joining) return null;
  return h("section", { class: "carte" }, h("h2", null, t("Le Wi-Fi de la maison")),
    state.joining ? message("", "", state.joining) : null,
    h("ul", { class: "soirees" }, state.networks.slice(0, 12).map(network)),
    h("div", { class: "boutons mt" }, button(t("Chercher encore"), look, { key: "again" })));
}

function end() {
  if (!state.off) return null;
  return h("section", { class: "carte" }, h("h2", null, t("Éteindre")),
    h("p", { class: "note" }, t("La partie est déjà au journal : elle reprend où elle en était.")),
    h("div", { class: "boutons mt" }, button(t("Éteindre le boîtier"), () => panel(t("Éteindre le boîtier ?"), (_, close) => [
      h("p", null, t("Les pages perdent la table jusqu'au prochain démarrage.")),
      h("div", { class: "boutons boutons--plein" }, button(t("Laisser"), close, { key: "leave" }),
        button(t("Éteindre"), async () => { close(); await ask("/machine/off", {}); }, { kind: "bouton--danger", key: "sure" })),
    ]), { kind: "bouton--danger", key: "off" })));
}

watch((view) => {
  if (!state) return;
  draw(byId("boitier"), [state, answer()?.text, view.version], () => (view.machine?.ending ? null : [refusal(view), h("div", { class: "deux" }, h("div", { class: "empile" }, codes()), h("div", { class: "empile" }, networks(), end()))]));
});

frame({ tools: (view) => [view.phase === "none" ? toolLink(t("Préparer"), "retour", "/setup") : toolLink(t("La table"), "retour", "/table")] });
start();
look();
