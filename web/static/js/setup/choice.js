// The set-up in progress. The browser stores it while the tab is open, so that nobody loses it by leaving the page.

import { forget } from "../send.js";
import { keep, kept } from "../kept.js";
import { t } from "../words.js";
import { redraw } from "../live.js";

const KEPT = "servi-preparer";

/** @type {SetupOffer} */
let offered; // the server's data, undefined until fetched
/** @type {Preparing} */
let state;
let drawn = 0; // number of redraws

export const choices = () => offered;
export const now = () => state;
export const revision = () => drawn;

export const game = () => offered.games.find((one) => one.id === state.game) ?? offered.games[0];
export const most = () => game().players?.[1] ?? 6;
export const least = () => game().players?.[0] ?? 2;
export const targets = () => game().targets ?? [];
export const target = () => state.target ?? targets()[0] ?? null;
const colours = () => game().colours;

/** @param {{ name: string }} one @param {number} i */
export const named = (one, i) => one.name.trim() || t("Joueur {number}", { number: i + 1 });

/** @param {string | null} colour */
const empty = (colour) => ({ name: "", age: "", colour });

function fresh() {
  const last = offered.last;
  const known = last && offered.games.some((one) => one.id === last.game) ? last : null;
  const seats = known && known.seats.length >= 2
    ? known.seats.map((seat) => ({ name: seat.name, age: seat.age ? String(seat.age) : "", colour: seat.colour }))
    : [empty("rouge"), empty("bleu")];
  return { game: known?.game, seats, banker: known?.banker ?? 0, target: known?.target || null, own: false,
    level: known?.level ?? "arbitre", box: known?.box ?? "", house: known?.house ?? {}, rulesOpen: false, allRules: false };
}

function remembered() {
  const draft = kept(KEPT, "sessionStorage");
  return draft?.seats?.length ? draft : null;
}

const keepDraft = () => keep(KEPT, state, "sessionStorage");

export const forgetDraft = () => keep(KEPT, null, "sessionStorage");

/** @param {SetupOffer} known */
export function offer(known) {
  offered = known;
  drawn += 1;
  state ??= remembered() ?? fresh();
  if (!boxes().some((one) => one.name === state.box)) state.box = usualBox();
  if (!state.own && state.target && !targets().includes(state.target)) state.own = targets().length > 0;
}

/** The sort key of a box: the owner's boxes first, the invented example last. @param {ShelfBox} one */
const rank = (one) => (one.game ? 0 : one.name === "vide" ? 1 : 2);

// The boxes to choose from: valid ones of this game, the example, and an empty one if Servi can learn the board.
export const boxes = () => (offered.boxes ?? []).filter((one) => !one.trouble && (one.game ? one.game === game().id : one.name !== "vide" || game().learns !== false)).sort((a, b) => rank(a) - rank(b));

/** The owner's box of this game, else an empty one to learn, else the example. */
const usualBox = () => boxes()[0].name;

/** @param {Partial<Preparing>} patch */
export function change(patch) {
  forget();
  state = { ...state, ...patch };
  drawn += 1;
  keepDraft();
  redraw();
}

/**
 * Keeps typed values without a redraw, which would move the field under the finger.
 * @param {number} i
 * @param {'name' | 'age'} key
 * @param {string} value
 */
export function typed(i, key, value) {
  state.seats[i][key] = value;
  keepDraft();
}

/** @param {Partial<Preparing>} patch */
export const quiet = (patch) => { Object.assign(state, patch); keepDraft(); };

const freeColour = (wanted = null) => {
  const taken = state.seats.map((one) => one.colour);
  return wanted && colours().includes(wanted) && !taken.includes(wanted) ? wanted : colours().find((one) => !taken.includes(one)) ?? null;
};

/** @param {string} name */
export const seated = (name) => state.seats.findIndex((one) => one.name.trim() === name);

/** Seats a player at the first place without a name, or at a new one. @param {Person} person */
export function seat(person) {
  const blank = state.seats.findIndex((one) => !one.name.trim());
  if (blank < 0 && state.seats.length >= most()) return;
  const rest = state.seats.filter((_, i) => i !== blank).map((one) => one.colour);
  const colour = person.colour && colours().includes(person.colour) && !rest.includes(person.colour) ? person.colour : blank < 0 ? freeColour() : state.seats[blank].colour;
  const row = { name: person.name, age: person.age ? String(person.age) : "", colour };
  change({ seats: blank < 0 ? [...state.seats, row] : state.seats.map((one, i) => (i === blank ? row : one)) });
}

export function addSeat() {
  change({ seats: [...state.seats, empty(freeColour())] });
}

/** Removes a seat; if the game needs it, an empty one follows at the end. @param {number} i */
export function unseat(i) {
  if (state.seats.length <= least()) {
    const rest = state.seats.filter((_, j) => j !== i);
    return change({ seats: [...rest, empty(state.seats[i].colour)], banker: after(i) });
  }
  return change({ seats: state.seats.filter((_, j) => j !== i), banker: after(i) });
}

/** @param {number} i */
const after = (i) => (state.banker > i ? state.banker - 1 : state.banker === i ? 0 : state.banker);

export function nobody() {
  change({ seats: colours().slice(0, least()).map(empty), banker: 0 });
}

/** Exchanges a seat with the one before it; the banker stays banker. @param {number} i */
export function moveUp(i) {
  const seats = [...state.seats];
  [seats[i - 1], seats[i]] = [seats[i], seats[i - 1]];
  const banker = state.banker === i ? i - 1 : state.banker === i - 1 ? i : state.banker;
  change({ seats, banker });
}

/** Gives the seat the next free colour; if none is free, exchanges the colour with another seat. @param {number} i */
export function cycle(i) {
  const all = colours();
  const taken = state.seats.map((one) => one.colour);
  const from = all.indexOf(state.seats[i].colour ?? "");
  for (let k = 1; k <= all.length; k += 1) {
    const next = all[(from + k) % all.length];
    if (!taken.includes(next)) return change({ seats: state.seats.map((one, j) => (j === i ? { ...one, colour: next } : one)) });
  }
  const next = all[(from + 1) % all.length];
  const other = taken.indexOf(next);
  return change({ seats: state.seats.map((one, j) => (j === i ? { ...one, colour: next } : j === other ? { ...one, colour: state.seats[i].colour } : one)) });
}

export const ages = () => state.seats.map((one) => Number(one.age) || 0);

// The index of the seat that begins: by age (the first seat if no age is known) or next after the banker; null: dice decide.
export function first() {
  if (game().first === "dice") return null;
  if (game().first === "after") return (state.banker + 1) % state.seats.length;
  const told = ages().map((age, i) => ({ age, i })).filter(({ age }) => age > 0).sort((a, b) => a.age - b.age);
  return told.at(game().first === "oldest" ? -1 : 0)?.i ?? 0;
}

/** Changes the game, and adds the seats that it needs. @param {string} id */
export function choose(id) {
  state.game = id;
  change({ target: null, own: false, house: {}, allRules: false, box: usualBox() });
  while (state.seats.length < least()) addSeat();
}

export function asSetup() {
  const seats = state.seats.map((one, i) => ({ name: named(one, i), colour: one.colour, ...(Number(one.age) > 0 ? { age: Number(one.age) } : {}) }));
  const aged = seats.some((one) => one.age) || !["youngest", "oldest"].includes(game().first);
  return { game: game().id, seats, banker: game().office ? state.banker : null, first: aged ? null : 0, target: target(), house: state.house, level: state.level, box: state.box };
}
