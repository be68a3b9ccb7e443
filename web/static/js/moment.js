// Draws the table at an earlier moment: the scene, the last throw, everybody's points, and the open debts.

import { h } from "./dom.js";
import { change, pawn } from "./pieces.js";
import { accountName, n, t } from "./words.js";
import { lastThrow } from "./thrown.js";
import { plainScene, stage } from "./scenes/index.js";

/** @param {TableView} view */
function people(view) {
  const there = view.seats.filter((one) => !one.left);
  return h("section", { class: "carte", "aria-label": t("Ce que chacun avait") }, h("h2", null, t("Ce que chacun avait")),
    view.counters.length ? h("p", null, view.counters.map((one) => `${accountName(view, one)} ${n(view.accounts[one] ?? 0)}`).join(" · ")) : null,
    h("ol", { class: "classement classement--passe" }, there.map((one) => h("li", null, pawn(one),
      h("span", null, one.name, one.square ? h("small", null, one.square) : null), h("b", null, one.change?.at === view.number ? change(one.change.amount) : null, " ", n(one.points))))));
}

/** @param {TableView} view */
function owed(view) {
  if (!view.debts?.length) return null;
  return h("section", { class: "carte" }, h("h2", null, t("Restait à remettre")), h("ul", { class: "liste-simple" },
    view.debts.map((debt) => h("li", null, `${accountName(view, debt.from)} → ${accountName(view, debt.to)} : `, h("b", null, n(debt.amount))))));
}

/** @param {TableView} view */
function asked(view) {
  if (view.phase === "over") return view.outcome?.text ?? t("La partie était finie");
  const q = view.questions.find((one) => one.must) ?? view.questions[0];
  return q ? t("On attendait : {question}", { question: q.text }) : t("Rien n'était demandé");
}

/** @param {TableView} view */
export const moment = (view) => [
  h("div", { class: "passe-deux" }, h("section", { class: "carte" }, h("h2", null, asked(view)), stage(view) ?? plainScene(view), view.throw || view.start?.chips ? lastThrow(view) : null), people(view)),
  owed(view)];
