// A public display: asks for its fragment every two seconds. What shows that it is not live any more needs no script: this
// one puts it off each time the room has answered.
import { age, keepTime, roomTime, startClock } from "./clock.js";

const EVERY_MS = 2000;
const WITHIN_MS = 4000;
const STALE_MS = 8000;
const RETRY_MS = [1000, 8000];
const GONE = 404;
const byId = (id) => document.getElementById(id);
const display = byId("display");
const stamp = byId("stale");
let fresh = 0;
let asking = null;
let due = 0;
let pause = RETRY_MS[0];
let told = false;

startClock();
live();
plan(EVERY_MS);
let last = age();
setInterval(() => {
  if (age() - last > STALE_MS) woken();
  last = age();
  if (age() - fresh > STALE_MS) old();
}, 500);
window.addEventListener("online", woken);
window.addEventListener("pageshow", (event) => event.persisted && woken());
for (const name of ["freeze", "pagehide"]) (name === "freeze" ? document : window).addEventListener(name, old);
document.addEventListener("resume", woken);
document.addEventListener("visibilitychange", () => document.hidden || woken());

// The room has just said how the table stands.
function live() {
  fresh = age();
  told = false;
  pause = RETRY_MS[0];
  byId("stale-since").textContent = roomTime();
  byId("alarm").textContent = "";
  stamp.setAttribute("aria-hidden", "true");
  for (const animation of stamp.getAnimations()) animation.currentTime = 0;
}

function old() {
  for (const animation of stamp.getAnimations()) animation.currentTime = STALE_MS;
  if (told) return;
  told = true;
  stamp.removeAttribute("aria-hidden");
  byId("alarm").textContent = stamp.innerText;
}

function woken() {
  if (age() - fresh > EVERY_MS + WITHIN_MS) old();
  asking?.abort();
  asking = null;
  ask();
}

function plan(ms) {
  clearTimeout(due);
  due = setTimeout(ask, ms);
}

async function ask() {
  if (asking) return;
  const mine = new AbortController();
  asking = mine;
  const late = setTimeout(() => mine.abort(), WITHIN_MS);
  const about = { headers: { "If-None-Match": display.dataset.etag }, cache: "no-store", redirect: "manual" };
  let answer = null;
  let html = "";
  try {
    answer = await fetch(display.dataset.refresh, { ...about, credentials: "omit", signal: mine.signal });
    if (answer.status === 200) html = await answer.text();
  } catch {
    answer = null;
  }
  clearTimeout(late);
  if (asking !== mine) return;
  asking = null;
  understand(answer, html);
}

function understand(answer, html) {
  const etag = answer?.headers.get("ETag");
  if (etag && [200, 304].includes(answer.status)) {
    keepTime(answer.headers.get("Date"));
    if (answer.status === 200) show(html, etag);
    live();
    return plan(EVERY_MS);
  }
  if (answer?.status === GONE) {
    byId("stale-why").textContent = byId("stale-why").dataset.gone;
    old();
  }
  plan(pause * (0.5 + Math.random() / 2));
  pause = Math.min(pause * 2, RETRY_MS[1]);
}

function show(html, etag) {
  const hand = () => display.querySelector("[data-hand]").dataset.hand;
  const cards = () => [...display.querySelectorAll("[data-card]")];
  const before = new Set([hand(), ...cards().map((card) => card.dataset.card)]);
  display.innerHTML = html;
  display.dataset.etag = etag;
  for (const card of cards()) {
    if (!before.has(hand()) || !before.has(card.dataset.card)) card.classList.add("is-new");
  }
  const line = byId("line").textContent.replace(/\s+/g, " ").trim();
  if (byId("said").textContent !== line) byId("said").textContent = line;
}
