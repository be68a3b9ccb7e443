// Runs before the first paint, so that no theme flashes. The default is green felt.
try {
  const chosen = localStorage.getItem("servi-theme");
  if (chosen) document.documentElement.dataset.theme = chosen;
} catch { /* without storage the page keeps the default */ }
