// A form ends with its token, by which the server sees that nothing was cut off. htmx sends the pressed button after it.
document.addEventListener("htmx:configRequest", ({ detail: { parameters } }) => {
  const token = parameters.getAll("csrfmiddlewaretoken").at(-1);
  if (!token) return;
  parameters.delete("csrfmiddlewaretoken");
  parameters.append("csrfmiddlewaretoken", token);
});

// What was refused is not sent again as it is: the buttons of its form wait for another choice.
for (const form of document.querySelectorAll("form[data-refused]")) {
  const buttons = form.querySelectorAll('[type="submit"]');
  for (const button of buttons) button.disabled = true;
  form.addEventListener("input", () => { for (const button of buttons) button.disabled = false; }, { once: true });
}
