// Panels load when they are first opened, so the first page stays light.

import { tellCut } from "./send.js";
import { newest } from "./live.js";
import { t } from "./words.js";

/**
 * A function of a module that loads at its first call.
 * @template {Record<string, any>} M
 * @template {keyof M} K
 * @param {() => Promise<M>} load
 * @param {K} name
 * @returns {(...args: Parameters<M[K]>) => Promise<unknown>}
 */
export const later = (load, name) => (...args) => load().then(
  (module) => module[name](...args),
  () => tellCut({ kind: "refus", text: t("Pas de liaison avec la table. Réessayez quand elle revient."), number: newest()?.number }));

/** Loads the rest after the first page; a busy page waits at most two seconds. @param {() => void} load */
export const whenIdle = (load) => ("requestIdleCallback" in window ? requestIdleCallback(load, { timeout: 2000 }) : setTimeout(load));

/** A module, tried again every two seconds while the link is cut: the page reports that. @template M @param {() => Promise<M>} load @returns {Promise<M>} */
export const surely = (load) => load().catch(() => new Promise((resolve) => { setTimeout(() => resolve(surely(load)), 2000); }));
