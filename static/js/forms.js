// A form ends with its token, by which the server sees that nothing was cut off. htmx sends the pressed button after it.
document.addEventListener("htmx:configRequest", ({ detail: { parameters } }) => {
  const token = parameters.getAll("csrfmiddlewaretoken").at(-1);
  if (!token) return;
  parameters.delete("csrfmiddlewaretoken");
  parameters.append("csrfmiddlewaretoken", token);
});
// A form to which no answer comes, or that has no network, keeps what was typed, and says so. A deal says it in its own way.
{
  const tell = (form, button) => {
    const notice = Object.assign(document.createElement("p"), { id: "unanswered", className: "message error", role: "alert" });
    notice.textContent = document.body.dataset.sayUnanswered;
    (button ?? form.querySelector("[type=submit]") ?? form.lastElementChild).before(notice);
  };
  document.addEventListener("submit", (event) => {
    document.getElementById("unanswered")?.remove();
    if (event.defaultPrevented || navigator.onLine) return;
    event.preventDefault();
    tell(event.target, event.submitter);
  });
  document.addEventListener("htmx:sendError", ({ detail: { elt } }) => {
    if (elt.matches("form") && !elt.closest("#entry, #consent, .deal-form")) tell(elt);
  });
}
