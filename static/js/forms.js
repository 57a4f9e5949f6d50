// A form ends with its token, by which the server sees that nothing was cut off. htmx sends the pressed button after it.
document.addEventListener("htmx:configRequest", ({ detail: { parameters } }) => {
  const token = parameters.getAll("csrfmiddlewaretoken").at(-1);
  if (!token) return;
  parameters.delete("csrfmiddlewaretoken");
  parameters.append("csrfmiddlewaretoken", token);
});
