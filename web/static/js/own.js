// Draws the player's own hand, only on its seat's page: the cards and their value.

import { h } from "./dom.js";
import { button } from "./pieces.js";
import { back, card, row, spoken } from "./cards.js";
import { cover, isCovered, ownSecrets } from "./live.js";
import { t } from "./words.js";

function held() {
  const { hidden, open, hand } = ownSecrets();
  const names = hand ?? (open ? [hidden, ...open] : []);
  return names.some(Boolean) ? names : [];
}

/** @param {TableView} view @param {string | null | undefined} one */
const name = (view, one) => (one ? spoken(view, one) : t("carte non dite"));

/** The hand in words, for screen readers; nothing while it is covered. @param {TableView} view */
export function handWords(view) {
  const names = isCovered() ? [] : held();
  if (!names.length) return "";
  return [t("Votre main : {cards}", { cards: names.map((one) => name(view, one)).join(", ") }), ownSecrets().text].filter(Boolean).join(". ");
}

/** @param {TableView} view @param {boolean} [below] whether the question below shows the cards too */
export function hand(view, below = false) {
  const names = held();
  if (!names.length) return null;
  const { open, text } = ownSecrets();
  const shut = isCovered();
  /** @param {string | null | undefined} one @param {number} i */
  const face = (one, i) => (shut || !one ? back(one ? t("carte cachée") : t("carte non dite")) : h("span", { class: open && !i ? "carte-secrete" : "" }, card(view, one)));
  return h("section", { class: "carte ma-main", "aria-label": t("Ma main, pour moi seul") },
    h("div", { class: "main-tete" }, h("h2", null, t("Ma main")), text && !shut ? h("b", { class: "main-total" }, text) : null,
      button(shut ? t("Voir ma main") : t("Couvrir"), cover, { key: "cover", pressed: shut })),
    below && !shut ? null : row(names.map(face)));
}
