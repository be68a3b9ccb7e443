// Runs before the page is drawn, so that no theme flashes. Without a choice the table is green felt.
try {
  const chosen = localStorage.getItem("servi-theme");
  if (chosen) document.documentElement.dataset.theme = chosen;
} catch { /* a browser that keeps nothing still shows the felt */ }
