// All notices at once, for a page with room for few.

import { h } from "../dom.js";
import { panel } from "../dialog.js";
import { message } from "../pieces.js";
import { t } from "../words.js";

/** told() returns them as [kind, title, text]. @param {() => [string, string, string][]} told */
export const openNotices = (told) => panel(t("Tous les avis"), () => h("div", { class: "empile" }, told().map((one) => message(...one))));
