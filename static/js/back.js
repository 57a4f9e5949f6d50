// A page that waits while the server starts anew: it leads back as soon as the club answers again. It never leaves for a
// server that is not there, so nobody sees the browser's own page of a refused connection.
(() => {
  "use strict";
  const EVERY_MS = 500;
  const AT_LAST_MS = 15_000; // the club was never seen to be away
  const begun = performance.now();
  let wasAway = false;

  async function isThere() {
    try {
      return (await fetch("/healthz", { cache: "no-store" })).ok;
    } catch {
      return false;
    }
  }

  async function look() {
    const there = await isThere();
    wasAway ||= !there;
    if (there && (wasAway || performance.now() - begun > AT_LAST_MS)) location.assign(document.querySelector("[data-back]").href);
    else setTimeout(look, EVERY_MS);
  }

  look();
})();
