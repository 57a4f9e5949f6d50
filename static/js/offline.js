// The page without a network: the last sheet that kept.js has kept, with its age. It makes way for the page that was wanted.
(() => {
  "use strict";
  const KEPT = "clubscore.sheet";
  const AGAIN_MS = 10000;
  const read = () => {
    try { return JSON.parse(localStorage.getItem(KEPT)); } catch { return null; }
  };
  const place = document.getElementById("kept");
  const language = document.documentElement.lang.replace(/^en$/, "en-GB");
  const when = (at) => {
    const [then, today] = [new Date(at), new Date()];
    const clock = then.toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
    const day = then.toLocaleDateString(language, { weekday: "long", day: "numeric", month: "long" });
    return then.toDateString() === today.toDateString() ? clock : place.dataset.sayWhen.replace("#time", clock).replace("#day", day);
  };

  // Figures lead nowhere without a network, and nothing here is live.
  function asPaper(html) {
    const sheet = new DOMParser().parseFromString(html, "text/html").body;
    for (const part of sheet.querySelectorAll("form, button, input, details, .strip")) part.remove();
    for (const link of sheet.querySelectorAll("a")) link.removeAttribute("href");
    for (const part of sheet.querySelectorAll("[hx-boost]")) part.removeAttribute("hx-boost");
    return [...sheet.childNodes];
  }

  const sheet = read();
  if (sheet) {
    place.hidden = false;
    Object.assign(document.getElementById("kept-at"), { textContent: when(sheet.at), dateTime: new Date(sheet.at).toISOString() });
    document.getElementById("kept-sheet").replaceChildren(...asPaper(sheet.html));
  }
  const isWaiting = (name) => {
    try { return name.startsWith("clubscore.draft.") && JSON.parse(localStorage.getItem(name)).waiting; } catch { return false; }
  };
  document.getElementById("unsent").hidden = !Object.keys(localStorage).some(isWaiting);

  // The page that was wanted is at this address.
  const main = document.getElementById("main");
  const again = async () => {
    try {
      if ((await fetch(main.dataset.healthz, { cache: "no-store" })).ok) location.reload();
    } catch { /* not yet */ }
  };
  if (location.pathname !== "/offline/") {
    main.querySelector(".error-way a").href = location.href;
    addEventListener("online", again);
    setInterval(again, AGAIN_MS);
  }
})();
