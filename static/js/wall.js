// The clock of a screen on the wall, and a screen that stays awake where the browser lets it.
"use strict";
{
  const clock = document.getElementById("wall-clock");
  // The server writes when a round ends, which stays right without this script.
  const left = (time) => {
    const say = document.getElementById("wall").dataset;
    const minutes = Math.ceil((Date.parse(time.dateTime) - Date.now()) / 60000);
    const words = minutes > 0 ? say.sayLeft.replace("{minutes}", minutes) : say.sayOver;
    if (time.textContent !== words) time.textContent = words;
  };
  const tick = () => {
    document.querySelectorAll("time[data-ends]").forEach(left);
    const now = new Date().toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
    if (clock.textContent !== now) clock.textContent = now;
  };
  // A screen that was hidden has lost its lock, and asks again.
  const stayAwake = async () => {
    if (document.visibilityState !== "visible") return;
    try {
      await navigator.wakeLock?.request("screen");
    } catch { /* no battery for it, or not allowed: the screen's own settings decide */ }
  };
  tick();
  setInterval(tick, 1000);
  stayAwake();
  document.addEventListener("visibilitychange", stayAwake);
}
