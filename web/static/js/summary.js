// Draws the summary of an evening: the winner, points by throw, choices, moments, ranking.

import { h } from "./dom.js";
import { pawn, pictureOf } from "./pieces.js";
import { accountName, n, t, tn } from "./words.js";
import { crowned, inOrder, standings } from "./winner.js";
import { plots } from "./plot.js";

/** @param {number} seconds */
function lasting(seconds) {
  if (seconds < 60) return t("moins d'une minute");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  return hours ? t("{hours} h {minutes} min", { hours, minutes: String(minutes).padStart(2, "0") }) : t("{minutes} min", { minutes });
}

/** @param {Summary} loaded */
export function head(loaded) {
  const over = loaded.outcome;
  const ranked = inOrder(loaded.seats);
  const first = over ? loaded.seats.filter((one) => over.winners.includes(one.id)) : ranked.slice(0, 1);
  const length = loaded.throws
    ? t("{throws} lancers en {time}.", { throws: n(loaded.throws), time: lasting(loaded.lasted) }) : t("En {time}.", { time: lasting(loaded.lasted) });
  return over ? crowned(first, `${over.why} ${length}`) : crowned(first, length, t("En tête pour l'instant"));
}

/** @param {Summary} loaded */
export function points(loaded) {
  const dice = loaded.curve.unit === "throw";
  const ends = loaded.seats.map((one) => t("{name} finit à {points}", { name: one.name, points: n(one.points) })).join(", ");
  return h("section", { class: "carte" }, h("h2", null, dice ? t("Les points, lancer après lancer") : t("Les points, coup après coup")),
    loaded.curve.at.length < 2 ? h("p", { class: "note" }, t("La courbe commence au premier lancer."))
      : plots({ seats: loaded.seats, at: loaded.curve.at, values: loaded.curve.points, target: loaded.target, words: n,
        spoken: t("Courbe des points : {ends}", { ends }) }));
}

/** @param {Summary} loaded */
export function decisions(loaded) {
  if (!loaded.decisions.length) return null;
  const rows = loaded.seats.map((seat) => ({ seat, all: loaded.decisions.filter((one) => one.seat === seat.id) })).filter(({ all }) => all.length);
  return h("section", { class: "carte" }, h("h2", null, t("Les choix")),
    h("p", { class: "note" }, t("Au 421 et au Black Jack, les chances sont exactes. À droite, ce qu'un choix moins bon que le meilleur coûte en moyenne ; ce n'est pas ce qui fut perdu ce soir.")),
    rows.map(({ seat, all }) => {
      const missed = all.filter((one) => one.cost > 0);
      return h("div", { class: "choix-de-siege" },
        h("p", { class: "chance-qui" }, pawn(seat), h("b", null, tn("{name} : {good} bon choix sur {all}", "{name} : {good} bons choix sur {all}", all.length - missed.length, { name: seat.name, good: n(all.length - missed.length), all: n(all.length) }))),
        missed.length ? h("ul", { class: "faits-lignes" }, missed.map((one) => h("li", null, h("span", null, one.text), h("b", null, `−${n(one.cost)}`)))) : null);
    }));
}

/** @param {string} title @param {Kid} value @param {string} more */
const fact = (title, value, more) => h("div", { class: "fait" }, h("dt", null, title), h("dd", null, value, h("small", null, more)));

/** @param {Summary} loaded */
export function moments(loaded) {
  const { best, pot, feats } = loaded;
  const out = loaded.seats.filter((one) => one.out && !one.left);
  /** @param {number} at */
  const when = (at) => (loaded.throws ? t("lancer {at}", { at: n(at) }) : "");
  const list = [
    best ? fact(t("Plus gros gain"), t("{name}, {amount}", { name: accountName(loaded, best.seat), amount: n(best.amount) }), [best.text, when(best.throw)].filter(Boolean).join(", ")) : null,
    pot ? fact(t("Pot le plus haut"), n(pot.amount), when(pot.throw)) : null,
    ...feats.map((one) => fact(t("Coup rare"), one.text, when(one.throw))),
    out.length ? fact(t("En faillite"), out.map((one) => one.name).join(", "), "") : null,
  ];
  return list.some(Boolean) ? h("section", { class: "carte" }, h("h2", null, t("Moments")), h("dl", { class: "faits" }, list),
    best?.picture ? h("img", { class: "photo photo--moment", src: pictureOf(best.number), alt: t("Photo du plus gros gain"), loading: "lazy" }) : null) : null;
}

/** @param {Summary} loaded */
export function ranking(loaded) {
  return h("section", { class: "carte" }, h("h2", null, t("Le classement")), standings(loaded.seats));
}
