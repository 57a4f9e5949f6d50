// A button that prints: it is shown where scripts run, as a browser without them prints from its own menu.
for (const button of document.querySelectorAll(".print")) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}
