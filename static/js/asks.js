// What others ask stands above the entry. On a narrow screen where it leaves the entry no room it is folded to its titles
// and a key, and what is asked is shown whole before anybody can answer it. Without this script all of it is shown.
(() => {
  "use strict";
  const narrow = matchMedia("(max-width: 47.99rem), (max-height: 30rem)");
  const flat = matchMedia("(min-width: 40rem) and (max-height: 30rem)"); // a phone that lies on its side
  const high = matchMedia("(min-height: 44.01rem)"); // a lower screen hides what others ask while a figure is new
  const newestFigure = 40; // pixels
  let isOpened = false; // by hand
  const theAsks = () => document.querySelector(".asks");
  const heightOf = (element) => element.getBoundingClientRect().height;

  function hasRoom(asks) {
    const [entry, strip] = [document.getElementById("entry"), document.getElementById("strip")];
    if (!entry || !strip || !narrow.matches) return true;
    if (flat.matches) return false;
    const above = document.getElementById("live").getBoundingClientRect().top + scrollY;
    const sheet = high.matches ? newestFigure : 0;
    return above + heightOf(strip) + sheet + heightOf(asks) + heightOf(entry) <= innerHeight;
  }

  function show(asks, fold) {
    if (fold) asks.dataset.fold = fold;
    else delete asks.dataset.fold;
    asks.querySelector(".asks-key")?.setAttribute("aria-expanded", String(fold !== "closed"));
  }

  function fit() {
    const asks = theAsks();
    if (!asks) isOpened = false;
    if (!asks?.querySelector(".asks-key") || asks.contains(document.activeElement.closest("input, select"))) return;
    show(asks, "");
    const isInUse = isOpened || asks.querySelector("details[open]");
    if (!hasRoom(asks)) show(asks, isInUse ? "open" : "closed");
  }

  document.addEventListener("click", (event) => {
    if (!event.target.closest(".asks-key")) return;
    isOpened = theAsks().dataset.fold === "closed";
    if (!isOpened) for (const unfolded of theAsks().querySelectorAll("details[open]")) unfolded.open = false;
    fit();
    scrollTo(0, 0);
    const goesOn = isOpened ? theAsks().querySelector(".ask") : document.getElementById("entry");
    goesOn.tabIndex = -1;
    goesOn.focus({ preventScroll: true });
  });
  const heights = new ResizeObserver(fit);
  function watch() {
    heights.disconnect();
    for (const each of document.querySelectorAll("#entry, #strip")) heights.observe(each, { box: "border-box" });
    fit();
  }
  addEventListener("resize", fit);
  document.addEventListener("toggle", fit, true);
  for (const moved of ["htmx:afterSwap", "htmx:load", "htmx:afterSettle", "clubscore:seen"]) document.addEventListener(moved, watch);
  watch(); // before the page is seen
})();
