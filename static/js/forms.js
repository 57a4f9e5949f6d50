// A form ends with its token, by which the server sees that nothing was cut off. htmx sends the pressed button after it.
document.addEventListener("htmx:configRequest", ({ detail: { parameters } }) => {
  const token = parameters.getAll("csrfmiddlewaretoken").at(-1);
  if (!token) return;
  parameters.delete("csrfmiddlewaretoken");
  parameters.append("csrfmiddlewaretoken", token);
});

// A form that is unfolded comes into sight as a whole.
document.addEventListener("toggle", ({ target }) => {
  if (target.matches?.(".lend[open]")) target.scrollIntoView({ block: "nearest" });
}, true);

// What was refused is not sent again as it is: the buttons of its form wait for another choice.
for (const form of document.querySelectorAll("form[data-refused]")) {
  const buttons = form.querySelectorAll('[type="submit"]');
  for (const button of buttons) button.disabled = true;
  form.addEventListener("input", () => { for (const button of buttons) button.disabled = false; }, { once: true });
}

// A form to which no answer comes, or that has no network, keeps what was typed, and says so. A deal says it in its own way.
{
  const tell = (form, button) => {
    document.getElementById("unanswered")?.remove();
    const notice = Object.assign(document.createElement("p"), { id: "unanswered", className: "message error", role: "alert" });
    notice.textContent = document.body.dataset.sayUnanswered;
    (button ?? form.querySelector("[type=submit]") ?? form.lastElementChild).before(notice);
  };
  document.addEventListener("submit", async (event) => {
    const { target: form, submitter } = event;
    document.getElementById("unanswered")?.remove();
    if (event.defaultPrevented || navigator.onLine || form.method === "dialog" || form.dataset.reached) return;
    event.preventDefault();
    try {
      await fetch("/healthz", { cache: "no-store" }); // a server on the same computer needs no network
    } catch {
      return tell(form, submitter);
    }
    form.dataset.reached = "yes";
    form.requestSubmit(submitter);
    delete form.dataset.reached;
  });
  document.addEventListener("htmx:sendError", ({ detail: { elt } }) => {
    if (elt.matches("form") && !elt.closest("#entry, #consent, .deal-form")) tell(elt);
  });
}
