// A phone is a camera too: its own camera, or a picture that it keeps, shows the dice.

import { h } from "../dom.js";
import { button, icon } from "../pieces.js";
import { askPhoto } from "../send.js";
import { current, redraw } from "../live.js";
import { noting } from "../reads.js";
import { t } from "../words.js";

let reading = false;
let wanted = /** @type {Record<string, string>} */ ({}); // what the chosen picture is for: the number that was seen and the dice that stayed

// One for the whole page: the camera stays open for a while, and a question drawn anew must not close it.
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

/** @param {number[] | null} kept @param {{ brief?: boolean }} [options] */
export function photoButton(kept, { brief = false } = {}) {
  const now = isReading();
  const words = now ? t("Lecture…") : brief ? null : t("Photographier");
  return button([icon("photo"), words], () => {
    wanted = { seen: String(current().number), ...(kept ? { kept: kept.join(",") } : {}) };
    chooser.click();
  }, { key: "photo", kind: "bouton--photo", label: now ? t("La photo est lue") : t("Photographier les dés"), disabled: now });
}
