// Who is at work at this screen. A badge signs in without a tap; a session that has ended asks for the PIN over the felt,
// which stays as it is. Nothing that was not sent is sent by itself. Who has lost the table to another is told so, once.
import { startBadge } from "./badge.js";
import { say } from "./notices.js";
import { startPinPad, typeAnywhere } from "./pinpad.js";
import { onReplaced, screen } from "./table.js";

const dialog = () => document.getElementById("pin-dialog");
const operator = () => document.getElementById("operator").dataset;
const chair = () => document.getElementById("chair").dataset;
const token = () => /(?:^|; )csrftoken=([^;]+)/.exec(document.cookie)?.[1] ?? "";
let mine = false;
let sending = null;

export function startChair() {
  mine = Boolean(chair().mine);
  onReplaced(look);
  startBadge(operator(), (code) => send({ badge: code }));
  document.addEventListener("signed-out", signedOut, true);
  dialog().addEventListener("cancel", () => say(`${dialog().dataset.textClosed} `, again()));
}

function look() {
  const now = chair();
  // Another page of this browser signed somebody else in: this one is not his.
  if (now.person !== screen().dataset.person) return location.reload();
  if (mine && !now.mine && now.lost) say(now.lost);
  mine = Boolean(now.mine);
}

async function signedOut(event) {
  if (event.detail.elsewhere || !operator().chair) return;
  event.stopImmediatePropagation();
  if (dialog().open || (await overtaken()) || dialog().open) return;
  if (await ask(event.detail.why)) return;
  const detail = { ...event.detail, elsewhere: true };
  document.dispatchEvent(new CustomEvent("signed-out", { detail }));
}

// What left before somebody signed in may be told only afterwards that nobody is.
async function overtaken() {
  await sending;
  try {
    const { left } = document.getElementById("session").dataset;
    return (await fetch(left, { headers: { "HX-Request": "true" }, cache: "no-store" })).ok;
  } catch {
    return false;
  }
}

// True when the form stands over the felt.
async function ask(why) {
  try {
    const address = `${operator().chair}?person=${screen().dataset.person}`;
    const answer = await fetch(address, { headers: { "HX-Request": "true" }, cache: "no-store" });
    if (!answer.ok) return false;
    document.getElementById("pin-dialog-body").innerHTML = await answer.text();
  } catch {
    return false;
  }
  const form = dialog().querySelector("form");
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(Object.fromEntries(new FormData(form)));
  });
  startPinPad(form);
  typeAnywhere(form, form);
  const text = why === "inactive" || form.dataset.gone ? "textInactive" : "textEnded";
  document.getElementById("pin-dialog-why").textContent = dialog().dataset[text];
  if (!dialog().open) dialog().showModal();
  (form.querySelector("[name=person]:checked") ? form.elements.pin : form.querySelector("[name=person]"))?.focus();
  return true;
}

function again() {
  const button = document.createElement("button");
  button.type = "button";
  button.id = "sign-in-again";
  button.textContent = dialog().dataset.textAgain;
  button.addEventListener("click", () => ask(""));
  return button;
}

async function send(values) {
  if (sending) return;
  if (!operator().chair) return refused(dialog().dataset.textUnpaired);
  sending = signIn(values);
  await sending;
  sending = null;
}

async function signIn(values) {
  const body = new URLSearchParams({ ...values, csrfmiddlewaretoken: token() });
  try {
    const answer = await fetch(operator().chair, {
      method: "POST",
      headers: { "HX-Request": "true", "X-CSRFToken": token() },
      body,
      signal: AbortSignal.timeout(8000),
    });
    if (answer.ok) signedIn(await answer.text(), JSON.parse(answer.headers.get("HX-Trigger"))["signed-in"]);
    else refused((await answer.json()).reason);
  } catch {
    refused(dialog().dataset.textLost);
  }
}

function refused(reason) {
  const line = dialog().open ? document.getElementById("chair-refusal") : null;
  if (!line) return say(reason);
  line.textContent = reason;
  line.hidden = false;
  for (const name of ["pin", "badge"]) dialog().querySelector(`[name=${name}]`).value = "";
}

// The page goes on where it was, for whoever signed in.
function signedIn(html, detail) {
  document.getElementById("operator").outerHTML = html;
  screen().dataset.person = detail.person;
  for (const field of document.querySelectorAll("[name=csrfmiddlewaretoken]")) field.value = token();
  if (dialog().open) dialog().close();
  document.getElementById("pin-dialog-body").replaceChildren();
  document.getElementById("notice").replaceChildren();
  document.dispatchEvent(new CustomEvent("signed-in", { detail }));
  document.getElementById("status").focus({ preventScroll: true });
}
