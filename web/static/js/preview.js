// The preview of a fact: each seat before and after, chips to hand over, and misfits.

import { h } from "./dom.js";
import { button, change, house, message, pawn, piles } from "./pieces.js";
import { accountName, n, t } from "./words.js";
import { current } from "./live.js";
import { preview, refusalWords, submit } from "./send.js";
import { panel } from "./dialog.js";
import { besides } from "./debts.js";

/** @param {Named} view @param {Preview} found */
function rows(view, found) {
  const seats = (found.seats ?? []).filter((one) => one.before !== one.after);
  const accounts = (found.accounts ?? []).filter((one) => one.before !== one.after && ["bank", "pot"].includes(one.account)).map((one) => ({ ...one, id: one.account }));
  return [...seats, ...accounts].map(({ id, before, after }) => {
    const seat = view.seats.find((one) => one.id === id);
    return [pawn(seat ?? house(view, id)), h("b", null, accountName(view, id)), h("span", null, `${n(before ?? 0)} →`),
      h("span", { class: "apres" }, n(after ?? 0)), h("span", { class: "ecart" }, change((after ?? 0) - (before ?? 0)))];
  });
}

/** @param {Named} view @param {SeatId | null} id */
const turnWord = (view, id) => (id ? accountName(view, id) : t("personne"));

/** The current seats, and those that the fact adds. @param {Named} view @param {Preview} found @returns {Named} */
const withNew = ({ names, seats }, found) => ({ names, seats: [...seats, ...(found.seats ?? []).filter((one) => !seats.some((seat) => seat.id === one.id))] });

/** The change of winners by a fact, in words; "" if there is none. @param {Named} view @param {Preview} found */
export const winnerWords = (view, { winner }) => (!winner || winner.before === winner.after ? ""
  : winner.after ? t("{name} gagne la partie.", { name: accountName(view, winner.after) }) : t("La partie n'est plus gagnée."));

/** @param {TableView} now @param {Preview} found @returns {Kid} */
export function consequences(now, found) {
  if (!found.ok) return message("refus", "", refusalWords({ text: found.text ?? "", allowed: found.allowed }));
  const view = withNew(now, found);
  const table = rows(view, found);
  const parts = /** @type {Kid[]} */ ([found.fact ? h("p", { class: "fort" }, `${found.fact}.`) : null]);
  if (found.refusal) parts.push(message("refus", "", refusalWords(found.refusal)));
  if (found.misfits?.length) {
    parts.push(message("refus", t("Ne va plus ensuite"), h("ul", { class: "remises" }, found.misfits.map((one) => h("li", null, h("span", null, `${one.number}. ${one.text}`), h("small", null, one.reason))))));
  }
  parts.push(table.length ? h("div", { class: "avant-apres" }, table) : h("p", { class: "note" }, t("Rien ne change de main.")));
  parts.push(found.pawns?.map((text) => h("p", null, text)));
  if (found.turn && found.turn.before !== found.turn.after) parts.push(h("p", null, t("Le tour passe de {before} à {after}.", { before: turnWord(view, found.turn.before), after: turnWord(view, found.turn.after) })));
  const won = winnerWords(view, found);
  if (won) parts.push(h("p", { class: "fort" }, won));
  if (found.hand_over?.length) {
    parts.push(h("h3", { class: "petit-titre" }, t("À remettre")), h("ul", { class: "remises" }, found.hand_over.map((debt) => h("li", null,
      h("span", null, `${accountName(view, debt.from)} → ${accountName(view, debt.to)}`), h("b", null, n(debt.amount)),
      debt.ways?.[0] ? h("span", { class: "tas-liste" }, piles(debt.ways[0].hand), besides(debt.ways[0], view, debt)) : null))));
  }
  return parts;
}

/**
 * Shows the effect of a fact and asks to confirm it.
 * @param {Fact} fact
 * @param {string} title
 * @param {{ who?: string | null, yes?: string, done?: () => void }} [options]
 */
export async function confirmFact(fact, title, { who = null, yes = t("Confirmer"), done = () => {} } = {}) {
  const seen = current().number;
  const found = await preview(fact);
  const overrule = Boolean(found.refusal?.overrulable);
  panel(title, (_, close) => {
    const view = current();
    const stale = view.number !== seen;
    const confirm = async () => {
      close();
      if (await submit(fact, { who, force: overrule })) done();
    };
    return [
      stale ? message("", t("La table a changé entre-temps."), t("Fermez et regardez de nouveau.")) : null,
      consequences(view, found),
      h("div", { class: "boutons boutons--plein" }, button(t("Laisser comme c'est"), close, { key: "leave" }),
        found.ok === false || (found.refusal && !overrule) ? null
          : button(found.refusal ? t("Jouer quand même") : yes, confirm, { kind: "bouton--plein", key: "confirm" })),
    ];
  }, { wide: true });
}
