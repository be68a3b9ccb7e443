// What a page says aloud for whoever does not see it: what happened, what changed for this seat, what is asked and
// what can be answered. Only the page of a seat tells what is its own; every other tells what everybody may know.

import { isCut } from "./live.js";
import { answer } from "./send.js";
import { handWords } from "./own.js";
import { counted } from "./scene.js";
import { spoken as cardName } from "./cards.js";
import { FIELDS, accountName, colourName, n, sentence, signed, t, tn } from "./words.js";

const MOST = 14; // so many choices are told one by one

// Numbers without what stands between their thousands: a voice would read two numbers.
const said = (...parts) => parts.flat().filter(Boolean).map((one) => sentence(one.trim())).join(" ").replace(/(\d)[\u202f,](?=\d{3}(?!\d))/g, "$1");

function listed(words) {
  const more = words.length - MOST;
  return more > 0 ? [...words.slice(0, MOST), tn("et un autre", "et {n} autres", more, { n: more })].join(", ") : words.join(", ");
}

// What a question can be answered with, whatever its kind: each lists its own under a name of its own.
function choices(view, q) {
  if (q.options) return q.options.filter((one) => !one.refused).map((one) => (view.pack?.[one.option] ? cardName(view, one.option) : one.text));
  if (q.among) return q.among.filter((one) => one.possible !== false).map((one) => [accountName(view, one.seat), one.note].filter(Boolean).join(", "));
  if (q.choices?.length) return q.choices.filter((one) => !q.taken?.includes(one.number)).map((one) => `${n(one.number)}, ${one.text}`);
  if (q.cards) return q.cards.map((one) => one.name);
  if (q.names) return q.names.map((one) => cardName(view, one));
  if (q.kinds?.length) return q.kinds.map((one) => one.text);
  if (q.fields) return q.fields.map((field) => FIELDS[field] ?? field);
  if (q.amounts?.length) return q.amounts.map(n);
  if (q.kind === "number") return [t("De {low} à {high}", { low: n(q.low), high: n(q.high) })];
  return q.colours?.map(colourName) ?? [];
}

// The question that comes first on this page, and the others that its seat may answer.
function first(view, me) {
  const mine = view.questions.filter((q) => !me || q.seats.includes(me));
  const lead = mine.find((q) => q.kind === "bet" && (q.must || !view.cloth)) ?? mine.find((q) => q.must) ?? mine[0];
  return [lead ?? view.questions.find((q) => q.must) ?? view.questions[0], mine.filter((q) => q !== lead).map((q) => (q.kind === "square" && !q.must ? t("Dire la case") : q.text))];
}

function asked(view, me) {
  if (view.pause) return said(t("La partie est en pause"));
  if (view.phase !== "playing") return said(view.outcome?.text ?? (view.phase === "over" ? t("La partie est finie") : view.phase === "none" ? t("Aucune partie en cours") : ""), first(view, me)[0]?.text);
  if (view.pending && (!me || !view.pending.seat || view.pending.seat === me)) return said(view.pending.text);
  const [q, others] = first(view, me);
  if (!q) return "";
  if (me && !q.seats.includes(me)) return said(q.text);
  const list = me ? listed(choices(view, q)) : "";
  return said(me ? t("À vous") : "", q.text, q.help, me ? q.worst : "", q.lying ? t("Sur la table : {dice}", { dice: q.lying.join(", ") }) : "",
    list ? t("Au choix : {choices}", { choices: list }) : "",
    me && others.length ? t("Aussi possible : {choices}", { choices: listed([...new Set(others)]) }) : "");
}

function purse(view, me) {
  const seat = view.seats?.find((one) => one.id === me);
  if (!seat) return "";
  return said(t("Vous avez {amount} {chips}", { amount: n(seat.points), chips: view.called[1] }), seat.felt > 0 ? t("dont {amount} en jeu", { amount: n(seat.felt) }) : "");
}

function change(view, me) {
  const last = view.seats?.find((one) => one.id === me)?.change;
  return last ? t("Pour vous : {amount}, {cause}", { amount: signed(last.amount), cause: last.text }) : "";
}

function debts(view, me) {
  return (view.debts ?? []).filter((debt) => !me || debt.from === me || debt.to === me).map((debt) => {
    const holes = { amount: n(debt.amount), from: accountName(view, debt.from), to: accountName(view, debt.to) };
    const hand = counted(debt.ways?.[0]?.hand);
    const words = debt.from === me ? t("Vous devez {amount} à {to}", holes) : debt.to === me ? t("{from} vous doit {amount}", holes) : t("{from} doit {amount} à {to}", holes);
    return [words, hand].filter(Boolean).join(", ");
  });
}

// All that this page could say now. `several`: others may answer too, so that their answers do not ask it anew.
export function state(view, me) {
  const [lead] = view.questions ? first(view, me) : [];
  const { who, text } = view.corrected ?? {};
  return {
    evening: view.evening, number: view.number,
    news: (view.news ?? []).map((line) => [line.number, line.text]),
    corrected: text ? said(who && who !== "La table" ? t("{who} a corrigé.", { who }) : "", text) : "",
    change: change(view, me), purse: purse(view, me), hand: me ? handWords(view) : "", debts: debts(view, me),
    asked: asked(view, me), several: (lead?.seats.length ?? 0) > 1,
    notice: [isCut() ? t("Pas de liaison") : "", answer()?.text ?? ""],
  };
}

// How things stand, for whoever begins to listen.
export const standing = (now) => said(now.purse, now.hand, now.debts, now.asked);

// What is new since then.
export function news(before, now) {
  if (before.evening !== now.evening) return standing(now);
  const moved = now.number > before.number;
  const fresh = (key) => (now[key] && (now[key] !== before[key]) ? now[key] : "");
  return said(
    fresh("corrected"), now.news.filter(([number]) => number > before.number).map(([, text]) => text).reverse(),
    fresh("change"), fresh("purse"), fresh("hand"), now.debts.filter((one) => !before.debts.includes(one)),
    fresh("asked") || (moved && !now.several ? now.asked : ""));
}

// What the page itself tells by an alert, so that a screen reader needs no second telling.
export const notices = (before, now) => said(now.notice.filter((one, i) => one && one !== before.notice[i]));
