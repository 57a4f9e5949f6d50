// The entry of a deal: keys for the typed line, a draft that outlives a reload, and a deal that is sent even when the
// connection is not there. Everything here is a comfort; the form records without it.
(() => {
  "use strict";
  const WRITTEN = ["note", "line"];
  const AGAIN_MS = 3000;
  // Words stand beside the form, in the reader's language, with {deal} or {link} where something is put in.
  const theWords = () => document.getElementById("entry-words").dataset;
  const withDeal = (words, deal) => words.replace("{deal}", () => deal);
  const BACK_AS_TYPED = new Set([409, 422]);
  const NOT_NOW = new Set([429, 502, 503, 504, 507]);

  const theForm = () => document.querySelector("#entry #deal-form"); // a correction has keys of its own
  const part = (form, selector) => form.querySelector(selector);
  const fieldsOf = (form) => [...new Set([...form.querySelectorAll(".facts [name]:not([type=hidden])")].map((field) => field.name))];
  const tapsOf = (form) => fieldsOf(form).filter((name) => !WRITTEN.includes(name));
  const isTick = (field) => field?.type === "checkbox";
  const valueOf = (form, name) => {
    const field = form.elements[name];
    return isTick(field) && !field.checked ? "" : field?.value.trim() ?? "";
  };
  const valuesOf = (form) => Object.fromEntries(fieldsOf(form).map((name) => [name, valueOf(form, name)]));
  const isTouched = (form) => fieldsOf(form).some((name) => valueOf(form, name) !== "");
  const say = (form, ...words) => part(form, "#entry-state").replaceChildren(...words);

  // The draft: what was tapped and typed, kept by the browser until the deal is recorded.
  const drafts = {
    name: (form) => `clubscore.draft.${form.dataset.draft}`,
    read(form) {
      try { return JSON.parse(localStorage.getItem(this.name(form))); } catch { return null; }
    },
    keep(form, waiting = false) {
      const draft = { values: valuesOf(form), waiting, key: form.elements.key.value, number: valueOf(form, "number"), revision: revisionOf(form), language: form.elements.language.value };
      try { localStorage.setItem(this.name(form), JSON.stringify(draft)); } catch { /* full or forbidden: no draft */ }
    },
    drop(form) {
      try { localStorage.removeItem(this.name(form)); } catch { /* forbidden: there is none */ }
    },
  };

  // A deal on its way keeps the revision that its scorer saw, however often it is sent and whatever arrives meanwhile.
  const revisionOf = (form) => form.dataset.seen ?? valueOf(form, "revision");

  // The form is for one deal, and stays for it when the sheet under it moves on: what another scorer records meanwhile
  // is not recorded a second time. Only an untouched form is for whatever deal is next.
  const theSheet = () => document.getElementById("sheet")?.dataset; // none at duplicate, where a form is for its board

  function meanwhile(form) {
    const sheet = theSheet();
    const [own, next] = [Number(valueOf(form, "number")), Number(sheet?.next)];
    if (!sheet || own === next) return "";
    if (next > own) return withDeal(theWords().sayRecorded, sheet.lastCalled);
    return withDeal(theWords().sayUndone, sheet.nextCalled);
  }

  document.addEventListener("clubscore:fresh", (event) => {
    const form = theForm();
    const stage = event.target.querySelector("#sheet")?.dataset.stage;
    if (!form || form.dataset.seen || stage !== event.target.dataset.stage) return; // on its way, or for another rubber
    if (isTouched(form)) part(form, ".facts").dispatchEvent(new Event("input", { bubbles: true })); // it may score otherwise
    else changed(form);
    say(form, meanwhile(form));
  });

  function start(form) {
    form.dataset.ready = "";
    const draft = isTouched(form) ? null : drafts.read(form);
    if (draft) restore(form, draft);
    if (location.search.includes("line=")) history.replaceState(null, "", location.pathname); // a reload is no second entry
    if (draft?.waiting) form.requestSubmit();
    else changed(form);
  }

  function restore(form, draft) {
    for (const [name, value] of Object.entries(draft.values)) {
      const field = form.elements[name];
      if (isTick(field)) field.checked = value !== "";
      else if (field) field.value = value;
    }
    if (draft.values.line) form.elements.language.value = draft.language ?? "en-gb"; // kept when lines were English alone
    for (const chosen of form.querySelectorAll("details :checked:not([value=''])")) chosen.closest("details").open = true;
    if (draft.waiting) {
      form.elements.key.value = draft.key;
      form.dataset.seen = draft.revision;
    }
    form.elements.number.value = draft.number;
    say(form, meanwhile(form));
    part(form, ".facts").dispatchEvent(new Event("input", { bubbles: true }));
  }

  function changed(form) {
    const touched = isTouched(form);
    if (!valueOf(form, "line")) form.elements.language.value = form.elements.language.dataset.page; // one begun earlier keeps its own; a browser that translates changes lang
    form.toggleAttribute("data-dirty", touched);
    if (touched) drafts.keep(form);
    else {
      form.elements.number.value = theSheet()?.next ?? valueOf(form, "number");
      drafts.drop(form);
    }
    if (!isComplete(form)) part(form, "#record").disabled = true;
  }

  const isComplete = (form) =>
    valueOf(form, "line") !== "" ||
    valueOf(form, "contract") === "P" ||
    ["contract", "declarer", "result"].every((name) => valueOf(form, name) !== "");

  // The gold key follows the taps at once; the server's preview, a moment later, adds the figures and has the last word.
  function announce(form) {
    const record = part(form, "#record");
    record.disabled = !isComplete(form);
    part(record, ".record-deal").textContent = record.disabled ? theWords().sayRecord : withDeal(theWords().sayRecordDeal, inShort(form));
    part(record, ".record-effect")?.remove();
    part(form, "#preview").classList.add("preview-stale");
  }

  function inShort(form) {
    if (valueOf(form, "line")) return valueOf(form, "line");
    const face = (name) => part(form, `[name="${name}"]:checked`).closest("label").textContent.trim();
    if (valueOf(form, "contract") === "P") return theWords().sayPassedOut;
    const letter = part(form, '[name="declarer"]:checked').closest("label").querySelector("small").textContent;
    return `${face("contract")}${valueOf(form, "risk")} ${letter} ${face("result")}`;
  }

  let changes = 0; // counted, so that a preview of what was there before is not shown
  let previewed = 0;
  let pressed = null; // a Record that is replaced under the finger is a tap that is lost

  document.addEventListener("pointerdown", (event) => { pressed = event.target; });
  for (const released of ["pointerup", "pointercancel"]) {
    document.addEventListener(released, () => setTimeout(() => { pressed = null; })); // by then it was clicked
  }

  function previewAgain() {
    const form = theForm();
    if (form && !form.dataset.seen) part(form, ".facts").dispatchEvent(new Event("input", { bubbles: true }));
  }

  document.addEventListener("input", (event) => {
    const form = event.target.closest("#entry #deal-form");
    if (!form) return;
    if (form.elements.line && tapsOf(form).includes(event.target.name)) form.elements.line.value = "";
    if (form !== theForm()) return;
    changes += 1;
    changed(form);
    announce(form);
  });

  // Nothing tapped, nothing typed, nothing unfolded: as the page first came.
  function clear(form) {
    const fields = fieldsOf(form);
    for (const field of form.elements) {
      if (field.type === "radio") field.checked = field.value === "";
      else if (isTick(field)) field.checked = false;
      else if (fields.includes(field.name)) field.value = "";
    }
  }

  document.addEventListener("reset", (event) => {
    if (event.target !== theForm()) return;
    event.preventDefault(); // a form sent back with its taps would be reset to those
    if (event.target.dataset.seen) return; // it is on its way
    clear(event.target);
    say(event.target);
    part(event.target, ".facts").dispatchEvent(new Event("input", { bubbles: true }));
    event.target.elements.contract[0].focus({ preventScroll: true }); // the key that cleared it is gone
  });

  // While a line is typed the taps stay on the screen but do not count; a tap clears the line and they count again.
  document.addEventListener("formdata", (event) => {
    const form = event.target;
    if (form !== theForm()) return;
    if (valueOf(form, "line")) tapsOf(form).forEach((name) => event.formData.delete(name));
    if (form.dataset.seen) event.formData.set("revision", form.dataset.seen);
  });

  document.addEventListener("keydown", (event) => {
    const form = theForm();
    if (!form || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.target.name === "contract") walk(event, form);
    const types = event.target.closest("textarea, select, dialog, [contenteditable], input:not([type=radio], [type=checkbox])");
    if (form.dataset.keys === "off" || types || part(form, ".facts").inert || !/^[1-7pP/]$/.test(event.key)) return;
    form.elements.line.focus({ preventScroll: form.dataset.step === "box" }); // the key itself then lands in the line
    if (event.key === "/") event.preventDefault();
  });

  // Up and down in the bidding box go by rows, as the eye does.
  function walk(event, form) {
    const rows = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!rows) return;
    event.preventDefault();
    const bids = [...form.elements.contract];
    const columns = Math.floor(bids.length / 7);
    const to = bids[Math.min(bids.indexOf(event.target) + rows * columns, bids.length - 1)];
    if (!to) return;
    to.focus();
    to.click();
  }

  // Sending. The key makes the same deal sent twice one deal, so sending again is always safe.
  const isSending = (event) => event.detail.requestConfig?.elt?.id === "deal-form";
  let again;
  let goesOnAt = null; // where the next deal is entered: what is on its way can hold no focus

  function whereToGoOn(form) {
    const at = document.activeElement;
    if (at === form.elements.line) return at;
    return at === document.body || form.contains(at) ? form.elements.contract[0] : null;
  }

  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.detail.target?.id === "preview") previewed = changes;
    if (!isSending(event)) return;
    const form = theForm();
    clearTimeout(again);
    goesOnAt = whereToGoOn(form) ?? goesOnAt;
    form.dataset.seen = revisionOf(form);
    part(form, ".facts").inert = true;
    part(form, "#record").disabled = true;
    drafts.keep(form, true);
  });

  function wait(form, words) {
    if (!form) return;
    say(form, words);
    again = setTimeout(() => theForm()?.requestSubmit(), AGAIN_MS);
  }

  function giveBack(form, ...words) {
    delete form.dataset.seen;
    part(form, ".facts").inert = false;
    part(form, "#record").disabled = false;
    drafts.keep(form);
    say(form, ...words);
  }

  function signedOut(form) {
    const link = Object.assign(document.createElement("a"), { href: location.href, textContent: theWords().saySignIn });
    const [before, after] = theWords().saySignedOut.split("{link}");
    giveBack(form, before, link, after);
  }

  for (const lost of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(lost, (event) => {
      const form = theForm();
      if (isSending(event)) wait(form, theWords().sayUnsent);
      else if (form && event.detail.target?.id === "preview") {
        const words = Object.assign(document.createElement("p"), { className: "slip-missing", textContent: theWords().sayNoPreview });
        part(form, ".slip").replaceChildren(words, part(form, ".clear"));
        part(form, "#preview").classList.remove("preview-stale");
      }
    });
  }

  // Before anything is made of an answer: was it one, and to what?
  document.addEventListener("htmx:beforeOnLoad", (event) => {
    const { xhr, requestConfig, target } = event.detail;
    const sending = isSending(event);
    if (!sending && target?.id !== "preview") return;
    const form = theForm();
    const landed = xhr.responseURL && new URL(xhr.responseURL).pathname;
    const ledAway = landed && landed !== new URL(requestConfig.path, location.href).pathname; // to the sign-in page
    if (ledAway || xhr.status === 401 || xhr.status === 403) {
      event.preventDefault();
      signedOut(form);
    } else if (!sending && previewed !== changes) {
      event.preventDefault();
    } else if (!sending && target.contains(pressed)) {
      event.preventDefault();
      setTimeout(previewAgain, 200);
    } else if (sending && xhr.status < 300) {
      clear(form);
      drafts.drop(form);
      if (xhr.status === 204) form.removeAttribute("data-dirty"); // it was the last: live.js brings what follows
    } else if (sending && NOT_NOW.has(xhr.status)) {
      wait(form, xhr.status === 507 ? theWords().sayFull : theWords().sayNotYet);
    } else if (sending && !BACK_AS_TYPED.has(xhr.status)) {
      giveBack(form, theWords().sayFailed);
    }
  });

  window.addEventListener("online", () => {
    const form = theForm();
    if (form?.dataset.seen) form.requestSubmit();
    else if (form?.hasAttribute("data-dirty")) part(form, ".facts").dispatchEvent(new Event("input", { bubbles: true }));
  });

  // The answer to a deal leaves the keys where they are: they can be tapped again, for the next deal or to mend this one.
  document.addEventListener("htmx:afterSwap", (event) => {
    if (!isSending(event)) return;
    const form = theForm();
    if (!form) return;
    delete form.dataset.seen;
    part(form, ".facts").inert = false;
    if (event.detail.xhr.status < 300) for (const folded of form.querySelectorAll("details[open]")) folded.open = false;
    changed(form);
    form.dispatchEvent(new CustomEvent("clubscore:answered", { bubbles: true, detail: { isRecorded: event.detail.xhr.status < 300 } }));
    if (document.activeElement === document.body) {
      const isAskedAgain = part(form, '[name="sure"]') !== null;
      (isAskedAgain ? part(form, "#record") : goesOnAt)?.focus({ preventScroll: true });
    }
    goesOnAt = null;
  });

  document.addEventListener("htmx:load", () => {
    const tooLate = document.getElementById("too-late");
    if (tooLate) drafts.drop(tooLate); // it tells what was entered, and no form of this rubber will come again
    const form = theForm();
    if (form && !("ready" in form.dataset)) start(form);
  });
})();
