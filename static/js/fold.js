// The entry on a narrow screen, one thing at a time: the bidding box folds to a chip when a contract is tapped, and
// unfolds when the chip is. `data-step` says what is shown: box, play, line, or all of it. Without this script all is.
(() => {
  "use strict";
  const theForm = () => document.querySelector(".entry #deal-form");
  const chosen = (form) => form.querySelector('[name="contract"]:checked');
  let byKeys = false; // the arrow keys walk through the box: it must not fold under them

  document.addEventListener("keydown", () => { byKeys = true; }, true);
  document.addEventListener("pointerdown", () => { byKeys = false; }, true);

  function show(form, step) {
    if (form.dataset.step === step) return;
    const hadFocus = form.querySelector(".facts").contains(document.activeElement);
    form.dataset.step = step;
    if (step === "play" && hadFocus && form.querySelector(".box").contains(document.activeElement)) chip(form).focus({ preventScroll: true });
  }

  const chip = (form) => form.querySelector("#contract-chip");

  function name(form) {
    const key = chosen(form);
    chip(form).hidden = !key;
    if (!key) return;
    const face = key.nextElementSibling.cloneNode(true);
    face.className = `chip-face ${key.closest(".bid") ? "bid-face" : ""}`;
    if (key.closest(".bid")) face.dataset.strain = key.closest(".bid").dataset.strain;
    chip(form).querySelector(".chip-face").replaceWith(face);
    chip(form).setAttribute("aria-label", `${key.getAttribute("aria-label")}: ${chip(form).querySelector(".chip-change").textContent}`);
  }

  function sync(form) {
    name(form);
    if (form.elements.line?.value.trim()) show(form, "line");
    else if (!chosen(form)) show(form, "box");
    else if (["line", undefined].includes(form.dataset.step)) show(form, "play");
  }

  document.addEventListener("click", (event) => {
    const form = event.target.closest(".entry #deal-form");
    if (!form) return;
    if (event.target.closest("#contract-chip")) {
      show(form, "box");
      chosen(form)?.focus({ preventScroll: true });
    } else if (event.target.name === "contract") {
      name(form);
      show(form, byKeys ? "all" : "play");
    }
  });

  for (const change of ["input", "clubscore:answered"]) {
    document.addEventListener(change, (event) => {
      const form = event.target.closest(".entry #deal-form");
      if (form) sync(form);
    });
  }
  const begun = new WeakSet();
  document.addEventListener("htmx:load", () => {
    const form = theForm();
    if (!form || begun.has(form)) return;
    begun.add(form);
    delete form.dataset.step; // a draft may be back by now
    sync(form);
  });
  if (theForm()) sync(theForm()); // before the page is seen: htmx comes after
})();
