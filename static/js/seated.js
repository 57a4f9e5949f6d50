// A live region that names this member among those whom another has brought to a table: the notice is fetched.
"use strict";
{
  const place = document.getElementById("seat-notice-place");
  const isNamed = (region) =>
    (region.querySelector("[data-seated]")?.dataset.seated ?? "").split(" ").includes(place.dataset.member);
  let asked = false; // once a page: who has answered, or was answered with nothing, is not asked at each deal

  document.addEventListener("clubscore:fresh", (event) => {
    if (!place || asked || place.querySelector(".message") || !isNamed(event.target)) return;
    asked = true;
    htmx.ajax("GET", place.dataset.url, { target: place, swap: "innerHTML" });
  });
}
