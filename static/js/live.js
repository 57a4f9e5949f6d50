// Live regions: <div data-live="/live/rubber/41/NS" data-poll="/rubbers/41/sheet/?view=NS" data-revision="7">…</div>
// The server sends the newest HTML of the region over an event stream; while there is no stream the page asks for it.
"use strict";
{
  const STREAMS = 4;          // of the six connections that a browser allows itself for one host
  const SILENCE = 5000;       // ms without contact, after which the page says how old it is
  const NEW = 2000;           // ms for which a figure is new
  const clock = (time) => new Date(time).toLocaleTimeString(document.documentElement.lang);
  const [live, lost, reconnecting] = document.body.dataset.sayLive.split("|"); // # stands for the time
  const isShown = () => document.visibilityState === "visible";
  const regions = [];
  let isLeaving = false;

  class Region {
    constructor(element, mayStream) {
      Object.assign(this, { element, mayStream, source: null, isLive: false, tries: 0, nextPoll: 0, shown: 0 });
      this.contact = this.lostAt = Date.now();   // the page itself has just come from the server
      this.isOver = this.#isFinished();
      this.known = new Map(this.#figures().map((figure) => [figure.id, -Infinity]));
      this.open();
    }

    open() {
      this.close();
      if (this.isOver || !isShown() || !this.mayStream) return;
      const revision = encodeURIComponent(this.element.dataset.revision ?? "");
      const source = this.source = new EventSource(`${this.element.dataset.live}?revision=${revision}&language=${document.documentElement.lang}`);
      source.addEventListener("beat", (event) => {
        this.tries = 0;
        this.patience = Number(event.data) * 1000 + SILENCE;
        this.#heard();
      });
      source.addEventListener("frame", (event) => {
        this.#heard();
        this.#show(event.data, event.lastEventId);
      });
      source.onerror = () => this.#lose(this.isLive ? Date.now() : this.contact);
    }

    close() {
      clearTimeout(this.reopening);
      this.source?.close();
      this.source = null;
      this.isLive = false;
    }

    // Once a second: is the line still alive, and if there is none, is it time to ask?
    tick(now) {
      if (this.isOver || !isShown()) return;
      if (this.isLive && now - this.contact > this.patience) this.#lose(this.contact);
      if (!this.isLive && now >= this.nextPoll) this.#poll(now);
    }

    resume() {
      this.tries = 0;
      this.lostAt = Date.now();
      this.nextPoll = this.lostAt + 1000;   // the stream is usually quicker
      this.open();
    }

    lose() { this.#lose(this.contact); }

    get state() {
      if (this.isOver) return this.hasVanished ? "lost" : "finished";
      if (this.isLive) return "live";
      if (Date.now() - Math.max(this.contact, this.lostAt) > SILENCE) return "lost";
      return this.mayStream ? "reconnecting" : "live";
    }

    #heard() {
      this.contact = Date.now();
      this.isLive = true;
      say();
    }

    // The waits grow and differ, so that a server that comes back is not run over by its watchers.
    #lose(contact) {
      if (this.isLive) this.lostAt = contact;
      this.contact = contact;
      this.close();
      if (this.isOver) return;
      const wait = Math.min(15000, 500 * 2 ** this.tries++) * (0.5 + Math.random());
      this.reopening = setTimeout(() => this.open(), wait);
    }

    async #poll(now) {
      this.nextPoll = now + 2000 + Math.random() * 1000;
      const url = new URL(this.element.dataset.poll, location.href);
      url.searchParams.set("revision", this.element.dataset.revision ?? "");
      try {
        const answer = await fetch(url, { redirect: "manual", cache: "no-store", signal: AbortSignal.timeout(5000) });
        const html = await answer.text();
        if (this.isLive || this.isOver) return;   // the stream was quicker, and may be further on
        const revision = answer.headers.get("X-Revision");
        if (answer.ok && revision !== null) {
          this.contact = Date.now();
          if (answer.status === 200) this.#show(html, revision);
        }
        // Signed out, or the thing is gone: asking again will not help.
        if (answer.type === "opaqueredirect" || [403, 404].includes(answer.status)) this.#vanish();
      } catch { /* no contact, which the state line tells */ }
    }

    #vanish() {
      this.isOver = this.hasVanished = true;
      this.close();
    }

    #show(html, revision) {
      this.shown += 1;
      htmx.swap(this.element, html, { swapStyle: "innerHTML" });
      this.element.dataset.revision = revision;
      this.mark();
      this.element.dispatchEvent(new CustomEvent("clubscore:fresh", { bubbles: true }));
      if (this.#isFinished()) {
        this.isOver = true;
        this.close();
        say();
      }
      this.#followStage();
    }

    // A new figure comes twice, by the stream and in the answer to a form, and either may be the first.
    mark() {
      const [figures, now] = [this.#figures(), performance.now()];
      this.known = new Map(figures.map(({ id }) => [id, this.known.get(id) ?? now]));
      for (const figure of figures) figure.classList.toggle("new", now - this.known.get(figure.id) < NEW);
      this.element.dispatchEvent(new CustomEvent("clubscore:marked", { bubbles: true }));
    }

    #figures() { return [...this.element.querySelectorAll(".mark")]; }

    #isFinished() { return this.element.querySelector(":scope > [data-finished]") !== null; }

    // The page around the region was made for another stage: bring it up to date, but never under somebody's typing.
    #followStage() {
      const stage = this.element.querySelector(":scope > [data-stage]")?.dataset.stage;
      if (stage === undefined || this.element.dataset.stage === undefined || stage === this.element.dataset.stage) return;
      this.follow();
    }

    // Where the region is kept (hx-preserve) only what stands around it is replaced; other pages are loaded anew.
    // A page that is asked for takes the message of the server with it: under somebody's typing none is asked for.
    async follow() {
      if (isLeaving || this.isFollowing) return;
      if (isTyping()) return sayThatStageMoved();
      if (!this.element.hasAttribute("hx-preserve")) return location.reload();
      this.isFollowing = true;
      const { shown } = this;
      const page = await pageAsItIs();
      const there = page?.getElementById(this.element.id);
      if (there?.dataset.live !== this.element.dataset.live) return location.reload(); // seen from another seat
      if (!isLeaving && !isTyping()) {
        goOnWith(page);
        if (shown === this.shown) this.#show(there.innerHTML, there.dataset.revision); // else the stream was quicker
        this.element.dataset.stage = there.dataset.stage;
      }
      this.isFollowing = false;
      this.#followStage();
    }
  }

  const isTyping = () => document.querySelector("[data-dirty]");

  function sayThatStageMoved() {
    const notice = document.getElementById("stage-moved");
    if (notice) notice.hidden = false;
  }

  // Who entered the last deal, or listened, goes on at what is next.
  function goOnWith(page) {
    const main = document.getElementById("main");
    const wasEntering = document.getElementById("entry");
    document.getElementById("skips").replaceWith(page.getElementById("skips"));
    htmx.swap(main, page.getElementById("main").innerHTML, { swapStyle: "innerHTML" });
    if (wasEntering) scrollTo(0, 0);
    const next = ["asks #consent-title", "next-head h2", "consent-head h2"].map((each) => document.querySelector(`.${each}`)).find(Boolean);
    if (document.activeElement === document.body) (next ?? main).focus({ preventScroll: true });
  }

  async function pageAsItIs() {
    try {
      const answer = await fetch(location.href, { redirect: "manual", cache: "no-store" });
      return answer.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
    } catch { return null; }
  }

  // The page-wide line says how the worst-off region is.
  const say = () => {
    const line = document.getElementById("live-state");
    if (!line || !regions.length) return;
    const state = ["lost", "reconnecting", "live", "finished"].find((name) => regions.some((region) => region.state === name));
    const oldest = Math.min(...regions.filter((region) => region.state === state).map((region) => region.contact));
    const words = { lost: lost.replace("#", clock(oldest)), reconnecting, live, finished: "" }[state];
    line.dataset.state = state;
    if (line.textContent !== words) line.textContent = words;
  };

  // The answer to a form is a page of its own: fetching this one anew would overtake it.
  document.addEventListener("submit", (event) => { isLeaving ||= !event.defaultPrevented; });
  addEventListener("pageshow", () => { isLeaving = false; });

  // A choice that is being made is not to be loaded away. The entry of a deal, which can be cleared, says so itself.
  document.addEventListener("input", (event) => event.target.form?.toggleAttribute("data-dirty", true));

  for (const element of document.querySelectorAll("[data-live]")) regions.push(new Region(element, element.dataset.live && regions.length < STREAMS));
  const each = (action) => () => regions.forEach((region) => region[action]());
  // The answer to a form brings the region as well, before the stream does.
  document.addEventListener("clubscore:answered", each("mark"));
  // It was the last deal.
  document.addEventListener("clubscore:over", each("follow"));
  // htmx gives what it has swapped in the classes that came with it only now, also what it has put beside its target.
  document.addEventListener("htmx:afterSettle", each("mark"));
  // A hidden tab gives its connections back: the browser has few.
  document.addEventListener("visibilitychange", () => each(isShown() ? "resume" : "close")());
  addEventListener("online", each("resume"));
  addEventListener("offline", each("lose"));
  setInterval(() => {
    const now = Date.now();
    regions.forEach((region) => region.tick(now));
    if (isShown()) say();
  }, 1000);
}
