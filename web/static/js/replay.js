// The replay inside an evening's own file. It stands alone: no module, no request.
"use strict";
(() => {
  /** @param {string} id @returns {any} */
  const byId = (id) => document.getElementById(id);
  const table = JSON.parse(byId("donnees").textContent);
  const steps = [...byId("suite").children], accounts = [...byId("comptes").children];
  const place = byId("lieu"), play = byId("jouer"), words = play.textContent;
  const figures = new Intl.NumberFormat(document.documentElement.lang === "fr" ? "fr-FR" : document.documentElement.lang);
  let timer = 0;

  /** @param {number} at */
  function show(at) {
    const row = table.rows[at], before = table.rows[Math.max(0, at - 1)], turn = row[accounts.length];
    accounts.forEach((one, i) => {
      const moved = row[i] - before[i];
      one.querySelector("dd").textContent = figures.format(row[i]);
      one.classList.toggle("gagne", moved > 0);
      one.classList.toggle("perd", moved < 0);
      one.classList.toggle("rejeu-tour", i === turn);
    });
    const shown = steps[at].cloneNode(true);
    shown.querySelectorAll("img").forEach((/** @type {HTMLImageElement} */ image) => { image.loading = "eager"; });
    const box = document.createElement("div");
    box.className = steps[at].className;
    box.append(...shown.childNodes);
    byId("moment").replaceChildren(box);
    steps.forEach((one, i) => one.classList.toggle("rejeu-ici", i === at));
    place.value = String(at);
    place.setAttribute("aria-valuetext", steps[at].querySelector(".rejeu-mots").textContent.trim());
  }

  const here = () => Number(place.value);
  /** @param {number} at */
  const go = (at) => show(Math.min(steps.length - 1, Math.max(0, at)));

  function stop() {
    clearInterval(timer);
    timer = 0;
    play.textContent = words;
  }

  byId("avant").addEventListener("click", () => { stop(); go(here() - 1); });
  byId("apres").addEventListener("click", () => { stop(); go(here() + 1); });
  place.addEventListener("input", () => { stop(); go(here()); });
  play.addEventListener("click", () => {
    if (timer) return stop();
    if (here() === steps.length - 1) go(0);
    play.textContent = play.dataset.stop;
    timer = setInterval(() => (here() < steps.length - 1 ? go(here() + 1) : stop()), 1500);
  });
  steps.forEach((one, i) => one.addEventListener("click", () => { stop(); go(i); byId("vue").scrollIntoView({ block: "nearest" }); }));
  byId("vue").hidden = false;
  show(steps.length - 1);
})();
