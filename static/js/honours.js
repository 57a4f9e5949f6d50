// Royal auction: when three hands have told their honours, the fourth holds what is left of them.
(() => {
  "use strict";
  const hands = (form) => [...form.querySelectorAll(".holding")];
  const keysOf = (hand) => [...hand.querySelectorAll("input")];
  const held = (hand) => Number(keysOf(hand).find((key) => key.checked)?.value || 0);
  const inPack = (form) => (form.querySelector('[name="contract"]:checked')?.value.endsWith("NT") ? 4 : 5);

  function fill(form) {
    const open = hands(form).filter((hand) => !("told" in hand.dataset));
    const left = inPack(form) - hands(form).filter((hand) => "told" in hand.dataset).reduce((sum, hand) => sum + held(hand), 0);
    if (open.length !== 1 || left < 0) return false;
    const key = keysOf(open[0]).find((each) => Number(each.value || 0) === left);
    if (!key || key.checked) return false;
    key.checked = true;
    return true;
  }

  // A tap on 0, which is down already, tells as well; but no browser calls it an input.
  document.addEventListener("click", (event) => {
    const hand = event.target.matches("input") && event.target.closest(".holding");
    if (!hand) return;
    hand.dataset.told = "";
    if (fill(event.target.form)) hand.dispatchEvent(new Event("input", { bubbles: true }));
  });

  // Before others hear of it, so that the draft and the preview have the fourth hand, too.
  document.addEventListener("input", (event) => {
    const hand = event.target.closest(".holding");
    const form = event.target.closest("form");
    if (!form) return;
    if (hand) hand.dataset.told = "";
    if (hand || event.target.name === "contract") fill(form);
  }, true);

  for (const emptied of ["reset", "clubscore:answered"]) {
    document.addEventListener(emptied, (event) => {
      if (event.detail?.isRecorded !== false) for (const hand of event.target.querySelectorAll(".holding")) delete hand.dataset.told;
    });
  }
})();
