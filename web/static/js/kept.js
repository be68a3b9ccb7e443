// What this browser keeps for itself. One that keeps nothing, or lets nobody ask, forgets it with the page.

/** @typedef {"localStorage" | "sessionStorage"} Place for good, or for as long as the tab is open */

/** @param {string} key @param {Place} [place] @returns {any} what was kept, null where there is nothing */
export function kept(key, place = "localStorage") {
  try { return JSON.parse(window[place].getItem(key) ?? "null"); } catch { return null; }
}

/** @param {string} key @param {unknown} value null to forget it @param {Place} [place] */
export function keep(key, value, place = "localStorage") {
  try {
    if (value === null) window[place].removeItem(key); else window[place].setItem(key, JSON.stringify(value));
  } catch { /* as above */ }
}
