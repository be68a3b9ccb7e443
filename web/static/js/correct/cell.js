// Opens the correction of one entry of a sheet.

import { fetchJson } from "../live.js";
import { tellCut } from "../send.js";
import { t } from "../words.js";
import { correct } from "./panel.js";

/** @param {number} number the fact of the entry */
export async function openCell(number) {
  try {
    const lines = /** @type {ReportLine[]} */ (await fetchJson(`/history.json?from=${number}`));
    const line = lines.find((one) => one.number === number);
    if (line) correct(line);
  } catch {
    tellCut({ kind: "refus", text: t("Pas de liaison avec la table. Réessayez quand elle revient.") });
  }
}
