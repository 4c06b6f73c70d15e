// Keeps the screen in step: the doorbell says that something happened, polling finds out without it. Both fetch the same
// fragment, so that a lost, doubled or late ring can show nothing wrong.
import { isBusy, setOffline } from "./guard.js";
import { isTyping, onReplaced, replace, screen, shownSeq, table, words } from "./table.js";

const EVERY_MS = 3000;
const WITHIN_MS = 4000;
const QUIET_MS = 5000;
const OFFLINE_MS = 12000;
const RETRY_MS = [1000, 15000];
let heard = Date.now();
let newest = 0;
let asking = false;
let failed = false;
let rings = false;
let retry = RETRY_MS[0];
let held = null;
let source = null;

export function startDoorbell() {
  listen();
  setInterval(ask, EVERY_MS);
  setInterval(showState, 500);
  for (const name of ["online", "offline"]) window.addEventListener(name, () => ask().then(showState));
  document.addEventListener("visibilitychange", seen);
  document.addEventListener("htmx:afterRequest", () => newest > shownSeq() && ask());
  document.addEventListener("focusout", () => setTimeout(release, 0));
  onReplaced(() => {
    heard = Date.now();
    if (held && held.seq <= shownSeq()) drop();
  });
  showState();
}

// A browser opens few connections to one host: a tab that nobody sees gives its bell back.
function seen() {
  if (document.hidden) {
    source.close();
    rings = false;
  } else {
    listen();
    ask();
  }
}

function listen() {
  source?.close();
  const bell = new EventSource(screen().dataset.live);
  source = bell;
  bell.addEventListener("open", () => {
    rings = true;
    retry = RETRY_MS[0];
  });
  bell.addEventListener("ring", (event) => {
    newest = Math.max(newest, JSON.parse(event.data).seq);
    if (newest > shownSeq()) ask();
  });
  bell.addEventListener("error", () => {
    if (bell !== source) return;
    rings = false;
    if (bell.readyState !== EventSource.CLOSED || document.hidden) return;
    setTimeout(() => document.hidden || listen(), retry);
    retry = Math.min(retry * 2, RETRY_MS[1]);
  });
}

async function ask() {
  if (asking || isBusy()) return;
  asking = true;
  const { refresh, etag } = table().dataset;
  try {
    const headers = { "HX-Request": "true", "HX-Current-URL": location.href, "If-None-Match": held?.etag ?? etag };
    const answer = await fetch(refresh, { headers, cache: "no-store", signal: AbortSignal.timeout(WITHIN_MS) });
    failed = ![200, 304].includes(answer.status);
    if (!failed) heard = Date.now();
    if (answer.status === 200) take(await answer.text(), refresh, answer.headers.get("ETag"));
    else if (answer.status === 401) signedOut(answer);
  } catch {
    failed = true;
  } finally {
    asking = false;
  }
  showState();
}

function signedOut(answer) {
  const detail = JSON.parse(answer.headers.get("HX-Trigger") ?? "{}")["signed-out"];
  if (detail && !document.getElementById("sign-in-again")) {
    document.dispatchEvent(new CustomEvent("signed-out", { detail }));
  }
}

function take(html, address, etag) {
  const seq = Number(/data-seq="(\d+)"/.exec(html)?.[1] ?? 0);
  const elsewhere = address !== table().dataset.refresh;
  if (elsewhere || isBusy() || seq < shownSeq()) return;
  if (isTyping()) return hold({ html, seq, etag });
  drop();
  replace(html);
}

// Somebody is writing: say how much has happened, and show it when he has finished or asks for it.
function hold(fragment) {
  held = fragment;
  const bar = document.getElementById("behind");
  const text = document.createElement("p");
  text.textContent = `${words("Behind")} ${fragment.seq - shownSeq()}`;
  const show = document.createElement("button");
  show.type = "button";
  show.id = "behind-show";
  show.textContent = words("Show");
  show.addEventListener("click", () => release(true));
  bar.replaceChildren(text, show);
  bar.hidden = false;
}

function release(now = false) {
  if (!held || isBusy() || (!now && isTyping())) return;
  const { html, seq } = held;
  drop();
  if (seq >= shownSeq()) replace(html);
}

function drop() {
  held = null;
  document.getElementById("behind").hidden = true;
}

function showState() {
  const quiet = Date.now() - heard;
  const offline = quiet > OFFLINE_MS;
  const shaky = !offline && (failed || quiet > QUIET_MS || !navigator.onLine);
  const state = offline ? "offline" : shaky ? "reconnecting" : "live";
  const pill = document.getElementById("connection");
  const text = { offline: words("Offline"), live: words(rings ? "Live" : "Polling") }[state];
  const said = text ?? `${words("Reconnecting")} ${Math.round(quiet / 1000)} s`;
  if (pill.textContent !== said) pill.textContent = said;
  pill.dataset.state = state;
  setOffline(offline);
}
