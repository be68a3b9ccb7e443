// Runs before the first paint, so that no theme flashes. The default is green felt.
try {
  const chosen = localStorage.getItem("servi-theme");
  if (chosen) document.documentElement.dataset.theme = chosen;
} catch { /* a browser that keeps nothing still shows the felt */ }
