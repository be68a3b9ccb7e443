// A page that only the banker opens: it asks for the PIN, then loads again.

import { askPin } from "./panels/pin.js";

if (await askPin()) location.reload();
