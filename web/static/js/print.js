// A sheet of paper: its one button prints it.

document.getElementById("imprimer")?.addEventListener("click", () => window.print());
