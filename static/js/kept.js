// Keeps the last sheet that this device saw, for the page without a network (offline.js); signing out, and another member,
// remove it. Only where the browser allows a service worker.
(() => {
  "use strict";
  const KEPT = "clubscore.sheet";
  const HOLD_MS = 30000;
  const { member } = document.body.dataset; // "" when signed out, none where the page does not know
  let isForgotten = false;

  const read = () => {
    try { return JSON.parse(localStorage.getItem(KEPT)); } catch { return null; }
  };
  const forget = () => {
    try { localStorage.removeItem(KEPT); } catch { /* forbidden: there is none */ }
  };

  function keep() {
    const live = document.querySelector(".play > #live");
    if (isForgotten || !member || !live?.querySelector("#sheet")) return;
    const sheet = { member, at: Date.now(), html: live.innerHTML };
    try { localStorage.setItem(KEPT, JSON.stringify(sheet)); } catch { /* full or forbidden: nothing is kept */ }
  }

  const isLive = () => document.getElementById("live-state")?.dataset.state === "live";

  if (member !== undefined && read()?.member !== member) forget();
  document.addEventListener("submit", (event) => {
    if (event.target.getAttribute("action") === "/sign-out/") { isForgotten = true; forget(); }
  });
  // Another window has signed out.
  addEventListener("storage", (event) => { if (event.key === KEPT && event.newValue === null) isForgotten = true; });

  if ("serviceWorker" in navigator) {
    keep();
    for (const name of ["clubscore:fresh", "clubscore:answered"]) document.addEventListener(name, keep);
    setInterval(() => { if (isLive()) keep(); }, HOLD_MS);
    addEventListener("load", () => navigator.serviceWorker.register("/service-worker.js").catch(() => { /* not allowed */ }));
  }
})();
