// What has just been recorded or agreed is said to those who listen: in a log that stays, because a region that is
// replaced with its words is not read out.
(() => {
  "use strict";
  const LINES = 5;
  const SHOWN_MS = 3000;
  const log = document.getElementById("spoken");
  const newest = () => document.getElementById("sheet")?.dataset.spoken ?? "";
  let said = newest(); // what the page came with is there to be read

  function say(words) {
    if (!log || !words) return;
    log.append(Object.assign(document.createElement("p"), { textContent: words }));
    while (log.children.length > LINES) log.firstElementChild.remove();
  }

  document.addEventListener("clubscore:marked", () => {
    if (newest() === said) return;
    said = newest();
    say(said);
  });
  document.addEventListener("htmx:afterSwap", (event) => {
    const done = document.querySelector("#consent .agreed");
    if (event.detail.target?.id !== "consent" || !done) return;
    say(done.textContent);
    setTimeout(() => fade(done), SHOWN_MS);
  });

  // The keys below it do not jump: the sheet above gives and takes the room.
  function fade(done) {
    const asks = done.closest(".asks");
    if (!asks) return;
    const hadFocus = asks.contains(document.activeElement);
    done.remove();
    if (!asks.querySelector(".ask, .notice")) {
      asks.remove();
      if (hadFocus) document.getElementById("entry")?.focus({ preventScroll: true });
    }
    document.dispatchEvent(new CustomEvent("clubscore:faded"));
  }
})();
