// Asks for the banker's PIN where it is needed; this screen then stays unlocked for a while.

import { h } from "../dom.js";
import { button, message } from "../pieces.js";
import { field, panel, text } from "../dialog.js";
import { fetchJson } from "../live.js";
import { t } from "../words.js";
import { post } from "../send.js";

/** @param {{ pin: string }} state @param {string} label @param {() => unknown} act */
const digits = (state, label, act) => field(label, text(state.pin, (value) => { state.pin = value.replace(/\D/g, "").slice(0, 8); }, {
  type: "password", inputmode: "numeric", maxlength: 8, autocomplete: "off", "data-key": "pin", onkeydown: (event) => { if (event.key === "Enter") act(); },
}));

// Asks until the PIN is right or the panel is closed; resolves to whether the PIN was right.
export function askPin() {
  return new Promise((resolve) => {
    const state = { pin: "", text: "" };
    let given = false;
    const { box } = panel(t("Le code du banquier"), (refresh, close) => {
      const go = async () => {
        const reply = await post("/unlock", { pin: state.pin });
        state.pin = "";
        state.text = reply.text;
        given = Boolean(reply.ok);
        if (given) close(); else refresh();
      };
      return [
        h("p", null, t("Ici, c'est le banquier qui règle, corrige, change les règles et termine. L'écran de la table reçoit son code une fois.")),
        state.text ? h("div", { role: "alert" }, message("", "", state.text)) : null,
        digits(state, t("Son code"), go),
        h("p", { class: "note" }, t("Cet écran s'en souvient une demi-heure. Code oublié : ./servi pin sur la machine.")),
        h("div", { class: "boutons boutons--plein" }, button(t("Laisser"), close, { key: "leave" }), button(t("Ouvrir"), go, { kind: "bouton--plein", key: "open" })),
      ];
    });
    /** @type {HTMLElement | null} */ (box.querySelector("[data-key=pin]"))?.focus();
    box.addEventListener("close", () => resolve(given));
  });
}

// Selects who may decide: everybody, or the banker with a PIN.
export async function openRights() {
  const state = { pin: "", text: "", cafe: false, open: true };
  const load = async () => { Object.assign(state, await fetchJson("/rights.json")); };
  try {
    await load();
  } catch {
    state.text = t("Pas de liaison. Fermez, puis rouvrez ce panneau.");
  }
  panel(t("Qui peut quoi"), (refresh, close) => {
    /** @param {string} path @param {() => object} body */
    const send = (path, body) => async () => {
      const reply = await post(path, body());
      state.pin = "";
      state.text = reply.ok ? "" : reply.text;
      if (reply.code === "PIN_NEEDED") { close(); if (await askPin()) openRights(); return; }
      if (reply.ok) await load();
      refresh();
    };
    const set = send("/pin", () => ({ pin: state.pin || "0" }));
    return [
      h("p", { class: "fort" }, state.cafe ? t("Café : le banquier règle, corrige, change les règles et termine.") : t("Entre nous : chacun règle et corrige, son nom est gardé et les autres le voient.")),
      state.text ? h("div", { role: "alert" }, message("", "", state.text)) : null,
      digits(state, state.cafe ? t("Un autre code (4 à 8 chiffres)") : t("Un code pour le banquier (4 à 8 chiffres)"), set),
      h("div", { class: "boutons boutons--plein" },
        button(state.cafe ? t("Changer le code") : t("Passer en mode café"), set, { key: "set", kind: state.cafe ? "" : "bouton--plein" }),
        state.cafe ? button(t("Revenir à « entre nous »"), send("/pin", () => ({ pin: "" })), { key: "off" }) : null,
        state.cafe && state.open ? button(t("Refermer cet écran"), send("/lock", () => ({})), { key: "lock" }) : null),
      h("p", { class: "note" }, state.cafe ? state.open ? t("Le code a été donné sur cet écran : il n'est pas redemandé pendant une demi-heure.") : t("Cet écran demandera le code.") : t("Un code oublié se remplace sur la machine : ./servi pin")),
    ];
  });
}
