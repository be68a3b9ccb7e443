// What a part of the page read while it was drawn: it is drawn again when that has changed, and only then.

/** @typedef {{ again: () => string, was: string }} Read something that was read: how to read it anew, and what it was */

let reads = /** @type {Map<unknown, Read> | null} */ (null); // of the part that is being drawn

/**
 * Notes that the part that is being drawn read this.
 * @param {unknown} what
 * @param {() => string} again
 */
export function note(what, again) {
  if (reads && !reads.has(what)) reads.set(what, { again, was: again() });
}

/**
 * A state of this page, outside the view, that parts may read.
 * @template T
 * @param {() => T} get
 * @returns {() => T}
 */
export const noting = (get) => () => {
  note(get, () => JSON.stringify(get()) ?? "");
  return get();
};

const drawn = /** @type {WeakMap<object, Map<unknown, Read>>} */ (new WeakMap());

/**
 * Makes a part anew if something has changed that it read the last time; null otherwise.
 * @template T
 * @param {object} part
 * @param {() => T} make
 * @returns {T | null}
 */
export function anew(part, make) {
  const before = drawn.get(part);
  if (before && [...before.values()].every(({ again, was }) => again() === was)) return null;
  const outer = reads;
  const read = reads = new Map();
  try {
    return make();
  } finally {
    reads = outer;
    drawn.set(part, read);
  }
}
