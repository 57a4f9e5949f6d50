// The card that explains a figure: it takes the focus when it opens, Escape closes it, and the focus goes back to the figure.
(() => {
  const region = document.getElementById("explanation");
  let opener = null;
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.detail.target === region) opener = event.detail.elt.id;
  });
  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target === region) region.querySelector("h2")?.focus({ preventScroll: true });
  });
  region.addEventListener("keydown", (event) => {
    if (event.key === "Escape") region.querySelector("dialog")?.close();
  });
  // `close` does not bubble, so it is caught on its way down.
  region.addEventListener("close", () => opener && document.getElementById(opener)?.focus({ preventScroll: true }), true);
})();
