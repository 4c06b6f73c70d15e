// A command without an answer is kept, with its id, until it has one: sent again it counts once. It is never sent again
// by itself. It outlives a reload and a sign-in, and is offered on every tab of this table to the person who sent it.
import { roomNow, roomTime } from "./clock.js";
import { forgetQueue } from "./guard.js";
import { say } from "./notices.js";
import { screen, table, words } from "./table.js";

const LATE_MS = 10000;
const TOKEN = "csrfmiddlewaretoken";
let store = "";

export function startSending() {
  store = `pending:${screen().dataset.stream}`;
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (isCommand(event.detail)) keep(event.detail.requestConfig);
  });
  document.addEventListener("htmx:beforeOnLoad", (event) => {
    if (isCommand(event.detail)) answered(event.detail.xhr.status);
  });
  for (const name of ["htmx:sendError", "htmx:timeout", "htmx:sendAbort"]) {
    document.addEventListener(name, (event) => {
      if (isCommand(event.detail)) lose("Lost");
    });
  }
  document.addEventListener("signed-out", (event) => signedOut(event.detail));
  document.addEventListener("signed-in", show);
  window.addEventListener("storage", (event) => {
    if (event.key === store) show();
  });
  show();
}

const isCommand = (detail) => detail.requestConfig.verb === "post" && detail.target.id === "table";

function keep(config) {
  const values = {};
  for (const [name, value] of config.formData.entries()) {
    if (name !== TOKEN) (values[name] ??= []).push(value);
  }
  const button = config.triggeringEvent?.submitter;
  const label = button ? labelOf(button) : (values.do?.[0] ?? "").split(":")[1];
  const person = screen().dataset.person;
  const sent = kept()?.values.do?.[0] === values.do?.[0] ? kept() : null;
  save({ path: config.path, values, label: sent?.label ?? label, person, at: sent?.at ?? roomNow(), why: "" });
}

function labelOf(button) {
  const copy = button.cloneNode(true);
  copy.querySelectorAll("kbd, [aria-hidden]").forEach((part) => part.remove());
  return copy.textContent.replace(/\s+/g, " ").trim();
}

function answered(status) {
  if (status === 401) lose("SignedOut");
  else if (status >= 500) lose("Fault");
  else {
    localStorage.removeItem(store);
    show();
  }
}

function lose(why) {
  forgetQueue();
  const pending = kept();
  if (pending) save({ ...pending, why });
  show();
}

function kept() {
  try {
    const pending = JSON.parse(localStorage.getItem(store));
    return pending?.person === screen().dataset.person ? pending : null;
  } catch {
    return null;
  }
}

const save = (pending) => localStorage.setItem(store, JSON.stringify(pending));

function show() {
  const bar = document.getElementById("pending");
  const pending = kept();
  const age = pending ? roomNow() - pending.at : 0;
  if (!pending) return bar.setAttribute("hidden", "");
  if (!pending.why && age < LATE_MS) return void setTimeout(show, LATE_MS - age + 100);
  const why = document.createElement("p");
  const what = document.createElement("strong");
  what.textContent = pending.label;
  why.append(what, ` ${roomTime(pending.at)} - ${words(pending.why || "Lost")}`);
  const again = button("Retry", () => sendAgain(pending), "primary");
  const forget = button("Forget", () => {
    localStorage.removeItem(store);
    show();
  });
  const tools = document.createElement("div");
  tools.className = "row";
  tools.append(forget, again);
  bar.replaceChildren(why, tools);
  bar.removeAttribute("hidden");
}

function button(name, action, kind = "") {
  const made = document.createElement("button");
  made.type = "button";
  made.id = `pending-${name.toLowerCase()}`;
  made.className = kind;
  made.textContent = words(name);
  made.addEventListener("click", action);
  return made;
}

function sendAgain(pending) {
  const values = { ...pending.values, [TOKEN]: table().querySelector(`[name=${TOKEN}]`)?.value ?? "" };
  window.htmx.ajax("POST", pending.path, { source: "#pending", target: "#table", swap: "outerHTML", values });
}

// Over an intact felt: where to sign in. Nothing is sent by itself afterwards.
function signedOut({ url, why }) {
  const link = document.createElement("a");
  link.className = "button";
  link.id = "sign-in-again";
  link.href = url;
  link.textContent = words("SignIn");
  say(`${words(why === "inactive" ? "Deactivated" : "SignedOutIdle")} `, link);
}
