// The page about listeners to the table: its script only adds the common bar.

import { t } from "./words.js";
import { start } from "./live.js";
import { frame, languageTool, toolLink } from "./frame.js";

frame({ tools: () => [languageTool(), toolLink(t("Le boîtier"), "retour", "/machine")] });
start();
