// Makeable contracts on a traveller, and verdicts on a scorecard: shown where scripts run, worked out by a worker when
// asked for, and for the rest of the visit without asking again. The server puts what was worked out into words.
(() => {
  "use strict";
  const ASKED = "clubscore.makeable."; // a board or a card: who asks of one board does not wait for thirty
  const SOLVED = "clubscore.solved.";
  const AT_ONCE = 6; // boards of a card in one request
  const MOST_MS = 60_000; // without a board, this device is too slow

  const kept = (name) => { try { return sessionStorage.getItem(name); } catch { return null; } };
  const keep = (name, text) => { try { sessionStorage.setItem(name, text); } catch { /* it is full or forbidden */ } };
  const kindOf = ({ dataset }) => `${ASKED}${dataset.at === "board" ? "board" : "card"}`;
  const nameOf = ({ board, owners, declared }) => `${SOLVED}${board}.${owners}.${declared}`;

  async function text(address) {
    const answer = await fetch(address, { headers: { "HX-Request": "true" } });
    if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
    return answer.text();
  }

  // Calls `found` with each deal as it is worked out.
  function workOut({ worker: script, module }, deals, found) {
    return new Promise((done, failed) => {
      const worker = new Worker(script);
      let timer;
      const end = (how, what) => { clearTimeout(timer); worker.terminate(); how(what); };
      const wait = () => { clearTimeout(timer); timer = setTimeout(() => end(failed, new Error("too slow")), MOST_MS); };
      worker.onerror = (event) => { event.preventDefault(); end(failed, new Error("no worker")); };
      worker.onmessage = ({ data }) => {
        wait();
        if (data.isDone) end(done);
        else if (data.failed) end(failed, new Error(data.failed));
        else {
          keep(nameOf(deals.find(({ board }) => board === data.board)), data.solved);
          found(data.solved);
        }
      };
      wait();
      worker.postMessage({ module, deals });
    });
  }

  // Puts each verdict beside its result.
  function place(part, scope) {
    for (const line of part.querySelectorAll("[data-slot]")) {
      const at = scope.querySelector(`[data-verdict="${CSS.escape(line.dataset.slot)}"]`);
      if (!at) continue;
      at.querySelector(".makeable-verdict")?.remove();
      const verdict = Object.assign(document.createElement("small"), { className: "second makeable-verdict" });
      verdict.append(...line.childNodes);
      at.append(verdict);
    }
  }

  async function show(ask, solved) {
    const query = solved.map((each) => `solved=${encodeURIComponent(each)}`).join("&");
    const part = new DOMParser().parseFromString(await text(ask.dataset.answer + query), "text/html").body.firstElementChild;
    const isCard = ask.dataset.at !== "board";
    place(part, isCard ? ask.closest(".scorecard") : document);
    if (isCard) return;
    document.getElementById("makeable")?.remove();
    ask.after(part);
  }

  function ofThisPart(ask, deals) {
    if (ask.dataset.at === "board") return deals;
    const shown = new Set();
    for (const { dataset } of ask.closest(".scorecard").querySelectorAll("[data-verdict]")) shown.add(dataset.verdict.split("-").at(-1));
    return deals.filter(({ board }) => shown.has(String(board)));
  }

  async function fill(ask) {
    const { deals } = JSON.parse(await text(ask.dataset.deals));
    const wanted = ofThisPart(ask, deals);
    if (!wanted.length) return ask.dataset.sayNone;
    let ready = wanted.map((deal) => kept(nameOf(deal))).filter(Boolean);
    const asked = [];
    const flush = (least) => {
      while (ready.length && ready.length >= least) asked.push(show(ask, ready.splice(0, AT_ONCE)));
    };
    flush(1);
    const rest = wanted.filter((deal) => !kept(nameOf(deal)));
    if (rest.length) {
      await workOut(ask.dataset, rest, (solved) => {
        ready.push(solved);
        flush(AT_ONCE);
      });
    }
    flush(1);
    await Promise.all(asked);
    return ask.dataset.sayDone;
  }

  // The button is gone, so that the keyboard goes on where the answer begins.
  function goOn(status) {
    const at = status.textContent ? status : document.querySelector("#makeable h2");
    at.tabIndex = -1;
    at.focus({ preventScroll: true });
  }

  async function answer(ask, isPressed) {
    const [button, status] = [ask.querySelector("button"), ask.querySelector("[role=status]")];
    button.disabled = true;
    status.textContent = ask.dataset.sayWorking;
    try {
      status.textContent = await fill(ask);
      keep(kindOf(ask), "1");
      button.hidden = true;
      ask.hidden = !status.textContent;
      if (isPressed) goOn(status);
    } catch {
      status.textContent = ask.dataset.sayFailed;
      button.disabled = false;
    }
  }

  // One after the other: a page may have two cards, and a phone has one processor to spare.
  let last = Promise.resolve();
  for (const ask of document.querySelectorAll(".makeable-ask")) {
    ask.hidden = false;
    ask.querySelector("button").addEventListener("click", () => answer(ask, true));
    if (kept(kindOf(ask))) last = last.then(() => answer(ask, false));
  }
})();
