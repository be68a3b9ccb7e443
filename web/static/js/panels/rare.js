// Lists the rarely used options that are open now, such as mixing the tokens again; a choice asks for confirmation.

import { h } from "../dom.js";
import { button } from "../pieces.js";
import { accountName, t } from "../words.js";
import { panel } from "../dialog.js";
import { submit } from "../send.js";
import { rare } from "../ask/leading.js";

/** @param {View} view @param {SeatId | null} [me] */
export function openRare(view, me = null) {
  let sure = /** @type {{ words: string, act: () => unknown } | null} */ (null);
  panel(t("Droits rares"), (refresh, close) => {
    if (sure) {
      return [h("p", null, t("Sûr ? {choice}", { choice: sure.words })), h("div", { class: "boutons boutons--plein" },
        button(t("Laisser"), close, { key: "leave" }), button(t("Oui"), sure.act, { kind: "bouton--plein", key: "sure" }))];
    }
    return rare(view.questions, me).flatMap((q) => q.options.map((one) => h("section", null, h("h3", { class: "petit-titre" }, one.text),
      h("div", { class: "boutons boutons--plein" }, q.seats.filter((seat) => !me || seat === me).map((seat) => {
        const words = `${accountName(view, seat)} : ${one.text}`;
        return button(accountName(view, seat), () => {
          sure = { words, act: () => { close(); submit({ type: "OptionChosen", seat, option: one.option }); } };
          refresh();
        }, { key: `rare-${one.option}-${seat}` });
      })))));
  });
}
