// A duplicate table and its director: the clock of the round counts down. On a phone at the table the page is fetched anew when something changes at
// its own table, and a player's goes to the next table when its round begins. Without this script the clock says when the round ends, and the page asks again by itself.
(() => {
  "use strict";
  const own = document.querySelector(".at-table[data-round]");

  let isLeaving = false; // an answer is on its way: fetched anew, this page would stay instead of going on
  document.addEventListener("submit", (event) => { isLeaving ||= !event.defaultPrevented; });

  document.addEventListener("clubscore:fresh", (event) => {
    if (!own || isLeaving) return;
    const { stage } = event.target.querySelector("[data-stage]").dataset;
    const [round] = stage.split("-");
    const now = event.target.querySelector(`[data-table="${own.dataset.table}"]`)?.value;
    const hasBegun = round !== own.dataset.round;
    const isNews = own.dataset.stage ? own.dataset.stage !== stage : now !== undefined && now !== own.dataset.mark;
    if (!hasBegun && !isNews) return;
    const notice = document.getElementById("stage-moved");
    const there = hasBegun ? own.dataset.own : undefined;
    if (there) notice.querySelector("a").href = there;
    if (document.querySelector("[data-dirty]")) notice.hidden = false;
    else if (there) location.assign(there);
    else location.reload();
  });

  const tick = () => {
    const clock = document.querySelector("[data-say-left]");
    if (!clock) return;
    const seconds = Math.round((Date.parse(clock.dataset.ends) - Date.now()) / 1000);
    const [minutes, rest] = [Math.trunc(Math.abs(seconds) / 60), Math.abs(seconds) % 60];
    if (seconds < -99 * 60) return; // nobody counts down any more: the time when it ended stays
    clock.querySelector("b").textContent = `${minutes}:${String(rest).padStart(2, "0")}`;
    clock.querySelector("small").textContent = seconds < 0 ? clock.dataset.sayOver : clock.dataset.sayLeft;
    clock.toggleAttribute("data-over", seconds < 0);
    const share = (100 * seconds) / (Number(clock.dataset.minutes) * 60);
    clock.querySelector(".clock-left")?.setAttribute("stroke-dasharray", `${Math.max(0, Math.min(100, share))} 100`);
  };
  tick();
  setInterval(tick, 1000);
  document.addEventListener("htmx:afterSwap", tick); // the director's page fetches its clock anew
})();
