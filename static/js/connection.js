// How well the screen is in touch with the room, said by the pill; and what follows from it: read only while there is no
// answer, a cover over a felt that may be old until the room has said how it stands now.
import { leave } from "./away.js";
import { isRinging } from "./bell.js";
import { age, roomNow, roomTime } from "./clock.js";
import { close } from "./guard.js";
import { onReplaced, screen, words } from "./table.js";

const QUIET_MS = 5000;
const OFFLINE_MS = 12000;
const SLEPT_MS = 5000;
const LOOKS = { catching: "reconnecting", out: "offline", refused: "offline" };
const byId = (id) => document.getElementById(id);
let answered = 0; // when the room last said how the table stands, or that it does not say so, by the age of the page
let current = 0; // when it last said how the table stands, by the room's clock
let failed = false;
let reached = true;
let refused = "";
let catching = false;
let shown = "";

export const isCatchingUp = () => catching;
export const isQuiet = () => age() - answered > QUIET_MS;

// `onWaking` is called when the terminal has slept.
export function startConnection(onWaking) {
  heard();
  let last = age();
  setInterval(() => {
    const slept = age() - last > SLEPT_MS;
    last = age();
    if (slept) onWaking();
    show();
  }, 500);
  onReplaced(heard);
}

// The screen shows the table as it stands.
export function heard() {
  [answered, current] = [age(), roomNow()];
  [failed, reached, refused, catching] = [false, true, "", false];
  show();
}

// No fragment came: for a reason that the room gave, or else from the room or from nobody.
export function unheard(reason, byRoom) {
  [failed, reached, refused] = [true, byRoom, reason];
  if (reason) answered = age();
  if (reason) leave();
  show();
}

// Nobody can tell how old the felt is: cover it until the room has answered.
export function catchUp() {
  catching = true;
  show();
}

function state() {
  if (refused) return refused === "SignedOut" ? "out" : "refused";
  const lost = age() - answered > OFFLINE_MS && !document.hidden; // what nobody sees asks more rarely
  if (lost && (failed || !catching)) return "offline";
  if (catching) return "catching";
  return failed || isQuiet() ? "reconnecting" : "live";
}

export function show() {
  const now = state();
  const seconds = () => `${words("Reconnecting")} ${Math.round((age() - answered) / 1000)} s`;
  const live = () => words(isRinging() ? "Live" : "Polling");
  const texts = { offline: "Offline", refused: "Offline", out: "SignedOutPill" };
  const text = now in texts ? words(texts[now]) : now === "live" ? live() : seconds();
  if (byId("connection").textContent !== text) byId("connection").textContent = text;
  if (now === "offline" || (now === "reconnecting" && isQuiet())) leave();
  if (now !== shown) change(now);
}

function change(now) {
  shown = now;
  byId("connection").dataset.state = LOOKS[now] ?? now;
  screen().dataset.connection = now;
  byId("cover").hidden = now !== "catching";
  byId("cover-text").textContent = since("CatchingUp");
  const why = { offline: "OfflineWhy", refused: "RefusedWhy" }[now];
  byId("offline").hidden = !why;
  byId("offline").textContent = why ? since(why) : "";
  const shut = { offline: "OfflineTap", refused: "RefusedWhy", catching: "CatchingTap" }[now] ?? "";
  close(shut, { readOnly: now !== "catching", stay: now === "offline" && !reached });
  if (now === "offline") document.dispatchEvent(new CustomEvent("connection-lost"));
}

const since = (name) => words(name).replace("{time}", roomTime(current));
