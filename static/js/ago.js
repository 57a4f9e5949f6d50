// Times as people say them ("2 min ago"). The server writes the clock time, which stays right wherever a page is kept.
(() => {
  const [now, some, hours] = document.body.dataset.sayAgo.split("|"); // # stands for the number
  const words = (then) => {
    const minutes = Math.floor((Date.now() - then) / 60000);
    if (minutes < 1) return now;
    if (minutes < 60) return some.replace("#", minutes);
    if (minutes < 12 * 60) return hours.replace("#", Math.floor(minutes / 60));
  };
  const refresh = () => {
    for (const time of document.querySelectorAll("time[data-ago]")) {
      const clock = time.title ||= time.textContent;
      const said = words(new Date(time.dateTime)) ?? clock;
      if (time.textContent !== said) time.textContent = said;
    }
  };
  refresh();
  setInterval(refresh, 20000);
  document.addEventListener("clubscore:fresh", refresh);
})();
