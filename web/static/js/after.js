// The summary page: the winner, points by throw, luck, and the sentence about the dice.

import { byId, draw, h, s } from "./dom.js";
import { BANK, button, pawn } from "./pieces.js";
import { accountName, n, signed, t } from "./words.js";
import { redraw, start, watch } from "./live.js";
import { answer } from "./send.js";
import { frame, languageTool, refusal, theme, tool, toolLink } from "./frame.js";
import { rematch } from "./rematch.js";

/** @type {Summary} */
let loaded; // undefined until fetched
let asked = /** @type {number | null} */ (null); // the number of the view whose figures are shown

/** @param {View} view */
async function load(view) {
  if (asked === view.number && loaded) return;
  asked = view.number;
  try {
    loaded = await (await fetch("/after.json")).json();
    redraw();
  } catch {
    asked = null; // the watchdog reports it; the next view retries
  }
}

/** @param {Account} id */
const name = (id) => accountName(loaded, id);

/** @param {number} seconds */
function lasting(seconds) {
  if (seconds < 60) return t("moins d'une minute");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  return hours ? t("{hours} h {minutes} min", { hours, minutes: String(minutes).padStart(2, "0") }) : t("{minutes} min", { minutes });
}

function head() {
  const over = loaded.outcome;
  const ranked = loaded.seats.filter((one) => !one.left).sort((a, b) => b.points - a.points);
  const first = loaded.seats.find((one) => one.id === over?.winner) ?? ranked[0];
  const length = loaded.throws
    ? t("{throws} lancers en {time}.", { throws: n(loaded.throws), time: lasting(loaded.lasted) }) : t("En {time}.", { time: lasting(loaded.lasted) });
  return h("section", { class: "gagnant" }, pawn(first), h("div", null,
    h("p", { class: "petit-titre" }, over ? t("A gagné la partie") : t("En tête pour l'instant")),
    h("h1", null, first.name), h("p", null, over ? `${over.text} ${length}` : length)),
  h("p", { class: "score" }, n(first.points)));
}

/** Returns at most five round axis values from low to high. @param {number} low @param {number} high */
function steps(low, high) {
  const raw = Math.max(1, (high - low) / 4);
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = Math.max(1, [1, 2, 2.5, 5, 10].map((k) => k * power).find((k) => k >= raw) ?? raw);
  const list = [];
  for (let y = Math.floor(low / step) * step; y < high + step; y += step) list.push(y);
  return list;
}

/**
 * Spreads labels in order, without overlap.
 * @param {{ y: number, label: number }[]} ends
 * @param {number} gap
 * @param {number} top
 * @param {number} bottom
 */
function spread(ends, gap, top, bottom) {
  const rows = [...ends].sort((a, b) => a.y - b.y);
  let from = top;
  for (const row of rows) { row.label = Math.max(row.y, from); from = row.label + gap; }
  let until = bottom;
  for (const row of rows.reverse()) { row.label = Math.min(row.label, until); until = row.label - gap; }
}

/** @param {{ width: number, height: number, left: number, right: number, gap: number, kind: string }} options */
function curve({ width, height, left, right, gap, kind }) {
  const { at: xs, points } = loaded.curve;
  const rows = loaded.seats.map((seat) => ({ seat, values: points[seat.id], y: 0, label: 0 }));
  const all = rows.flatMap((row) => row.values);
  const marks = steps(Math.min(0, ...all), Math.max(loaded.target || 0, ...all));
  const [low, high] = [marks[0], marks[marks.length - 1]];
  const last = Math.max(1, ...xs);
  /** @param {number} value */
  const x = (value) => left + (value / last) * (width - left - right);
  /** @param {number} value */
  const y = (value) => 16 + (1 - (value - low) / (high - low || 1)) * (height - 60);
  /** @param {number} value */
  const round = (value) => Math.round(value * 10) / 10;
  for (const row of rows) row.y = y(row.values[row.values.length - 1]);
  spread(rows, gap, 16, height - 44);
  const spoken = loaded.seats.map((one) => t("{name} finit à {points}", { name: one.name, points: n(one.points) })).join(", ");
  return s("svg", { class: `courbe ${kind}`, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": t("Courbe des points : {ends}", { ends: spoken }) },
    marks.map((value) => [s("line", { class: "axe", x1: left, x2: width - right, y1: y(value), y2: y(value) }), s("text", { x: left - 8, y: y(value) + 5, "text-anchor": "end" }, n(value))]),
    loaded.target ? s("line", { class: "but", x1: left, x2: width - right, y1: y(loaded.target), y2: y(loaded.target) }) : null,
    [0, 0.25, 0.5, 0.75, 1].map((part) => Math.round(last * part)).filter((value, i, list) => list.indexOf(value) === i)
      .map((value) => s("text", { x: x(value), y: height - 14, "text-anchor": "middle" }, n(value))),
    rows.map(({ seat, values }) => s("polyline", { class: `trait l-${seat.colour ?? "banque"}`, points: values.map((value, i) => `${round(x(xs[i]))},${round(y(value))}`).join(" ") })),
    rows.map(({ seat, y: end, label }) => [
      Math.abs(end - label) > 4 ? s("line", { class: "axe", x1: width - right + 2, x2: width - right + 12, y1: end, y2: label }) : null,
      pawn(seat, { x: width - right + 12, y: label - 9, width: 18, height: 18 }),
      s("text", { class: "fin", x: width - right + 35, y: label + 6 }, [...seat.name].slice(0, 9).join(""))]));
}

function points() {
  const dice = loaded.curve.unit === "throw";
  return h("section", { class: "carte" }, h("h2", null, dice ? t("Les points, lancer après lancer") : t("Les points, coup après coup")),
    loaded.curve.at.length < 2 ? h("p", { class: "note" }, t("La courbe commence au premier lancer."))
      : [curve({ width: 760, height: 400, left: 66, right: 130, gap: 23, kind: "" }), curve({ width: 420, height: 400, left: 70, right: 120, gap: 23, kind: "courbe--tel" })]);
}

/** @param {Luck} one */
function luckWords(one) {
  const off = one.won - one.expected;
  if (one.bets < 5 || Math.abs(off) <= one.usual) return t("comme d'ordinaire");
  if (Math.abs(off) <= 2 * one.usual) return off > 0 ? t("un peu de chance") : t("peu de chance");
  return off > 0 ? t("beaucoup de chance") : t("très peu de chance");
}

function luck() {
  const rows = loaded.luck.map((one) => ({ ...one, off: one.won - one.expected })).sort((a, b) => b.off - a.off);
  const most = Math.max(1, ...rows.map((one) => Math.abs(one.off)));
  return h("section", { class: "carte" }, h("h2", null, t("Qui a eu de la chance ?")),
    rows.length ? [h("p", { class: "note" }, t("Ce que chacun a gagné de plus, ou de moins, que la moyenne exacte des mêmes mises."), " ", loaded.luck_note),
      h("div", { class: "barres mt" }, rows.map((one) => h("div", { class: "chance" },
        pawn(loaded.seats.find((seat) => seat.id === one.seat) ?? BANK), h("span", { class: "chance-qui" }, name(one.seat), h("small", null, luckWords(one))),
        s("svg", { class: "axe-c", viewBox: "0 0 200 20", preserveAspectRatio: "none", "aria-hidden": "true" },
          s("rect", { class: one.off < 0 ? "moins" : "plus", x: one.off < 0 ? 100 + (one.off / most) * 96 : 100, y: 2, width: (Math.abs(one.off) / most) * 96, height: 16 }),
          s("line", { class: "zero", x1: 100, x2: 100, y1: 0, y2: 20 })),
        h("output", null, signed(one.off)))))]
      : h("p", { class: "note" }, t("Aucune mise dont les chances soient exactes : ici, presque tout dépend de vos choix.")));
}

function dice() {
  return loaded.your_dice ? h("section", { class: "carte" }, h("h2", null, t("Vos dés")), h("p", null, loaded.your_dice),
    h("div", { class: "boutons mt pas-imprime" }, h("a", { class: "bouton", href: "/your-dice" }, t("Chaque dé, face par face")))) : null;
}

/** @param {string} title @param {Kid} value @param {string} more */
const fact = (title, value, more) => h("div", { class: "fait" }, h("dt", null, title), h("dd", null, value, h("small", null, more)));

function moments() {
  const { best, pot, feats } = loaded;
  const out = loaded.seats.filter((one) => one.out && !one.left);
  /** @param {number} at */
  const when = (at) => (loaded.throws ? t("lancer {at}", { at: n(at) }) : "");
  const list = [
    best ? fact(t("Plus gros gain"), t("{name}, {amount}", { name: name(best.seat), amount: n(best.amount) }), [best.text, when(best.throw)].filter(Boolean).join(", ")) : null,
    pot ? fact(t("Pot le plus haut"), n(pot.amount), when(pot.throw)) : null,
    ...feats.map((one) => fact(t("Coup rare"), one.text, when(one.throw))),
    out.length ? fact(t("En faillite"), out.map((one) => one.name).join(", "), "") : null,
  ];
  return list.some(Boolean) ? h("section", { class: "carte" }, h("h2", null, t("Moments")), h("dl", { class: "faits" }, list),
    best?.picture ? h("img", { class: "photo photo--moment", src: `/picture/${best.number}`, alt: t("Photo du plus gros gain"), loading: "lazy" }) : null) : null;
}

function ranking() {
  const ranked = [...loaded.seats].filter((one) => !one.left).sort((a, b) => b.points - a.points);
  return h("section", { class: "carte" }, h("h2", null, t("Le classement")), h("ol", { class: "classement" }, ranked.map((one) => h("li", null, pawn(one), h("span", null, one.name), h("b", null, n(one.points))))));
}

/** @param {View} view */
function ways(view) {
  return h("div", { class: "boutons boutons--plein pas-imprime" },
    view.phase === "over" ? button(t("Revanche"), rematch, { kind: "bouton--plein", key: "rematch" }) : null,
    button(t("Imprimer la soirée"), () => window.print(), { key: "print" }),
    h("a", { class: "bouton", href: "/score-sheet" }, t("Feuille de marque vierge")),
    h("a", { class: "bouton", href: "/history" }, t("Feuille de partie")),
    h("a", { class: "bouton", href: `/book/${view.evening}` }, t("Les moments")),
    h("a", { class: "bouton", href: "/book" }, t("Livre d'or")));
}

watch((view) => {
  if (view.phase === "none") {
    draw(byId("bilan"), "none", () => h("div", { class: "vide" }, h("h1", null, t("Aucune partie en cours")), h("p", { class: "note" }, t("Le bilan paraît ici quand une soirée est ouverte.")),
      h("div", { class: "boutons centre mt" }, h("a", { class: "bouton bouton--plein", href: "/setup" }, t("Préparer")))));
    return;
  }
  load(view);
  if (!loaded) return;
  draw(byId("bilan"), [loaded, view.phase, answer()?.text], () => [refusal(view), head(), h("div", { class: "soiree" }, points(), luck()), dice(), h("div", { class: "deux" }, ranking(), moments()), ways(view)]);
});

frame({ tools: (view) => [languageTool(), tool(t("Tapis ou jour"), "theme", theme, { class: "lien-barre lien-theme" }), view.phase === "playing" ? toolLink(t("La table"), "retour", "/table") : null] });
start();
