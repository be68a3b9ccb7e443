// Panels are fetched when they are first opened: the first page stays light.

import { tell } from "./send.js";
import { current } from "./live.js";
import { t } from "./words.js";

export const later = (load, name) => (...args) => load().then(
  (module) => module[name](...args),
  () => tell({ kind: "refus", text: t("Pas de liaison avec la table. Réessayez quand elle revient."), number: current()?.number }));

// What the first page can do without comes after it; a busy page, which is never idle, waits two seconds at most.
export const whenIdle = (load) => (window.requestIdleCallback ? requestIdleCallback(load, { timeout: 2000 }) : setTimeout(load));
