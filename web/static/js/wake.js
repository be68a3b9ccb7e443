// Keeps the tablet awake after the first tap: a muted clip loops, and on https and localhost the Wake Lock holds too.
// If the tablet still sleeps, the page names the setting to change.

import { tell } from "./send.js";
import { t } from "./words.js";

const STEP = 5000;
const GAP = 45000;

let lock = /** @type {WakeLockSentinel | null} */ (null);

async function hold() {
  try { lock = await navigator.wakeLock?.request("screen"); } catch { lock = null; /* only on https and localhost */ }
}

function begin() {
  const film = document.createElement("video");
  Object.assign(film, { muted: true, loop: true, playsInline: true, src: "/static/awake.webm", tabIndex: -1, disableRemotePlayback: true });
  film.setAttribute("playsinline", "");
  film.setAttribute("muted", "");
  film.setAttribute("aria-hidden", "true");
  film.className = "eveil";
  document.body.append(film);
  film.play().catch(() => film.remove());
  hold();
}

const advice = () => (/iPad|iPhone/.test(navigator.userAgent) ? t("Sur cet iPad : Réglages, Luminosité et affichage, Verrouillage auto, Jamais.")
  : /Android/.test(navigator.userAgent) ? t("Sur cette tablette : Paramètres, Affichage, Mise en veille, la durée la plus longue, et laisser le chargeur branché.")
    : t("Sur cet écran : dans les réglages de l'alimentation, ne jamais éteindre l'écran."));

let heard = Date.now();

/** @param {number} now */
export function slept(now) {
  const gap = now - heard;
  heard = now;
  return gap > GAP;
}

function beat() {
  if (slept(Date.now())) tell({ kind: "", title: t("Cette tablette s'est endormie."), text: advice() });
}

document.addEventListener("pointerdown", begin, { once: true, capture: true });
document.addEventListener("visibilitychange", () => { if (!document.hidden && !lock) hold(); });
setInterval(beat, STEP);
