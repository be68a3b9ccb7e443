// Builds elements without ever reading HTML from text: a player's name can be anything.

const SVG = "http://www.w3.org/2000/svg";

function fill(node, props, kids) {
  for (const [key, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key === "value" || key === "checked" || key === "selected") node[key] = value;
    else node.setAttribute(key, value === true ? "" : value);
  }
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
  const key = JSON.stringify(shown);
  if (region.drawn === key) return;
  region.drawn = key;
  const focus = region.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  region.replaceChildren(...[make()].flat(Infinity).filter(Boolean));
  if (focus) region.querySelector(`[data-key="${CSS.escape(focus)}"]`)?.focus({ preventScroll: true });
}
