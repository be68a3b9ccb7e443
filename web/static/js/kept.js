// Stored values of the browser. Without storage, they last as long as the page.

/** @typedef {"localStorage" | "sessionStorage"} Place permanently, or while the tab is open */

const visit = new Map();

/** @param {string} key @param {Place} [place] @returns {any} the stored value, null if there is none */
export function kept(key, place = "localStorage") {
  try { return JSON.parse(window[place].getItem(key) ?? "null"); } catch { return visit.get(key) ?? null; }
}

/** @param {string} key @param {unknown} value null deletes it @param {Place} [place] */
export function keep(key, value, place = "localStorage") {
  try {
    if (value === null) window[place].removeItem(key); else window[place].setItem(key, JSON.stringify(value));
  } catch { visit.set(key, value); }
}
