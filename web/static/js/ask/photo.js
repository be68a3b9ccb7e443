// Photographs of the dice, taken by a phone's camera or chosen from its gallery.

import { h } from "../dom.js";
import { button, icon } from "../pieces.js";
import { askPhoto } from "../send.js";
import { current, redraw } from "../live.js";
import { noting } from "../reads.js";
import { t } from "../words.js";

let reading = false;
let wanted = /** @type {Record<string, string>} */ ({}); // the query for the chosen picture: the last seen fact and the kept dice

// One input for the whole page: a redraw must not close the open camera.
const chooser = h("input", { type: "file", accept: "image/*", capture: "environment", hidden: true, onchange: take, whole: true });
document.body.append(chooser);

const isReading = noting(() => reading);

async function take() {
  const file = chooser.files?.[0];
  chooser.value = "";
  if (!file || reading) return;
  reading = true;
  redraw();
  await askPhoto(file, wanted);
  reading = false;
  redraw();
}

/** @param {number[] | null} kept @param {{ brief?: boolean, kind?: string }} [options] */
export function photoButton(kept, { brief = false, kind = "" } = {}) {
  const now = isReading();
  const words = now ? t("Lecture…") : brief ? null : t("Photographier");
  return button([icon("photo"), words], () => {
    wanted = { seen: String(current().number), ...(kept ? { kept: kept.join(",") } : {}) };
    chooser.click();
  }, { key: "photo", kind: `bouton--photo ${kind}`, label: now ? t("La photo est lue") : t("Photographier les dés"), disabled: now });
}
