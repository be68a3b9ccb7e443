// Findings about a rendered page: overflow, overlap, cut text, targets too small to touch or to read.
async () => {
  const found = [];
  await document.fonts.ready;
  if (!document.fonts.check("1em Servi")) found.push(["not in the page's own font"]);
  const seen = (e) => { const s = getComputedStyle(e); return s.visibility !== "hidden" && s.display !== "none" && e.getClientRects().length; };
  const name = (e) => `${e.tagName.toLowerCase()}.${(e.getAttribute("class") || "").trim().split(/\s+/).join(".")} "${(e.textContent || "").trim().slice(0, 28)}"`;
  const once = (read) => { const known = new Map(); return (e) => { if (!known.has(e)) known.set(e, read(e)); return known.get(e); }; };
  const scrolls = (e) => { const s = getComputedStyle(e); return ["auto", "scroll"].includes(s.overflowY); };
  const scrolled = once((e) => (scrolls(e) && e.scrollHeight > e.clientHeight + 1) || (e.matches("[data-pans]") && e.scrollWidth > e.clientWidth + 1)); // wide sheets scroll sideways
  const hiddenText = (e) => e.closest(".lu");
  // The nearest scrolling ancestor, null if there is none; an element is only judged inside it.
  const scroller = once((e) => { for (let a = e.parentElement; a; a = a.parentElement) if (scrolled(a)) return a; return null; });
  const covered = document.querySelector("dialog[open]");
  const scope = covered || document.body;
  const W = innerWidth, H = innerHeight, D = document.documentElement;
  if (D.scrollWidth > W) found.push(["page too wide", D.scrollWidth]);
  // The table page must fit the screen without scrolling where its stylesheet says so.
  const poster = !covered && Boolean(D.classList.contains("affiche") && (getComputedStyle(D).getPropertyValue("--affiche") || (W <= H && matchMedia("(min-width:50rem)").matches)));
  if (poster && D.scrollHeight > H) found.push(["page too high", D.scrollHeight]);
  const walk = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT), texts = [];
  for (let n; (n = walk.nextNode());) {
    const p = n.parentElement;
    if (!n.data.trim() || hiddenText(p) || !seen(p) || p.closest("script,symbol,title,option,noscript")) continue;
    const range = document.createRange();
    range.selectNodeContents(n);
    for (const b of range.getClientRects()) if (b.width > 0.5) texts.push([b, p]);
  }
  // Where the text inside this element must stay, and its tolerance; null if the element has no visible edge.
  const edges = once((a) => {
    if (a instanceof SVGElement && a.tagName !== "svg") return null;
    if (a.tagName === "svg" && a.closest(".ronde")) return null;
    const s = getComputedStyle(a);
    if (s.display === "contents") return null;
    const box = s.backgroundColor !== "rgba(0, 0, 0, 0)" || s.borderTopWidth !== "0px" || (s.overflow !== "visible" && a.tagName !== "svg") || a.matches(".scene,.coeur,.tapis,main");
    return box ? [a.getBoundingClientRect(), a.tagName === "svg" ? 4 : 1.5] : null;
  });
  for (const [b, p] of texts) {
    const within = scroller(p);
    if (!within && (b.left < -0.5 || b.right > W + 0.5 || (poster && (b.top < -0.5 || b.bottom > H + 0.5)))) found.push(["off the page", name(p)]);
    for (let a = p; a && a !== document.body && a !== within; a = a.parentElement) {
      if (!edges(a)) continue;
      const [q, near] = edges(a), tight = parseFloat(getComputedStyle(p).fontSize) >= 40 ? 22 : near;
      if ((b.left < q.left - near || b.right > q.right + near || b.top < q.top - tight || b.bottom > q.bottom + tight)) { found.push(["text sticks out", name(p), "of", name(a).slice(0, 34)]); break; }
    }
  }
  // The nearest sticky element around this one, or itself; other content scrolls under it.
  const bar = once((e) => { for (let a = e; a; a = a.parentElement) if (getComputedStyle(a).position === "sticky") return a; return null; });
  const scrolledUnder = (e, f) => bar(e) !== bar(f);
  for (let i = 0; i < texts.length; i += 1) for (let j = i + 1; j < texts.length; j += 1) {
    const [a, p] = texts[i], [b, q] = texts[j];
    if (p === q || scroller(p) !== scroller(q)) continue;
    const trim = (r) => Math.min(r.height * 0.18, 12);
    const x = Math.min(a.right, b.right) - Math.max(a.left, b.left), y = Math.min(a.bottom - trim(a), b.bottom - trim(b)) - Math.max(a.top + trim(a), b.top + trim(b));
    if (x > 1 && y > 1 && !scrolledUnder(p, q)) found.push(["texts overlap", name(p), name(q)]);
  }
  const blocks = [...scope.querySelectorAll(".siege,.scene,.carte,.camp,.dette,.question,.message,.champ,.alternative,.option,.jeton,.de,.photo,.bouton,.pion,.caisse,.roulette,.resultat,.etiquette,.avis")]
    .filter((e) => seen(e) && !hiddenText(e)).map((e) => [e, (e.ownerSVGElement ? e.firstElementChild : e).getBoundingClientRect()]); // Firefox gives a nested svg the size of the outer one
  for (let i = 0; i < blocks.length; i += 1) for (let j = i + 1; j < blocks.length; j += 1) {
    const [e, a] = blocks[i], [f, b] = blocks[j];
    const x = Math.min(a.right, b.right) - Math.max(a.left, b.left), y = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (x > 1 && y > 1 && scroller(e) === scroller(f) && !e.contains(f) && !f.contains(e) && !scrolledUnder(e, f)) found.push(["blocks overlap", name(e), name(f)]);
  }
  // The visible content inside a ring of squares must not cover a square.
  for (const ring of scope.querySelectorAll(".plateau:not(.plateau--boite)")) {
    const middle = ring.querySelector(".plateau-centre"), cut = getComputedStyle(middle).overflowY === "visible" ? null : middle.getBoundingClientRect();
    const inside = [...middle.querySelectorAll("p,b,small,button,.de,.jeton,.pion,.carte-jeu")].filter((e) => seen(e) && !hiddenText(e)).map((e) => [e, e.getBoundingClientRect()]);
    for (const square of ring.querySelectorAll(".case")) {
      const b = square.getBoundingClientRect();
      for (const [e, a] of inside) {
        const x = Math.min(a.right, b.right, cut?.right ?? Infinity) - Math.max(a.left, b.left, cut?.left ?? -Infinity), y = Math.min(a.bottom, b.bottom, cut?.bottom ?? Infinity) - Math.max(a.top, b.top, cut?.top ?? -Infinity);
        if (x > 1 && y > 1) found.push(["on the ring", name(e)]);
      }
    }
  }
  for (const [e, a] of blocks) {
    const p = e.parentElement.closest(".siege,.carte,.camp,.dette,.question,.champ,.option,.alternative,.scene,.coeur,.moi");
    if (!p || (scrolls(p) && p.scrollHeight > p.clientHeight) || p.contains(scroller(e))) continue;
    if (getComputedStyle(p).display === "contents") continue;
    const q = p.getBoundingClientRect();
    if (a.left < q.left - 1.5 || a.right > q.right + 1.5 || a.top < q.top - 1.5 || a.bottom > q.bottom + 1.5) found.push(["block sticks out", name(e), name(p).slice(0, 40)]);
  }
  for (const e of scope.querySelectorAll("a,button,input:not([type=radio]):not([type=checkbox]),select,summary,.radio")) {
    if (!seen(e) || hiddenText(e)) continue;
    const r = e.getBoundingClientRect();
    if (r.width < 43.5 || r.height < 43.5) found.push(["small to touch", name(e), `${Math.round(r.width)}x${Math.round(r.height)}`]);
    if (!(e.textContent.trim() || e.getAttribute("aria-label") || e.labels?.length || e.querySelector("[aria-label]"))) found.push(["no name", name(e)]);
  }
  const pen = document.createElement("canvas").getContext("2d");
  for (const e of scope.querySelectorAll("input[placeholder]")) {
    if (!seen(e) || e.value) continue;
    const s = getComputedStyle(e);
    pen.font = `${s.fontWeight} ${s.fontSize} ${s.fontFamily}`;
    const wide = pen.measureText(e.placeholder).width, room = e.clientWidth - parseFloat(s.paddingLeft) - parseFloat(s.paddingRight);
    if (wide > room) found.push(["placeholder cut off", e.placeholder, `${Math.ceil(wide)} of ${Math.floor(room)}`]);
  }
  for (const e of scope.querySelectorAll("[style]")) if (seen(e)) found.push(["inline style", name(e)]);
  if (poster && W >= 1280 && getComputedStyle(D).getPropertyValue("--affiche") !== "near") {
    const size = (sel) => [...document.querySelectorAll(sel)].filter(seen).map((e) => [e, parseFloat(getComputedStyle(e).fontSize)]);
    for (const [e, v] of size(".siege .score,.total,.dette-somme,.pot dd")) if (v < 70) found.push(["too small for 1.5 m", name(e), v]);
    for (const e of document.querySelectorAll(".scene .de,.scene .jeton")) {
      const w = e.getBoundingClientRect().width;
      const least = e.closest(".dettes:has(> :nth-child(5))") ? 36 : 70; // with five or more debts the dice may be smaller; the sums stay large
      if (seen(e) && w < least) found.push(["too small for 1.5 m", name(e), Math.round(w)]);
    }
  }
  return [...new Set(found.map((one) => one.join(" | ")))];
}
