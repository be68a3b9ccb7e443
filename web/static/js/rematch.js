// The revanche: one tap, the same people, box and rules.

import { ask } from "./send.js";

export async function rematch() {
  if (await ask("/rematch", { who: null })) location.href = "/table";
}
