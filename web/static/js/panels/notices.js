// The panel with all notices, because the page has room for only a few.

import { h } from "../dom.js";
import { panel } from "../dialog.js";
import { message } from "../pieces.js";
import { t } from "../words.js";

/** Opens the panel; `told` returns the notices as [kind, title, ...text]. @param {() => [string, string, ...Kid[]][]} told */
export const openNotices = (told) => panel(t("Tous les avis"), () => h("div", { class: "empile" }, told().map((one) => message(...one))));
