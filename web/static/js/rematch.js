// A rematch in one tap: the same players, box and rules.

import { ask } from "./send.js";

export async function rematch() {
  if (await ask("/rematch", { who: null })) location.href = "/table";
}
