// The page of those who listen to the table: it only has the common bar.

import { t } from "./words.js";
import { start } from "./live.js";
import { frame, languageTool, toolLink } from "./frame.js";

frame({ tools: () => [languageTool(), toolLink(t("Le boîtier"), "retour", "/machine")] });
start();
