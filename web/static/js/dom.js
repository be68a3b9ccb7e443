// Builds elements without ever reading HTML from text: a player's name can be anything.

const SVG = "http://www.w3.org/2000/svg";

// What a node does stands beside it, so that it can take over what its successor does.
function act(node, type, does) {
  node.acts ??= {};
  if (!(type in node.acts)) node.addEventListener(type, (event) => node.acts[type]?.call(node, event));
  node.acts[type] = does;
}

function fill(node, props, kids) {
  const looks = {}; // what was set: read again from here, many times faster than from the page
  for (const [key, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) act(node, key.slice(2), value);
    else if (key === "whole") node.whole = true;
    else if (key === "value" || key === "checked" || key === "selected") node[key] = value;
    else {
      looks[key] = value === true ? "" : String(value);
      node.setAttribute(key, looks[key]);
    }
  }
  node.looks = looks;
  for (const kid of kids.flat(Infinity)) {
    if (kid === null || kid === undefined || kid === false || kid === "") continue;
    node.append(kid instanceof Node ? kid : unbroken(String(kid)));
  }
  return node;
}

// No line begins with a French sign, or ends with an opening quote.
const unbroken = (text) => text.replace(/« /g, "«\u00a0").replace(/ (?=[»:;?!])/g, "\u00a0");

export function h(tag, props, ...kids) {
  const node = document.createElement(tag);
  if (tag === "button" && !props?.type) node.type = "button";
  return fill(node, props, kids);
}

export function s(tag, props, ...kids) {
  return fill(document.createElementNS(SVG, tag), props, kids);
}

export const hidden = (text) => h("span", { class: "lu" }, text);

// Draws a region again only when what it shows has changed, and gives the focus back to the same control.
export function draw(region, shown, make) {
  renew(region, shown, make, (kids) => region.replaceChildren(...kids));
}

// The same for what changes with every event: what looks and is as before is neither laid out nor painted again.
// A node that somebody else holds on to, or that keeps more than its properties, is made with `whole`.
export function patch(region, shown, make) {
  renew(region, shown, make, (kids) => settle(region, kids));
}

function renew(region, shown, make, put) {
  const key = JSON.stringify(shown);
  if (region.drawn === key) return;
  region.drawn = key;
  const focus = region.contains(document.activeElement) ? document.activeElement : null;
  put([make()].flat(Infinity).filter(Boolean).map((kid) => (kid instanceof Node ? kid : new Text(kid))));
  if (focus) refocus(region, focus);
}

const OPEN = "a[href], button:enabled, input:enabled, select:enabled, summary";

// What had the focus was drawn anew: the same control gets it; where that is gone or shut, the words before what can be done
// next. Never nothing, and never another control, which a second Enter would press.
export function refocus(region, lost) {
  if (lost.isConnected && !lost.disabled && document.activeElement === lost) return;
  const same = lost.dataset.key && region.querySelector(`[data-key="${CSS.escape(lost.dataset.key)}"]:enabled, a[data-key="${CSS.escape(lost.dataset.key)}"]`);
  if (same) return same.focus({ preventScroll: true });
  const place = region.querySelector(OPEN) ? region : document.getElementById("question") ?? region;
  const [words, open] = [place.querySelector("h1, h2, h3"), place.querySelector(OPEN)];
  const next = words && (!open || words.compareDocumentPosition(open) & Node.DOCUMENT_POSITION_FOLLOWING) ? words : place;
  next.tabIndex = -1;
  next.focus({ preventScroll: next === region });
}

const alike = (old, fresh) => old.nodeName === fresh.nodeName && (old.nodeType === Node.TEXT_NODE || (old.looks && fresh.looks)) && !old.whole && !fresh.whole
  && old.looks?.["data-key"] === fresh.looks?.["data-key"] && old.looks?.type === fresh.looks?.type;

function settle(parent, kids) {
  let old = parent.firstChild;
  for (const kid of kids) {
    if (!old) { parent.append(kid); continue; }
    const next = old.nextSibling;
    if (!alike(old, kid)) old.replaceWith(kid);
    else if (kid.looks) become(old, kid);
    else if (old.nodeValue !== kid.nodeValue) old.nodeValue = kid.nodeValue;
    old = next;
  }
  while (old) { const next = old.nextSibling; old.remove(); old = next; }
}

// Makes a node what its successor is, and touches only what differs.
export function become(old, fresh) {
  for (const name in old.looks) if (!(name in fresh.looks)) old.removeAttribute(name);
  for (const name in fresh.looks) if (old.looks[name] !== fresh.looks[name]) old.setAttribute(name, fresh.looks[name]);
  old.looks = fresh.looks;
  for (const type in old.acts) if (!fresh.acts?.[type]) old.acts[type] = null;
  for (const type in fresh.acts) act(old, type, fresh.acts[type]);
  settle(old, [...fresh.childNodes]);
  for (const key of ["value", "checked"]) if (key in fresh && fresh.matches("input, select, textarea") && old[key] !== fresh[key]) old[key] = fresh[key];
}
