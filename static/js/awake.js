// While deals are entered on this page the screen stays awake, and a deal that is recorded ticks: where the device can,
// and where its choices (/members/me/device/) allow it.
(() => {
  "use strict";
  const TICK_MS = 20;
  const theForm = () => document.querySelector("#entry #deal-form");
  let lock = null;

  async function stayAwake() {
    if (lock || document.visibilityState !== "visible" || theForm()?.dataset.awake !== "on") return;
    try {
      lock = await navigator.wakeLock?.request("screen");
      lock?.addEventListener("release", () => { lock = null; });
    } catch { /* the battery is low, or the browser does not want to */ }
  }

  document.addEventListener("visibilitychange", stayAwake);
  document.addEventListener("htmx:load", stayAwake);
  document.addEventListener("clubscore:answered", (event) => {
    if (event.detail.isRecorded && event.target.dataset.tick === "on") navigator.vibrate?.(TICK_MS);
  });
})();
