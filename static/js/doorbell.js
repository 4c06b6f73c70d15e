// Keeps the screen in step: the doorbell says that something happened, polling finds out without it. Both fetch the same
// fragment, so that a lost, doubled or late ring can show nothing wrong. Whatever came between (sleep, another network, a
// restart of the room), one fragment shows the table as it stands.
import { back, dismiss, leave, startAway } from "./away.js";
import { closeLine, isRinging, openLine, startBell } from "./bell.js";
import { keepTime } from "./clock.js";
import { catchUp, heard, isCatchingUp, isQuiet, show, startConnection, unheard } from "./connection.js";
import { isBusy } from "./guard.js";
import { isTyping, onReplaced, replace, shownSeq, table, words } from "./table.js";

const EVERY_MS = 3000;
const WITHIN_MS = 4000;
const AGAIN_MS = 250;
const RETRY_MS = [1000, 5000];
let newest = 0;
let asking = null;
let due = 0;
let pause = RETRY_MS[0];
let older = 0;
let signedOut = false;
let held = null;

export function startDoorbell() {
  startConnection(returned);
  startAway();
  startBell((seq) => {
    newest = Math.max(newest, seq);
    if (newest > shownSeq()) ask();
  });
  plan(EVERY_MS);
  window.addEventListener("online", returned);
  window.addEventListener("offline", () => ask());
  window.addEventListener("pagehide", gone);
  window.addEventListener("pageshow", (event) => event.persisted && returned());
  document.addEventListener("freeze", gone);
  document.addEventListener("resume", returned);
  document.addEventListener("visibilitychange", () => (document.hidden ? hidden() : returned()));
  document.addEventListener("signed-in", returned);
  document.addEventListener("htmx:afterRequest", (event) => answeredByCommand(event.detail));
  document.addEventListener("focusout", () => setTimeout(release, 0));
  onReplaced(() => held && held.seq <= shownSeq() && drop());
  // A page that comes out of the history was drawn then, however it was kept.
  if (performance.getEntriesByType("navigation")[0]?.type === "back_forward") returned(true);
}

function hidden() {
  leave();
  closeLine();
}

// The page will stand still, perhaps for hours. When it moves again it must not look alive before it is.
function gone() {
  hidden();
  forget();
  clearTimeout(due);
  catchUp();
}

function returned(old = false) {
  if (document.hidden) return;
  if (old === true || isQuiet()) {
    leave();
    catchUp();
  }
  forget();
  clearTimeout(due);
  due = setTimeout(resync, 0); // one waking has several events
}

function resync() {
  openLine();
  ask();
}

// What is still on its way may have left in another world.
function forget() {
  asking?.abort();
  asking = null;
}

function answeredByCommand({ xhr, successful, requestConfig: { verb, target } }) {
  if (target?.id !== "table") return;
  if (successful || xhr.status === 409) back(!successful);
  if (successful && verb === "post") dismiss();
  if (!xhr.status || newest > shownSeq()) plan(0);
}

function plan(ms) {
  clearTimeout(due);
  due = setTimeout(ask, ms);
}

async function ask() {
  if (asking) return;
  if (isBusy()) return plan(AGAIN_MS);
  const mine = new AbortController();
  asking = mine;
  const { refresh, etag } = table().dataset;
  const headers = { "HX-Request": "true", "HX-Current-URL": location.href, "If-None-Match": held?.etag ?? etag };
  const late = setTimeout(() => mine.abort(), WITHIN_MS);
  let answer = null;
  let html = "";
  try {
    answer = await fetch(refresh, { headers, cache: "no-store", redirect: "manual", signal: mine.signal });
    if (answer.status === 200) html = await answer.text();
  } catch {
    answer = null;
  }
  clearTimeout(late);
  if (asking !== mine) return;
  asking = null;
  understand(answer, html, refresh);
  show();
}

// Anything but the fragment or "nothing new" is no answer: networks bring pages of their own.
function understand(answer, html, address) {
  const etag = answer?.headers.get("ETag");
  if (answer?.status === 304 || (answer?.status === 200 && etag)) {
    keepTime(answer.headers.get("Date"));
    if (pause > RETRY_MS[0] && !isRinging()) openLine();
    pause = RETRY_MS[0];
    signedOut = false;
    if (answer.status === 304 || take(html, address, etag)) {
      heard();
      if (!held) back();
    }
    return plan(newest > Math.max(shownSeq(), held?.seq ?? 0) ? AGAIN_MS : EVERY_MS);
  }
  unheard({ 401: "SignedOut", 403: "Refused", 404: "Refused" }[answer?.status] ?? "", Boolean(answer));
  if (answer?.status === 401) sayOut(answer);
  plan(pause * (0.5 + Math.random() / 2));
  pause = Math.min(pause * 2, RETRY_MS[1]);
}

function sayOut(answer) {
  const detail = JSON.parse(answer.headers.get("HX-Trigger") ?? "{}")["signed-out"];
  if (detail && !signedOut) document.dispatchEvent(new CustomEvent("signed-out", { detail }));
  signedOut = true;
}

// True when the screen now shows it.
function take(html, address, etag) {
  const seq = Number(/data-seq="(\d+)"/.exec(html)?.[1] ?? 0);
  if (address !== table().dataset.refresh || isBusy()) return false;
  if (seq < shownSeq()) return restored();
  older = 0;
  if (isTyping() && !isCatchingUp()) return hold({ html, seq, etag });
  drop();
  replace(html);
  return true;
}

// An answer may be overtaken by a later one; twice in a row the room has a log that ends earlier.
function restored() {
  older += 1;
  if (older > 1) location.reload();
  return false;
}

// Somebody is writing: say how much has happened, and show it when he has finished or asks for it.
function hold(fragment) {
  held = fragment;
  const bar = document.getElementById("behind");
  const text = document.createElement("p");
  text.textContent = `${words("Behind")} ${fragment.seq - shownSeq()}`;
  const button = document.createElement("button");
  button.type = "button";
  button.id = "behind-show";
  button.textContent = words("Show");
  button.addEventListener("click", () => release(true));
  bar.replaceChildren(text, button);
  bar.hidden = false;
  heard();
  return false;
}

function release(now = false) {
  if (!held || isBusy() || (!now && isTyping())) return;
  const { html, seq } = held;
  drop();
  if (seq < shownSeq()) return;
  replace(html);
  back();
}

function drop() {
  held = null;
  document.getElementById("behind").hidden = true;
}
