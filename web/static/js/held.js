// Repeats a held key of a count until the finger leaves it.

const AFTER = 450, EVERY = 110; // milliseconds before the first repetition, and between two

let timer = 0;

/** @param {string} key */
const again = (key) => {
  const one = /** @type {HTMLElement | null} */ (document.querySelector(`[data-key="${CSS.escape(key)}"]:not(.bouton--impossible)`));
  one?.click();
  timer = one ? window.setTimeout(again, EVERY, key) : 0;
};

addEventListener("pointerdown", ({ target }) => {
  const key = target instanceof Element ? target.closest(".pas")?.getAttribute("data-key") : null;
  if (key) timer = window.setTimeout(again, AFTER, key);
});
for (const name of ["pointerup", "pointercancel", "blur"]) addEventListener(name, () => { clearTimeout(timer); timer = 0; });
