// Passkeys: a button fetches a challenge with its form, asks the device, and sends the form with the device's answer.
"use strict";
(() => {
  const fromText = (text) =>
    Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
  const toText = (buffer) =>
    btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  const REASONS = { InvalidStateError: "sayTwice", NotAllowedError: "sayStopped" }; // words of the line for errors
  const errorOf = (button) => button.form.querySelector(".passkey-error");

  async function challengeOf(button) {
    let told;
    try {
      const body = new URLSearchParams(new FormData(button.form));
      told = await (await fetch(button.dataset.challenge, { method: "POST", body })).json();
    } catch {
      throw new Error(errorOf(button).dataset.saySilent);
    }
    if (told.error) throw new Error(told.error);
    return told.options;
  }

  async function answerOf(button) {
    const publicKey = await challengeOf(button);
    publicKey.challenge = fromText(publicKey.challenge);
    if (publicKey.user) publicKey.user.id = fromText(publicKey.user.id);
    for (const list of ["excludeCredentials", "allowCredentials"]) {
      publicKey[list] = (publicKey[list] ?? []).map((each) => ({ ...each, id: fromText(each.id) }));
    }
    const { id, rawId, type, response } = await navigator.credentials[button.dataset.passkey]({ publicKey });
    const parts = ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"];
    const sent = parts.filter((part) => response[part]).map((part) => [part, toText(response[part])]);
    return { id, rawId: toText(rawId), type, response: Object.fromEntries(sent) };
  }

  async function press(button) {
    const error = errorOf(button);
    error.hidden = true;
    button.disabled = true;
    try {
      const answer = JSON.stringify(await answerOf(button));
      button.form.elements.credential.value = answer;
      button.form.action = button.dataset.answer;
      button.form.submit();
    } catch (reason) {
      error.textContent = error.dataset[REASONS[reason.name]] ?? reason.message;
      error.hidden = false;
      button.disabled = false;
    }
  }

  if (!window.PublicKeyCredential) return;
  for (const button of document.querySelectorAll("[data-passkey]")) {
    button.hidden = false;
    button.addEventListener("click", () => press(button));
    button.form.addEventListener("submit", () => { button.disabled = true; });
  }
  for (const none of document.querySelectorAll(".passkey-none")) none.hidden = true;
})();
