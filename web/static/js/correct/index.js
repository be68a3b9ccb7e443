// Corrects an earlier fact, with editors by the fact's type. The table supplies the alternatives of that moment.

import { current, fetchJson } from "../live.js";
import { amount, count, points, told } from "./amounts.js";
import { drawn, hand, played } from "./cards.js";
import { kept, thrown } from "./dice.js";
import { casino, field, number, opponent, option, square, who } from "./rows.js";
import { cardOfBox, giver, heir, houseValue, name, pawn, taker } from "./said.js";

// Each editor draws a part of the fact and changes it at a touch; it returns null if there is no choice.
export const EDITORS = /** @type {Record<string, ((c: Correcting) => Kid)[]>} */ ({
  DiceThrown: [who, thrown, kept], DiceKept: [kept], StakePlaced: [who, amount], Protested: [who, amount],
  BetPlaced: [who, field, amount], BetTakenBack: [who, field], BetsTold: [who, told],
  OpponentChosen: [opponent], OptionChosen: [who, option], NumberGiven: [who, number], PointsEntered: [who, points], CasinoChosen: [who, casino],
  CardDrawn: [drawn], CardsShown: [who, hand], CardsSold: [hand], CardsHeld: [hand], CardPlayed: [played], Counted: [count],
  SquareNamed: [square], Landed: [who, square],
  MoneyMoved: [giver, taker, amount], PawnPlaced: [who, pawn], TurnGiven: [who], BankerNamed: [who],
  SeatJoined: [name], SeatTaken: [who, name], SeatLeft: [who, heir], HouseChanged: [houseValue], SquareCorrected: [square], CardCorrected: [cardOfBox],
});

// Facts whose correction panel can only void or restore them.
export const ONLY_LEFT_OUT = {
  Stood: "it says that somebody stopped, and only he could",
  BetsClosed: "it says that the bets are closed, and only one could",
  SquareSkipped: "it says that a square was passed over",
  Amended: "a correction is corrected by another one", Inserted: "its inner fact is put right as that fact is",
  Voided: "what it left out is put back",
};

// Facts without a correction panel, each with the reason or another way.
export const FIXED = {
  GameStarted: "the preparation: everything rests on it",
  NamesGiven: "cards and squares were told by these names; the page of the box renames them after the evening",
  Restored: "what it put back is left out again",
  HandedOver: "it ticks what was owed; a wrong tick is taken back, and what differs is owed",
  ChipsCounted: "a count is of its moment: count again",
  LevelSet: "it says how Servi speaks from then on: choose again",
  PlayPaused: "the evening was put away, which the game does not hear", LaidOut: "its tick is taken back where it stands", PlayResumed: "the evening went on, which the game does not hear",
};



/**
 * Fetches the table just before a line's fact, and the questions that the fact could answer.
 * @param {{ number: number, fact: Fact | null }} options
 * @returns {Promise<Then>}
 */
export async function before({ number, fact }) {
  try {
    const view = /** @type {TableView} */ ((await fetchJson(`/before/${number}.json`)).view);
    const questions = view.questions.filter((q) => fact?.on && q.topic === fact.on);
    return { view, questions, q: questions.find((q) => q.seats.includes(fact?.seat ?? "")) ?? questions[0] ?? null };
  } catch {
    return { view: current(), questions: [], q: null }; // the fact can still be voided, and the page reports the cut link
  }
}

/** The editors of a fact, drawn. @param {Correcting} c */
export const editors = (c) => (EDITORS[c.fact.type] ?? []).map((draw) => draw(c));

/** The question that the fact answered; if several seats had such a question, that of the fact's seat. @param {Then} then @param {Fact} fact */
export const ownQuestion = (then, fact) => then.questions.find((q) => q.seats.includes(fact.seat ?? "")) ?? then.q;
