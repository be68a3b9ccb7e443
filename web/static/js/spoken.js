// The speech of a page: news, changes of this seat, the question and its answers. Only a seat's page speaks its secrets.

import { isCut } from "./live.js";
import { answer } from "./send.js";
import { handWords } from "./own.js";
import { leading, usual } from "./ask/leading.js";
import { counted } from "./debts.js";
import { spoken as cardName } from "./cards.js";
import { accountName, colourName, fieldName, n, sentence, signed, t, tn } from "./words.js";

const MOST = 14; // maximum choices spoken one by one

/**
 * The parts as sentences, without thousands separators: a voice would read 1 000 as two numbers.
 * @param {...(string | string[] | null | undefined)} parts
 */
const said = (...parts) => parts.flat().map((one) => (one ? sentence(one.trim()) : "")).filter(Boolean).join(" ").replace(/(\d)[\u202f,](?=\d{3}(?!\d))/g, "$1");

/** @param {string[]} words */
function listed(words) {
  const more = words.length - MOST;
  return more > 0 ? [...words.slice(0, MOST), tn("et un autre", "et {n} autres", more, { n: more })].join(", ") : words.join(", ");
}

/** The answers of a question in words. @param {TableView} view @param {Question} q @returns {string[]} */
function choices(view, q) {
  switch (q.kind) {
    case "option": return q.options.filter((one) => !one.refused).map((one) => (view.pack[one.option] ? cardName(view, one.option) : one.text));
    case "opponent": return q.among.filter((one) => one.possible).map((one) => [accountName(view, one.seat), one.note].filter(Boolean).join(", "));
    case "number": return q.choices?.filter((one) => !q.taken.includes(one.number)).map((one) => `${n(one.number)}, ${one.text}`) ?? [t("De {low} à {high}", { low: n(q.low), high: n(q.high) })];
    case "card": return q.cards.map((one) => one.name ?? one.text ?? "");
    case "sell": return q.cards.map((one) => one.name);
    case "draw": case "show": case "hold": case "play_card": return q.names.map((one) => cardName(view, one));
    case "square": return q.kinds.map((one) => one.text);
    case "bet": case "told": return q.fields.map((field) => fieldName(view, field));
    case "bid": case "protest": return q.amounts.map(n);
    case "casino": return q.colours.map(colourName);
    default: return [];
  }
}

/**
 * The leading question of this page, and the others that its seat may answer.
 * @param {TableView} view
 * @param {SeatId | undefined} me
 */
function first(view, me) {
  const mine = usual(view.questions).filter((q) => !me || q.seats.includes(me));
  const lead = leading(mine);
  return { lead: /** @type {Question | undefined} */ (lead ?? leading(view.questions)), others: mine.filter((q) => q !== lead).map((q) => (q.kind === "square" && !q.must ? t("Dire la case") : q.text)) };
}

/** @param {View} view @param {SeatId | undefined} me */
function asked(view, me) {
  if (view.pause) return said(t("La partie est en pause"));
  if (view.phase !== "playing") return said(view.outcome?.text ?? (view.phase === "over" ? t("La partie est finie") : view.phase === "none" ? t("Aucune partie en cours") : ""), first(view, me).lead?.text);
  if (view.pending && (!me || !view.pending.seat || view.pending.seat === me)) return said(view.pending.text);
  const { lead: q, others } = first(view, me);
  if (!q) return "";
  if (me && !q.seats.includes(me)) return said(q.text);
  const list = me ? listed(choices(view, q)) : "";
  return said(me ? t("À vous") : "", q.text, q.help, me && q.kind === "stake" ? q.worst : "", q.kind === "throw" && q.lying ? t("Sur la table : {dice}", { dice: q.lying.join(", ") }) : "",
    list ? t("Au choix : {choices}", { choices: list }) : "",
    me && others.length ? t("Aussi possible : {choices}", { choices: listed([...new Set(others)]) }) : "");
}

/** @param {View} view @param {SeatId | undefined} me */
function purse(view, me) {
  const seat = view.seats?.find((one) => one.id === me);
  if (!seat) return "";
  return said(t("Vous avez {amount} {chips}", { amount: n(seat.points), chips: view.called[1] }), seat.felt > 0 ? t("dont {amount} en jeu", { amount: n(seat.felt) }) : "");
}

/** @param {View} view @param {SeatId | undefined} me */
function change(view, me) {
  const last = view.seats?.find((one) => one.id === me)?.change;
  return last ? t("Pour vous : {amount}, {cause}", { amount: signed(last.amount), cause: last.text }) : "";
}

/** @param {View} view @param {SeatId | undefined} me */
function debts(view, me) {
  return (view.debts ?? []).filter((debt) => !me || debt.from === me || debt.to === me).map((debt) => {
    const values = { amount: n(debt.amount), from: accountName(view, debt.from), to: accountName(view, debt.to) };
    const hand = counted(debt.ways?.[0]?.hand);
    const words = debt.from === me ? t("Vous devez {amount} à {to}", values) : debt.to === me ? t("{from} vous doit {amount}", values) : t("{from} doit {amount} à {to}", values);
    return [words, hand].filter(Boolean).join(", ");
  });
}

/** @typedef {ReturnType<typeof state>} Spoken */

/**
 * The complete state in words. `several`: other seats may answer too, so their answers do not repeat the question.
 * @param {View} view
 * @param {SeatId | undefined} me
 */
export function state(view, me) {
  const { lead } = first(view, me);
  const { who, text } = view.corrected ?? {};
  return {
    evening: view.evening, number: view.number,
    announced: view.announced ?? "",
    news: (view.news ?? []).map(({ number, text: what }) => ({ number, text: what })),
    corrected: text ? said(who ? t("{who} a corrigé.", { who }) : "", text) : "",
    change: change(view, me), purse: purse(view, me), hand: me ? handWords(view) : "", debts: debts(view, me),
    asked: asked(view, me), several: (lead?.seats.length ?? 0) > 1,
    notice: [isCut() ? t("Pas de liaison") : "", answer()?.text ?? ""],
  };
}

/** The whole state, for a new listener. @param {Spoken} now */
export const standing = (now) => said(now.announced, now.purse, now.hand, now.debts, now.asked);

/** The difference from an earlier state. @param {Spoken} before @param {Spoken} now */
export function news(before, now) {
  if (before.evening !== now.evening) return standing(now);
  const moved = now.number > before.number;
  /** @param {"corrected" | "change" | "purse" | "hand" | "asked"} key */
  const fresh = (key) => (now[key] && (now[key] !== before[key]) ? now[key] : "");
  return said(
    fresh("corrected"), now.news.filter(({ number }) => number > before.number).map(({ text }) => text).reverse(),
    fresh("change"), fresh("purse"), fresh("hand"), now.debts.filter((one) => !before.debts.includes(one)),
    fresh("asked") || (moved && !now.several ? now.asked : ""));
}

/**
 * The new notices: only the browser's voice speaks them, since a live region already announces them to screen readers.
 * @param {Spoken} before
 * @param {Spoken} now
 */
export const notices = (before, now) => said(now.notice.filter((one, i) => one && one !== before.notice[i]));
