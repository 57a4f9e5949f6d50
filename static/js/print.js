// A button that prints: it is shown where scripts run, as a browser without them prints from its own menu.
{
  const show = () => { for (const button of document.querySelectorAll(".print")) button.hidden = false; };
  document.addEventListener("click", (event) => { if (event.target.closest(".print")) print(); });
  document.addEventListener("htmx:load", show);
  show();
}
