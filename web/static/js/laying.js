// Lists the things of a seat or the bank during a pause, with the check that they are laid out again.

import { h } from "./dom.js";
import { button, icon, lettered, pawn, piles, BANK } from "./pieces.js";
import { spoken } from "./cards.js";
import { accountName, capital, fieldName, n, t } from "./words.js";
import { submit } from "./send.js";

/** @param {string} title @param {...Kid} words */
const line = (title, ...words) => h("div", null, h("dt", null, title), h("dd", null, words));

/** @param {BoxCard} card */
const cardWords = (card) => (card.name ? card.sell === undefined ? card.name : t("{name} (revente {price})", { name: card.name, price: n(card.sell) }) : t("une carte cachée"));

/**
 * Chips by denomination, or their sum if the pieces are unknown.
 * @param {TableView} view
 * @param {Stock | null} stock
 * @param {number} points
 */
const chips = (view, stock, points) => (stock && Object.keys(stock).length ? h("span", { class: "tas-liste" }, piles(stock)) : points ? t("{points} en {chips}, au choix", { points: n(points), chips: view.called[1] }) : t("aucun {chip}", { chip: view.called[0] }));

/** @param {TableView} view @param {Seat} seat */
function stakes(view, seat) {
  const bets = (view.scene?.bets ?? []).filter((bet) => bet.seat === seat.id).map((bet) => t("{amount} sur {field}", { amount: n(bet.amount), field: fieldName(view, bet.field) }));
  return seat.felt > 0 ? line(t("Dont en jeu"), [n(seat.felt), ...bets].join(", ")) : null;
}

/** The scene with the cards on the table, if Servi follows every card; otherwise empty. @param {TableView} view @returns {Partial<TableScene>} */
const laid = (view) => (view.scene?.kind === "table" ? view.scene : {});

/** @param {TableView} view @param {string[]} names */
const listed = (view, names) => names.map((name) => spoken(view, name)).join(", ");

/** @param {TableView} view @param {SeatId} id */
function packRows(view, id) {
  const { piles, hands, sweeps } = laid(view);
  return [
    hands?.[id] ? line(t("Cartes en main"), n(hands[id])) : null,
    piles ? line(t("Cartes prises"), n(piles[id] ?? 0)) : null,
    sweeps?.[id] ? line(t("Balayages"), n(sweeps[id])) : null,
  ];
}

/** @param {TableView} view */
function tableRows(view) {
  const { table = [], builds = [] } = laid(view);
  return [
    table.length ? line(t("Cartes"), listed(view, table)) : null,
    builds.map((one) => line(t("Construction de {value}, à {name}", { value: one.value, name: accountName(view, one.owner) }), listed(view, one.cards))),
  ];
}

/** @param {TableView} view @param {Seat} seat */
function rows(view, seat) {
  const unknown = t("inconnue");
  return [
    view.source === "scoreboard" ? null : line(capital(view.called[1]), chips(view, seat.chips, seat.points)),
    stakes(view, seat),
    seat.pawn === null || seat.pawn === undefined ? null : line(t("Pion"), t("case {index}, {square}", { index: seat.pawn + 1, square: seat.square ?? unknown })),
    seat.cards?.length ? line(t("Cartes"), seat.cards.map(cardWords).join(", ")) : null,
    packRows(view, seat.id),
  ];
}

/** @param {TableView} view */
function bankRows(view) {
  const { pot, bank } = view.accounts ?? {};
  return [
    tableRows(view),
    view.source === "scoreboard" ? null : line(t("Banque"), h("b", null, n(bank ?? 0)), " ", view.bank_chips && Object.keys(view.bank_chips).length ? chips(view, view.bank_chips, bank) : null),
    pot === undefined ? null : line(t("Pot"), h("b", null, n(pot))),
    view.debts?.length ? line(t("Encore à remettre"), view.debts.map((debt) => t("{from} donne {amount} à {to}", { from: accountName(view, debt.from), amount: n(debt.amount), to: accountName(view, debt.to) })).join(" ; ")) : null,
  ];
}

/**
 * One sheet of the pause: a seat's things or the bank's, with its check.
 * @param {TableView} view
 * @param {Account} account
 * @param {{ heading?: 'h1' | 'h2' }} [options]
 */
export function sheet(view, account, { heading = "h2" } = {}) {
  const seat = view.seats.find((one) => one.id === account);
  const done = view.pause?.laid.includes(account);
  const name = seat?.name ?? (view.source === "scoreboard" ? t("La table") : t("La banque et le plateau"));
  return h("section", { class: `carte papier ${done ? "papier--pret" : ""}`, "aria-label": name },
    h("div", { class: "papier-tete" }, pawn(seat ?? (view.source === "scoreboard" ? lettered(name) : BANK)), h(heading, null, name), seat ? h("b", { class: "papier-total" }, n(seat.points)) : null),
    h("dl", { class: "papier-faits" }, seat ? rows(view, seat) : bankRows(view)),
    view.pause ? button(done ? [icon("oui"), t("En place")] : t("C'est en place"), () => submit({ type: "LaidOut", account, ...(done ? { done: false } : {}) }),
      { key: `laid-${account}`, kind: "pas-imprime", pressed: Boolean(done), label: done ? t("{name} : en place. Toucher pour dire que non", { name }) : t("{name} : c'est en place", { name }) }) : null);
}
