// On a narrow screen the sheet above the entry has the room that the entry leaves it, so that nothing need be scrolled. It
// shows its end, where the game and the totals stand, and for two seconds the figure that has just been written.
(() => {
  "use strict";
  const SHOWN_MS = 2000;
  const root = document.documentElement.style;
  const theSheet = () => document.getElementById("sheet");
  let timer;

  function measure() {
    const entry = document.getElementById("entry");
    const sheet = theSheet();
    if (!entry) return;
    const [above, below] = [(sheet ?? entry).getBoundingClientRect(), entry.getBoundingClientRect()];
    root.setProperty("--above", `${above.top + scrollY}px`);
    root.setProperty("--asks", `${document.querySelector(".asks")?.offsetHeight ?? 0}px`);
    if (!sheet) return; // at duplicate
    root.setProperty("--below", `${Math.max(0, below.bottom - above.bottom)}px`);
    toTheEnd(sheet);
  }

  const toTheEnd = (sheet) => {
    if (!sheet.querySelector(".mark.new")) sheet.scrollTop = sheet.scrollHeight;
  };

  function toTheNew() {
    const sheet = theSheet();
    const mark = sheet?.querySelector(".mark.new");
    if (!mark || !document.getElementById("entry")) return;
    const [figure, paper] = [mark.getBoundingClientRect(), sheet.getBoundingClientRect()];
    if (figure.top < paper.top || figure.bottom > paper.bottom) sheet.scrollTop += (figure.top + figure.bottom - paper.top - paper.bottom) / 2;
    clearTimeout(timer);
    timer = setTimeout(() => {
      for (const shown of document.querySelectorAll(".mark.new")) shown.classList.remove("new");
      document.dispatchEvent(new CustomEvent("clubscore:seen")); // what others ask is shown again
      toTheEnd(theSheet());
    }, SHOWN_MS);
  }

  const heights = new ResizeObserver(measure);
  function watch() {
    heights.disconnect();
    for (const each of document.querySelectorAll("#entry, .asks, #strip")) heights.observe(each, { box: "border-box" });
    measure();
  }
  addEventListener("resize", measure);
  for (const moved of ["htmx:load", "htmx:afterSettle"]) document.addEventListener(moved, watch);
  document.addEventListener("clubscore:marked", () => { watch(); toTheNew(); });
  watch(); // before the page is seen: htmx comes after
})();
