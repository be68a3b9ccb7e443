// The chances to win, throw by throw; the throw that changed them most; the effects of luck and of decisions.

import { h } from "./dom.js";
import { lettered, pawn, pictureOf } from "./pieces.js";
import { n, sentence, signed, t } from "./words.js";
import { plots } from "./plot.js";

/** Why the chances cannot be computed now; undefined if they can. @param {string} state */
export const whyNot = (state) => ({
  playing: t("La chance se compte quand la partie est finie, ou en pause."),
  long: t("Cette partie est trop longue : sa chance ne se compte pas."),
  hidden: t("La chance se compte quand la partie est finie : des cartes sont encore cachées."),
}[state]);

const ROWS = 12; // rows of the table beside the curve

/** @param {number} share */
export const percent = (share) => t("{number} %", { number: n(share) }).replace(" ", "\u00a0");

/** @param {Luck} all @param {SummarySeat[]} seats */
function chances(all, seats) {
  const dice = all.unit === "throw";
  const every = Math.ceil(all.at.length / ROWS);
  const rows = all.at.map((_, i) => i).filter((i) => i % every === 0 || i === all.at.length - 1);
  /** @param {SummarySeat} one */
  const line = (one) => all.chances[one.id];
  const spoken = seats.map((one) => t("{name} commence à {first} et finit à {last}", { name: one.name, first: percent(line(one)[0]), last: percent(line(one).at(-1) ?? 0) })).join(", ");
  return h("section", { class: "carte" }, h("h2", null, dice ? t("Les chances de gagner, lancer après lancer") : t("Les chances de gagner, coup après coup")),
    plots({ seats, at: all.at, values: all.chances, target: 0, words: percent, turning: dice ? all.turning?.throw : -1, spoken: t("Chances de gagner : {ends}", { ends: spoken }) }),
    h("p", { class: "note mt" }, t("Chaque point compte de nombreuses fins de partie imaginées, comme si tous choisissaient au hasard ; il peut se tromper de {error}.", { error: percent(2 * all.error) })),
    h("details", { class: "chiffres mt" }, h("summary", null, t("Les chiffres de la courbe")),
      h("table", { class: "table-chance" }, h("thead", null, h("tr", null, h("th", { scope: "col" }, dice ? t("Lancer") : t("Coup n°")), seats.map((one) => h("th", { scope: "col" }, one.name)))),
        h("tbody", null, rows.map((i) => h("tr", null, h("th", { scope: "row" }, n(all.at[i])), seats.map((one) => h("td", null, percent(line(one)[i])))))))));
}

/** @param {Turning | null} one @param {SummarySeat[]} seats */
function turning(one, seats) {
  if (!one) return null;
  const name = seats.find((seat) => seat.id === one.seat)?.name ?? "";
  const change = t("{name} passe de {before} à {after} de chances de gagner.", { name, before: percent(one.before), after: percent(one.after) });
  return h("section", { class: "carte" }, h("h2", null, one.throw ? t("Le lancer qui a tout changé") : t("Le moment qui a tout changé")),
    h("p", null, one.throw ? t("Lancer {throw} :", { throw: n(one.throw) }) : null, " ", sentence(one.text), " ", h("b", null, change)),
    one.picture ? h("img", { class: "photo photo--moment", src: pictureOf(one.number), alt: t("Photo du lancer qui a tout changé"), loading: "lazy" }) : null);
}

/** @param {SeatLuck} one */
function luckWords(one) {
  if (Math.abs(one.luck) <= 2 * one.error) return t("ni chance, ni malchance");
  return one.luck > 0 ? t("de la chance") : t("pas de chance");
}

/** @param {Luck} all @param {SummarySeat[]} seats */
function sums(all, seats) {
  const rows = [...all.seats].sort((a, b) => b.luck - a.luck);
  const error = Math.max(0, ...rows.map((one) => 2 * one.error));
  return h("section", { class: "carte" }, h("h2", null, t("Qui a eu de la chance ?")),
    h("table", { class: "table-chance table-chance--sommes" },
      h("thead", null, h("tr", null, h("th", { scope: "col" }, t("Joueur")), [t("Au départ"), t("La chance"), t("Les choix"), t("Résultat")].map((text) => h("th", { scope: "col" }, text)))),
      h("tbody", null, rows.map((one) => {
        const seat = seats.find((each) => each.id === one.seat) ?? lettered("");
        return h("tr", null, h("th", { scope: "row" }, h("div", null, pawn(seat), h("span", { class: "chance-qui" }, seat.name, h("small", null, luckWords(one))))),
          h("td", null, n(one.start)), h("td", { class: one.luck < 0 ? "moins" : "plus" }, h("b", null, signed(one.luck))), h("td", null, signed(one.skill)), h("td", null, n(one.result)));
      }))),
    h("p", { class: "note mt" }, t("Départ : les points à espérer avant de jouer. Chance : ce que le hasard a donné ou pris. Choix : ce que les décisions de chacun et des autres ont changé. Les trois ensemble font le résultat. La chance est calculée à {error} points près.", { error: n(error) })));
}

/** The curve and the sums of luck. @param {Luck} found @param {SummarySeat[]} seats */
export const curves = (found, seats) => [chances(found, seats), h("div", { class: "deux" }, sums(found, seats), turning(found.turning, seats))];
