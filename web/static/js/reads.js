// Tracks the data that a part of the page reads while it is drawn; only a change of these data redraws the part.

/** @typedef {{ again: () => string, was: string }} Read how to repeat a recorded read, and its value */

let reads = /** @type {Map<unknown, Read> | null} */ (null); // of the part being drawn

/**
 * Records a read of the part being drawn.
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
 * Redraws a part if data that it read has changed; otherwise returns null.
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
