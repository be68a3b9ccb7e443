// Parses a set of dice: "1-3d6+1bicolour" becomes [{kind, colour, least, most}].

import { FACES } from "../pieces.js";

/** @param {string} set @returns {Term[]} */
export function terms(set) {
  return set.split("+").filter((term) => term !== "kept").map((term) => {
    const [, least, most, name] = term.match(/^(?:(\d+)(?:-(\d+))?)?([a-z]\w*)$/) ?? [null, "1", null, "d6"];
    const kind = /** @type {DieKind | null} */ (name && name in FACES ? name : null);
    return { kind: kind ?? "d6", colour: kind ? null : name, least: Number(least ?? 1), most: Number(most ?? least ?? 1) };
  });
}
