// A button beside each password: show what is typed, and hide it again. It is sent hidden, so that browsers keep it.
"use strict";
for (const field of document.querySelectorAll("input[type=password]:not([inputmode])")) {
  const { sayShow, sayHide } = field.closest("[data-say-show]").dataset;
  const button = document.createElement("button");
  const show = (isShown) => {
    field.type = isShown ? "text" : "password";
    button.textContent = isShown ? sayHide : sayShow;
  };
  Object.assign(button, { type: "button", className: "quiet show-password" });
  button.setAttribute("aria-controls", field.id);
  button.addEventListener("click", () => show(field.type === "password"));
  field.form?.addEventListener("submit", () => show(false));
  show(false);
  field.after(button);
}
