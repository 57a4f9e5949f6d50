// Times as people say them ("2 min ago"). The server writes the clock time, which stays right wherever a page is kept.
(() => {
  const words = (then) => {
    const minutes = Math.floor((Date.now() - then) / 60000);
    if (minutes < 1) return "just now";
    if (minutes < 60) return `${minutes} min ago`;
    if (minutes < 12 * 60) return `${Math.floor(minutes / 60)} h ago`;
    return null;
  };
  const refresh = () => {
    for (const time of document.querySelectorAll("time[data-ago]")) {
      const said = words(new Date(time.dateTime));
      time.dataset.clock ??= time.textContent;
      if (time.textContent !== (said ?? time.dataset.clock)) time.textContent = said ?? time.dataset.clock;
      time.title = time.dataset.clock;
    }
  };
  refresh();
  setInterval(refresh, 20000);
  document.addEventListener("clubscore:fresh", refresh);
})();
