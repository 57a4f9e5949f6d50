// Times as people say them ("2 min ago"). The server writes the clock time, which stays right wherever a page is kept.
(() => {
  // In the reader's language: what stands around the times has the words.
  const words = (then, say) => {
    const minutes = Math.floor((Date.now() - then) / 60000);
    if (minutes < 1) return say.sayNow;
    if (minutes < 60) return say.sayMinutes.replace("{minutes}", minutes);
    if (minutes < 12 * 60) return say.sayHours.replace("{hours}", Math.floor(minutes / 60));
    return null;
  };
  const refresh = () => {
    for (const time of document.querySelectorAll("time[data-ago]")) {
      const said = words(new Date(time.dateTime), time.closest("[data-say-now]").dataset);
      time.dataset.clock ??= time.textContent;
      if (time.textContent !== (said ?? time.dataset.clock)) time.textContent = said ?? time.dataset.clock;
      time.title = time.dataset.clock;
    }
  };
  refresh();
  setInterval(refresh, 20000);
  document.addEventListener("clubscore:fresh", refresh);
})();
