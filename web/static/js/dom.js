// Builds elements without parsing HTML from text, because a player's name may contain any characters.

import { anew } from "./reads.js";

const SVG = "http://www.w3.org/2000/svg";

/** @param {string} id */
export const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @param {string} selector */
export const find = (selector) => /** @type {HTMLElement | null} */ (document.querySelector(selector));

/**
 * Adds a handler to a node. The handlers are stored in `node.acts`, so that `become` can exchange them.
 * @param {Element} node
 * @param {string} type
 * @param {(event: any) => unknown} does
 */
function act(node, type, does) {
  const acts = node.acts ??= {};
  if (!(type in acts)) node.addEventListener(type, (event) => acts[type]?.call(node, event));
  acts[type] = does;
}

/**
 * @template {Element} T
 * @param {T} node
 * @param {Props | null | undefined} props
 * @param {Kid[]} kids
 */
function fill(node, props, kids) {
  const looks = /** @type {Record<string, string>} */ ({}); // the properties that were set; reading them here is much faster than from the element
  for (const [key, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") act(node, key.slice(2), value);
    else if (key === "whole") node.whole = true;
    else if (key === "value" || key === "checked" || key === "selected") Object.assign(node, { [key]: value });
    else {
      looks[key] = value === true ? "" : String(value);
      node.setAttribute(key, looks[key]);
    }
  }
  node.looks = looks;
  for (const kid of /** @type {unknown[]} */ (kids).flat(Infinity)) {
    if (kid === null || kid === undefined || kid === false || kid === "") continue;
    node.append(kid instanceof Node ? kid : unbroken(String(kid)));
  }
  return node;
}

/** Puts no-break spaces before « ½ » and between French punctuation and words. @param {string} text */
const unbroken = (text) => text.replace(/« /g, "«\u00a0").replace(/ (?=[»:;?!½])/g, "\u00a0");

/**
 * Creates an HTML element.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Props | null} [props]
 * @param {Kid[]} kids
 */
export function h(tag, props, ...kids) {
  const node = document.createElement(tag);
  if (node instanceof HTMLButtonElement && !props?.type) node.type = "button";
  return fill(node, props, kids);
}

/**
 * Creates an SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Props | null} [props]
 * @param {Kid[]} kids
 */
export function s(tag, props, ...kids) {
  return fill(document.createElementNS(SVG, tag), props, kids);
}

/** Names a control for screen readers. @param {HTMLElement} control @param {string} words */
export function named(control, words) {
  control.setAttribute("aria-label", words);
  if (control.looks) control.looks["aria-label"] = words;
}

/** Text for screen readers. @param {string} text */
export const hidden = (text) => h("span", { class: "lu" }, text);

/**
 * Redraws a region only if its data changed, and restores the focus.
 * @param {HTMLElement} region
 * @param {unknown} shown
 * @param {() => Kid} make
 */
export function draw(region, shown, make) {
  renew(region, shown, make, (kids) => region.replaceChildren(...kids));
}

/**
 * Redraws a region that changes with every event, and keeps its unchanged nodes. Make a node with outside references
 * or hidden state with `whole`.
 * @param {HTMLElement} region
 * @param {unknown} shown
 * @param {() => Kid} make
 */
export function patch(region, shown, make) {
  renew(region, shown, make, (kids) => settle(region, kids));
}

/**
 * Redraws a part of a live page if data that it read has changed, and keeps its unchanged nodes.
 * @param {HTMLElement} region
 * @param {() => Kid} make
 */
export function part(region, make) {
  const kids = anew(region, () => nodes(make()));
  if (kids) put(region, () => settle(region, kids));
}

/** Redraws a region and keeps its unchanged nodes, so that a second quick tap finds the same control. @param {HTMLElement} region @param {Kid} made */
export const redrawn = (region, made) => put(region, () => settle(region, nodes(made)));

/**
 * @param {HTMLElement} region
 * @param {unknown} shown
 * @param {() => Kid} make
 * @param {(kids: Node[]) => void} lay
 */
function renew(region, shown, make, lay) {
  const key = JSON.stringify(shown);
  if (region.drawn === key) return;
  region.drawn = key;
  put(region, () => lay(nodes(make())));
}

/** Changes a region and restores the focus. @param {HTMLElement} region @param {() => void} lay */
function put(region, lay) {
  const focus = focused(region);
  lay();
  if (focus) refocus(region, focus);
}

/** The focused control of this region. @param {HTMLElement} region */
export const focused = (region) => (document.activeElement instanceof HTMLElement && document.activeElement !== region && region.contains(document.activeElement) ? document.activeElement : null);

/** The result of a `make` function as a flat list of nodes. @param {Kid} made @returns {Node[]} */
export const nodes = (made) => /** @type {unknown[]} */ ([made]).flat(Infinity).filter(Boolean).map((kid) => (kid instanceof Node ? kid : new Text(String(kid))));

const OPEN = "a[href], button:enabled, input:enabled, select:enabled, summary";

/**
 * Restores the focus after a redraw: to the same control, or to the text before the next action. It never focuses
 * another control, because a second Enter would press it.
 * @param {HTMLElement} region
 * @param {HTMLElement} lost
 */
export function refocus(region, lost) {
  if (lost.isConnected && !lost.matches(":disabled") && document.activeElement === lost) return;
  const same = lost.dataset.key && /** @type {HTMLElement | null} */ (region.querySelector(`[data-key="${CSS.escape(lost.dataset.key)}"]:enabled, a[data-key="${CSS.escape(lost.dataset.key)}"]`));
  if (same) return same.focus({ preventScroll: true });
  const place = region.querySelector(OPEN) ? region : document.getElementById("question") ?? region;
  const [words, open] = [/** @type {HTMLElement | null} */ (place.querySelector("h1, h2, h3")), place.querySelector(OPEN)];
  const next = words && (!open || words.compareDocumentPosition(open) & Node.DOCUMENT_POSITION_FOLLOWING) ? words : place;
  next.tabIndex = -1;
  next.focus({ preventScroll: next === region || lost.isConnected });
}

/** Whether a node can be changed into another one. @param {Node} old @param {Node} fresh */
const alike = (old, fresh) => old.nodeName === fresh.nodeName && (old.nodeType === Node.TEXT_NODE || (old.looks && fresh.looks)) && !old.whole && !fresh.whole
  && old.looks?.["data-key"] === fresh.looks?.["data-key"] && old.looks?.type === fresh.looks?.type;

/** @param {Element} parent @param {Node[]} kids */
function settle(parent, kids) {
  let old = parent.firstChild;
  for (const kid of kids) {
    if (!old) { parent.append(kid); continue; }
    const next = old.nextSibling;
    if (!alike(old, kid)) old.replaceWith(kid);
    else if (kid.looks) become(/** @type {Element} */ (old), /** @type {Element} */ (kid));
    else if (old.nodeValue !== kid.nodeValue) old.nodeValue = kid.nodeValue;
    old = next;
  }
  while (old) { const next = old.nextSibling; old.remove(); old = next; }
}

/** Changes an element into its successor by updating only the differences. @param {Element} old @param {Element} fresh */
export function become(old, fresh) {
  const [before, after] = [old.looks ?? {}, fresh.looks ?? {}];
  for (const name in before) if (!(name in after)) old.removeAttribute(name);
  for (const name in after) if (before[name] !== after[name]) old.setAttribute(name, after[name]);
  old.looks = after;
  for (const type in old.acts) if (!fresh.acts?.[type]) old.acts[type] = null;
  for (const [type, does] of Object.entries(fresh.acts ?? {})) if (does) act(old, type, does);
  settle(old, [...fresh.childNodes]);
  if (fresh instanceof HTMLInputElement && old instanceof HTMLInputElement && old.checked !== fresh.checked) old.checked = fresh.checked;
  if (hasValue(fresh) && hasValue(old) && old.value !== fresh.value) old.value = fresh.value;
}

/** @param {Element} node @returns {node is HTMLInputElement | HTMLSelectElement} */
const hasValue = (node) => node instanceof HTMLInputElement || node instanceof HTMLSelectElement;
