// A deal that still waits on this device when its rubber is over: it is sent, and the answer says what becomes of it.
(() => {
  "use strict";
  const place = document.getElementById("waiting-draft");
  if (!place) return;
  const name = `clubscore.draft.${place.dataset.draft}`;
  const read = () => {
    try { return JSON.parse(localStorage.getItem(name)); } catch { return null; }
  };

  // As entry.js sends it: beside a typed line no tap counts.
  function bodyOf({ values, key, number, revision, language }) {
    const { line, note } = values;
    const csrfmiddlewaretoken = document.querySelector("[name=csrfmiddlewaretoken]").value;
    const facts = line ? { line, note: note ?? "" } : values;
    return new URLSearchParams({ ...facts, key, number, revision, language, csrfmiddlewaretoken });
  }

  async function send() {
    const draft = read();
    if (!draft?.waiting || !place.isConnected) return;
    try {
      const options = { method: "POST", headers: { "HX-Request": "true" }, redirect: "manual", body: bodyOf(draft) };
      const answer = await fetch(place.dataset.address, options);
      if (answer.status === 409) htmx.swap(place, await answer.text(), { swapStyle: "outerHTML" }); // entry.js drops the draft
      if (!answer.ok) return;
      localStorage.removeItem(name);
      location.reload();
    } catch { /* no network yet */ }
  }

  addEventListener("online", send);
  send();
})();
