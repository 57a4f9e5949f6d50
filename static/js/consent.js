// The cards of agreement: fetched anew when the sheet is fresh, but never under somebody's typing. Typing may begin while
// they are on their way: then they are not shown either.
(() => {
  "use strict";
  const theRegion = () => document.getElementById("consent");
  const isTyping = (region) =>
    region.querySelector("form[data-dirty]") !== null ||
    region.contains(document.activeElement?.closest("input, select")) ||
    region.contains(pressed);
  let pressed = null; // a button that vanishes under the finger is a tap that is lost
  let isStale = false;
  let asking = 0; // requests of the cards under way: a tap is not to be overtaken by a look, nor a look by another
  let sending = 0; // those of them that are taps
  let openBefore = [];
  let wasAsked = false; // whether the focus was in what is asked
  let hadFocus = false; // whether the focus was in the cards before they were replaced

  // What a tap has done is read before the cards come anew: spoken.js takes it away.
  const isRead = (region) => region.querySelector(".agreed") !== null;

  function refresh() {
    const region = theRegion();
    if (!region) return;
    isStale = asking > 0 || isTyping(region) || isRead(region);
    if (!isStale) htmx.trigger(region, "stale");
  }

  const isOurs = (event) => event.detail.target?.id === "consent";
  const isTap = (event) => event.detail.requestConfig?.verb === "post";

  document.addEventListener("htmx:beforeRequest", (event) => {
    if (!isOurs(event)) return;
    asking += 1;
    if (isTap(event)) sending += 1;
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    if (!isOurs(event)) return;
    asking -= 1;
    if (isTap(event)) sending -= 1;
    if (isStale) setTimeout(() => isStale && refresh());
  });

  // A sheet of another stage: live.js fetches the whole page anew.
  const hasMovedOn = (live) => {
    const stage = live.querySelector(":scope > [data-stage]")?.dataset.stage;
    return stage !== undefined && live.dataset.stage !== undefined && stage !== live.dataset.stage;
  };

  document.addEventListener("clubscore:fresh", (event) => {
    if (event.target.id === "live" && !hasMovedOn(event.target)) refresh();
  });

  const isFilled = (field) => (field.matches("select") ? field.selectedIndex > 0 : field.value !== "");

  document.addEventListener("input", (event) => {
    const form = event.target.closest("#consent form");
    form?.toggleAttribute("data-dirty", [...form.querySelectorAll("select, input[type=password], input[type=text]")].some(isFilled));
  });

  document.addEventListener("focusout", (event) => {
    if (isStale && event.target.closest("#consent")) setTimeout(() => isStale && refresh());
  });

  document.addEventListener("pointerdown", (event) => { pressed = event.target; });
  for (const released of ["pointerup", "pointercancel"]) {
    document.addEventListener(released, () => setTimeout(() => { // by then it was clicked
      pressed = null;
      if (isStale) refresh();
    }));
  }

  // Folded cards stay as they were; a borrowed device is handed back, unless what was sent is refused.
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (!isOurs(event)) return;
    if (!isTap(event) && (sending || isTyping(event.detail.target))) {
      event.detail.shouldSwap = false;
      isStale = true;
      return;
    }
    hadFocus = event.detail.target.contains(document.activeElement);
    wasAsked = document.activeElement.closest(".asks") !== null;
    openBefore = [...event.detail.target.querySelectorAll("details")].map((details) => [details.id, details.open]);
  });
  document.addEventListener("htmx:afterSwap", (event) => {
    if (!isOurs(event)) return;
    const isRefused = event.detail.xhr?.status === 409;
    for (const [id, open] of openBefore) {
      const details = document.getElementById(id);
      const isSent = event.detail.requestConfig?.elt?.closest(`#${CSS.escape(id)}.lend`);
      if (details) details.open = open && (isRefused || !isSent);
    }
    // A button that has done its work is gone: who pressed it reads on at the head of the cards, or of what is next.
    const next = document.querySelector(".asks .ask") ? null : document.getElementById("next-rubber-title");
    if (hadFocus && ((wasAsked && next) || document.activeElement === document.body)) (next ?? document.getElementById("consent-title")).focus({ preventScroll: true });
  });

  document.addEventListener("clubscore:faded", () => { if (isStale) refresh(); });

  // A tap that was not taken is told, where the button still is: it can be pressed again.
  for (const lost of ["htmx:responseError", "htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(lost, (event) => {
      if (!isOurs(event) || !isTap(event)) return;
      const notice = Object.assign(document.createElement("p"), { id: "not-taken", className: "notice", role: "alert" });
      notice.textContent = document.getElementById("consent").dataset.sayNotTaken;
      document.getElementById("not-taken")?.remove();
      event.detail.elt.after(notice);
    });
  }

  // A session that has ended answers with the sign-in page: show that instead of a hole.
  document.addEventListener("htmx:beforeOnLoad", (event) => {
    const { xhr, requestConfig, target } = event.detail;
    if (target?.id !== "consent" || !xhr.responseURL) return;
    if (new URL(xhr.responseURL).pathname === new URL(requestConfig.path, location.href).pathname) return;
    event.preventDefault();
    location.reload();
  });
})();
