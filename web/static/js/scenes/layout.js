// The cards on the table with their builds, and each seat's numbers of captured and held cards.

import { h } from "../dom.js";
import { card } from "../cards.js";
import { pawn } from "../pieces.js";
import { n, t, tn } from "../words.js";

/** @param {TableView} view @param {TableScene} scene */
function piles(view, scene) {
  const { piles: taken, hands, sweeps, deal, deals, last_capturer: last, dealer } = scene;
  return h("div", { class: "plis" }, h("p", { class: "note" }, t("Donne {deal} sur {deals}", { deal: n(deal), deals: n(deals) })),
    h("ul", null, view.seats.filter((one) => one.id in taken).map((one) => h("li", null, pawn(one),
      h("span", null, [tn("{taken} carte prise", "{taken} cartes prises", taken[one.id], { taken: n(taken[one.id]) }), t("{held} en main", { held: n(hands[one.id] ?? 0) }), sweeps[one.id] ? tn("{sweeps} balayage", "{sweeps} balayages", sweeps[one.id], { sweeps: n(sweeps[one.id]) }) : "",
        one.id === last ? t("dernière prise") : "", one.id === dealer ? t("donne") : ""].filter(Boolean).join(", "))))));
}

/** @param {TableView} view @param {TableScene} scene */
export function table(view, scene) {
  const { table: loose, builds } = scene;
  return h("div", { class: "scene-bloc", tabindex: 0 }, h("div", { class: "cartes-table cartes-table--vue", role: "group", "aria-label": t("Les cartes de la table") },
    builds.map((one) => h("div", { class: "construction" }, h("b", null, n(one.value)), h("span", { class: "eventail" }, one.cards.map((name) => card(view, name))),
      h("small", null, one.multiple ? t("multiple, {name}", { name: view.seats.find((seat) => seat.id === one.owner)?.name ?? "" }) : view.seats.find((seat) => seat.id === one.owner)?.name ?? ""))),
    loose.map((name) => card(view, name)),
    loose.length || builds.length ? null : h("p", { class: "note" }, t("La table est vide."))), piles(view, scene));
}
