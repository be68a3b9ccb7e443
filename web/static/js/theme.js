// Sets the theme before the first paint, so that the other theme does not flash. The default is green felt.
try {
  const chosen = localStorage.getItem("servi-theme");
  if (chosen) document.documentElement.dataset.theme = chosen;
} catch { /* without storage the page keeps the default */ }
