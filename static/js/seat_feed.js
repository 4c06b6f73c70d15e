// Keeps a seat's screen in step: rung by the doorbell, and asking every few seconds without it. What it shows rests on
// answers alone. A screen that is the seat's no more says so and asks no more: it never takes the seat back by itself.
import { closeLine, isRinging, openLine, startBell } from "./bell.js";
import { age, keepTime } from "./clock.js";
import { keepCovered } from "./seat_cover.js";
import { isOpen, notice, replace, say, screen, seat, words } from "./seat_part.js";
import { isSending } from "./seat_sending.js";

const EVERY_MS = 3000;
const WITHIN_MS = 4000;
const RETRY_MS = [1000, 5000];
const QUIET_MS = 5000;
const OFFLINE_MS = 12000;
let asking = null;
let due = 0;
let pause = RETRY_MS[0];
let answered = 0;
let failed = false;
let ended = false;

export function startFeed() {
  answered = age();
  startBell((seq) => seq > Number(seat().dataset.seq) && ask(), screen().dataset.live);
  window.addEventListener("online", () => ask());
  window.addEventListener("pageshow", (event) => event.persisted && returned());
  document.addEventListener("resume", returned);
  document.addEventListener("visibilitychange", () => (document.hidden ? hidden() : returned()));
  document.addEventListener("seat-refused", () => ask());
  setInterval(show, 500);
  plan(EVERY_MS);
  say();
  show();
}

function hidden() {
  closeLine();
  clearTimeout(due);
}

function returned() {
  if (document.hidden || ended) return;
  openLine();
  ask();
}

// What is on its way must not come back over a screen that was covered meanwhile.
export function forget() {
  asking?.abort();
  asking = null;
}

function plan(ms) {
  clearTimeout(due);
  if (!ended && !document.hidden) due = setTimeout(ask, ms);
}

async function ask() {
  if (asking || ended) return;
  if (isSending()) return plan(EVERY_MS);
  await fetchPart({ open: isOpen(), unasked: true });
}

// True when the part is shown now. `open`: what its player sees.
export async function fetchPart({ open, unasked = false }) {
  forget();
  const mine = new AbortController();
  asking = mine;
  const { look, covered, etag } = seat().dataset;
  const headers = { "HX-Request": "true" };
  if (unasked && etag) headers["If-None-Match"] = etag;
  const late = setTimeout(() => mine.abort(), WITHIN_MS);
  let answer = null;
  let html = "";
  try {
    answer = await fetch(open ? look : covered, { headers, cache: "no-store", redirect: "manual", signal: mine.signal });
    if (answer.status !== 304) html = await answer.text();
  } catch {
    answer = null;
  }
  clearTimeout(late);
  if (asking !== mine) return false;
  asking = null;
  return understood(answer, html, open);
}

function understood(answer, html, open) {
  if (answer?.status === 403) return end(html);
  if (answer?.status === 304 || (answer?.status === 200 && answer.headers.get("ETag"))) {
    heard(answer);
    if (answer.status === 200) shown(html, open);
    plan(EVERY_MS);
    return true;
  }
  failed = true;
  plan(pause * (0.5 + Math.random() / 2));
  pause = Math.min(pause * 2, RETRY_MS[1]);
  show();
  return false;
}

export function heard(answer) {
  keepTime(answer.headers.get("Date"));
  if (pause > RETRY_MS[0] && !isRinging()) openLine();
  [answered, failed, pause] = [age(), false, RETRY_MS[0]];
  show();
}

export function shown(html, open) {
  if (!open) keepCovered(html);
  replace(html);
  show();
}

// Another device has the seat, or nobody: nothing of it stays here.
export function end(html) {
  ended = true;
  forget();
  closeLine();
  clearTimeout(due);
  keepCovered(html);
  notice("");
  replace(html);
  show();
  return false;
}

function state() {
  if (ended) return "ended";
  if (age() - answered > OFFLINE_MS && failed) return "offline";
  return failed || age() - answered > QUIET_MS ? "reconnecting" : "live";
}

function show() {
  const now = state();
  const pill = document.getElementById("connection");
  const texts = { ended: words("Ended"), offline: words("Offline"), live: words(isRinging() ? "Live" : "Polling") };
  const text = texts[now] ?? `${words("Reconnecting")} ${Math.round((age() - answered) / 1000)} s`;
  if (pill.textContent !== text) pill.textContent = text;
  pill.dataset.state = now === "ended" ? "offline" : now;
  const bar = document.getElementById("offline");
  bar.hidden = now !== "offline";
  bar.textContent = now === "offline" ? words("OfflineWhy") : "";
  for (const button of seat().querySelectorAll(".seat-fields button[type=submit]")) {
    if (now === "offline" && !button.disabled) {
      button.disabled = true;
      button.dataset.offline = "";
    } else if (now !== "offline" && "offline" in button.dataset) {
      button.disabled = false;
      delete button.dataset.offline;
    }
  }
}
