// A printable sheet: its only button prints it.

document.getElementById("imprimer")?.addEventListener("click", () => window.print());
