// Loads panels when they are first opened, and parts once the page is idle, so that the first page loads fast.

import { h } from "./dom.js";
import { tellCut } from "./send.js";
import { linkBack, newest, redraw } from "./live.js";
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

/** Calls `load` once the page is idle, at the latest after two seconds. @param {() => void} load */
export const whenIdle = (load) => ("requestIdleCallback" in window ? requestIdleCallback(load, { timeout: 2000 }) : setTimeout(load));

/**
 * Loads a module; after a failure it tries again when the link is back. Some browsers repeat the remembered failure.
 * Then the page reloads, after a pause, so that it does not reload without end.
 * @template M @param {() => Promise<M>} load @returns {Promise<M>}
 */
const surely = (load) => load().catch(() => linkBack().then(load)).catch(() => new Promise(() => { setTimeout(() => linkBack().then(() => location.reload()), 4000); }));

let styled = /** @type {Promise<void> | undefined} */ (undefined);

/** Resolves once the styles of the parts have loaded or failed; without styles, parts are drawn all the same. */
const styles = () => (styled ??= new Promise((done) => {
  document.head.append(h("link", { rel: "stylesheet", href: new URL("../css/parts.css", import.meta.url).pathname, onload: () => done(), onerror: () => { styled = undefined; done(); } }));
}));

/** @typedef {{ kinds: string[], load: () => Promise<Record<string, any>> }} Part the loader of a file, and the kinds that it draws */

/**
 * Loads parts once the page is idle. Returns a function that loads those of the wanted kinds at once, idle or not.
 * @param {Part[]} parts
 * @param {(kind: string, drawing: any) => void} take
 */
export function loading(parts, take) {
  /** @param {(kind: string) => boolean} [wanted] */
  const fetch = (wanted = () => true) => {
    const now = parts.filter(({ kinds }) => kinds.some(wanted));
    parts = parts.filter((one) => !now.includes(one));
    for (const { kinds, load } of now) Promise.all([surely(load), styles()]).then(([module]) => { kinds.forEach((kind) => take(kind, module[kind])); redraw(); });
  };
  whenIdle(() => fetch());
  return fetch;
}
