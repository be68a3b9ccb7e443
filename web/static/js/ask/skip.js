// The button that skips the question about an unknown square or card; the square then has no effect.

import { button } from "../pieces.js";
import { t } from "../words.js";

/** @param {QuestionContext} ctx @param {string} [words] */
export const skip = (ctx, words = t("Passer cette case")) => button(words, () => ctx.submit({ type: "SquareSkipped", why: t("décidé par la table") }), { key: "skip" });
