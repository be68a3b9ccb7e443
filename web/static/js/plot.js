// A plot of one line for each seat, for a wide page and for a phone.

import { n } from "./words.js";
import { s } from "./dom.js";
import { pawn } from "./pieces.js";

/** Returns at most six round axis values that cover low to high. @param {number} low @param {number} high */
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

/**
 * The data: `values` by seat at the places `at`, a `target` line (0 for none), and a mark at the place `turning` (-1
 * for none). `words` returns the text of an axis value; `spoken` is the text for screen readers.
 * @typedef {{ seats: SummarySeat[], at: number[], values: Record<string, number[]>, target: number, spoken: string,
 *   words: (value: number) => string, turning?: number }} Plot
 */

const LONGEST = 14; // maximum letters of a name beside its curve

/** @param {string} name */
const brief = (name) => (name.length > LONGEST ? `${[...name].slice(0, LONGEST - 1).join("")}…` : name);

/** @param {Plot} data @param {{ width: number, height: number, left: number, gap: number, kind: string }} size */
function plot({ seats, at: xs, values, target, words, spoken, turning = -1 }, { width, height, left, gap, kind }) {
  const right = 45 + 10 * Math.max(...seats.map((seat) => brief(seat.name).length));
  const rows = seats.map((seat) => ({ seat, values: values[seat.id], y: 0, label: 0 }));
  const all = rows.flatMap((row) => row.values);
  const marks = steps(Math.min(0, ...all), Math.max(target || 0, ...all));
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
  return s("svg", { class: `courbe ${kind}`, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": spoken },
    marks.map((value) => [s("line", { class: "axe", x1: left, x2: width - right, y1: y(value), y2: y(value) }), s("text", { x: left - 8, y: y(value) + 5, "text-anchor": "end" }, words(value))]),
    target ? s("line", { class: "but", x1: left, x2: width - right, y1: y(target), y2: y(target) }) : null,
    turning >= 0 ? s("line", { class: "but", x1: x(turning), x2: x(turning), y1: 16, y2: height - 44 }) : null,
    [0, 0.25, 0.5, 0.75, 1].map((part) => Math.round(last * part)).filter((value, i, list) => list.indexOf(value) === i)
      .map((value) => s("text", { x: x(value), y: height - 14, "text-anchor": "middle" }, n(value))),
    rows.map(({ seat, values: line }) => s("polyline", { class: `trait l-${seat.colour ?? "banque"}`, points: line.map((value, i) => `${round(x(xs[i]))},${round(y(value))}`).join(" ") })),
    rows.map(({ seat, y: end, label }) => [
      Math.abs(end - label) > 4 ? s("line", { class: "axe", x1: width - right + 2, x2: width - right + 12, y1: end, y2: label }) : null,
      pawn(seat, { x: width - right + 12, y: label - 9, width: 18, height: 18 }),
      s("text", { class: "fin", x: width - right + 35, y: label + 6 }, brief(seat.name))]));
}

/** The plot for a wide page and for a phone; the style shows one of them. @param {Plot} data */
export const plots = (data) => [
  plot(data, { width: 760, height: 400, left: 66, gap: 23, kind: "" }),
  plot(data, { width: 420, height: 400, left: 70, gap: 23, kind: "courbe--tel" })];
