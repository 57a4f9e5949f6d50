// The room: what is mine stands first. It is fetched anew when my table, my session or my seats have changed.
"use strict";
{
  const mine = () => [...document.querySelectorAll("#mine [data-card]")].map((own) => own.dataset.card);
  const room = () => document.getElementById("room");
  const isBrought = () => (room()?.dataset.seated ?? "").split(" ").includes(document.body.dataset.member);
  const known = new Map();

  // How my table or my session stands: its moves, or the words of its card without the times, which pass by themselves.
  const standing = (id) => {
    const move = room()?.dataset.moves.split(" ").find((each) => each.startsWith(`${id}:`));
    if (move) return move;
    const card = document.getElementById(id)?.cloneNode(true);
    card?.querySelectorAll("time").forEach((time) => time.remove());
    return card?.textContent;
  };

  const hasChanged = (id) => {
    const before = known.get(id);
    known.set(id, standing(id));
    return before !== known.get(id);
  };

  // My table stands above: it is not shown again among the others. Who sits at a table is not asked to sit down there.
  const hideOwn = () => {
    for (const button of document.querySelectorAll("[data-here]")) {
      button.hidden = button.dataset.here.split(" ").includes(document.body.dataset.member);
    }
    for (const own of document.querySelectorAll(".mine-table")) {
      document.getElementById(own.dataset.card)?.toggleAttribute("hidden", true);
    }
  };

  mine().forEach(hasChanged);
  hideOwn();

  document.addEventListener("clubscore:fresh", () => {
    const changed = mine().map(hasChanged).some(Boolean);
    hideOwn();
    if (!changed && !(isBrought() && !document.querySelector(".mine-table"))) return;
    htmx.ajax("GET", location.pathname, { target: "#mine", select: "#mine", swap: "outerHTML" });
  });

  // A round whose time is up no longer says when it ends.
  setInterval(() => {
    for (const time of document.querySelectorAll("time[data-until]")) {
      if (new Date(time.dateTime) < new Date()) time.textContent = time.dataset.until;
    }
  }, 5000);
}
