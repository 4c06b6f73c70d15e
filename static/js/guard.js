// Which taps count. A button never changes its meaning under a finger: while a command is on its way, and for a moment
// after the decision has changed, taps do nothing. Keys of a pad that goes on serving the same purpose are queued
// instead, and in the row of seats only the one that was tapped rests. Tools stay what and where they are: they never
// rest, and the one that was tapped last while a command was on its way opens after it.
import { say } from "./notices.js";
import { onReplaced, screen, table, words } from "./table.js";
import { isUsed } from "./tabs.js";

const INERT_MS = 350;
const CONTROLS = "#table button[type=submit], #table a[hx-get]";
const TOOL = "a.tool:not(.is-here)";
const LEAVING = "a[href]:not([href^=\"#\"]), button[type=submit]";
let inertUntil = 0;
let stays = { pad: false, steady: false };
let tapped = "";
let busy = false;
let shut = "";
let stay = false;
let readOnly = false;
let queued = [];
let wanted = "";

export const isBusy = () => busy;
export const forgetQueue = () => ([queued, wanted] = [[], ""]);

// Why nothing can be done just now (the name of its words), "" for open. `stay`: where a link leads cannot be reached
// either, and the felt would be lost.
export function close(why, how) {
  shut = why;
  stay = Boolean(why) && how.stay;
  readOnly = Boolean(why) && how.readOnly;
  if (why) forgetQueue();
  disable();
}

export function startGuard() {
  document.addEventListener("click", guard, true);
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.detail.target.id === "table") setBusy(true);
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.requestConfig.target?.id !== "table" || !busy) return;
    setBusy(false);
    if (event.detail.failed || !event.detail.successful) forgetQueue();
    next();
  });
  onReplaced((was, now) => {
    if (was.decision !== now.decision) rest();
    stays = { pad: was.pad !== "" && was.pad === now.pad, steady: was.steady !== "" && was.steady === now.steady };
    disable();
  });
}

function setBusy(now) {
  busy = now;
  screen().toggleAttribute("data-busy", now);
}

function rest() {
  inertUntil = performance.now() + INERT_MS;
  screen().toggleAttribute("data-inert", true);
  setTimeout(() => screen().toggleAttribute("data-inert", performance.now() < inertUntil), INERT_MS + 1);
}

function guard(event) {
  const control = event.target.closest?.(stay ? LEAVING : CONTROLS);
  if (!control) return;
  const key = control.matches(".key");
  const tool = control.matches(TOOL);
  const another = stays.steady && control.closest("[data-steady]") && control.id !== tapped;
  const inert = performance.now() < inertUntil && !(key && stays.pad) && !another && !tool;
  if (!shut && !busy && !inert && isUsed()) {
    tapped = control.id;
    return;
  }
  event.preventDefault();
  event.stopImmediatePropagation();
  if (shut) say(words(shut));
  else if (!isUsed()) say(words("OtherTab"));
  else if (busy && key) queued.push({ card: control.dataset.card, pad: control.closest(".pad").dataset.pad });
  else if (busy && tool && control.id !== tapped) wanted = control.id;
}

// The next tap that came while a command was on its way, if its pad still serves the same.
function next() {
  const tap = queued.shift();
  if (!tap) return openTool();
  const pad = table().querySelector(".pad");
  if (pad?.dataset.pad !== tap.pad) return forgetQueue();
  const key = pad.querySelector(`.key[data-card="${tap.card}"]:not([disabled])`);
  if (key) key.click();
  else next();
}

function openTool() {
  const link = wanted && document.getElementById(wanted);
  wanted = "";
  if (link && link.matches(TOOL)) link.click();
}

// Read only while there is no connection: only what this closed is opened again.
function disable() {
  for (const control of document.querySelectorAll(CONTROLS)) {
    const mark = control.matches("button") ? "disabled" : "aria-disabled";
    if (readOnly && !control.hasAttribute(mark)) {
      control.setAttribute(mark, "true");
      control.dataset.offline = "";
    } else if (!readOnly && "offline" in control.dataset) {
      control.removeAttribute(mark);
      delete control.dataset.offline;
    }
  }
}
