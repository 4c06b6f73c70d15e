// The doorbell's line: opened again for ever, at growing and uneven intervals, so that the screens of a room do not all
// come back in the same moment. A line that is silent is dead, whatever the browser thinks of it: the room says something
// on it every few seconds.
import { age } from "./clock.js";
import { screen } from "./table.js";

const SILENT_MS = 12000;
const RETRY_MS = [1000, 15000];
let line = null;
let heard = 0;
let rings = false;
let pause = RETRY_MS[0];
let waiting = 0;
let onRing = () => {};
let address = "";

export const isRinging = () => rings;

export function startBell(listener, at = screen().dataset.live) {
  onRing = listener;
  address = at;
  if (!document.hidden) openLine();
  setInterval(() => line && age() - heard > SILENT_MS && lost(), 1000);
}

// Now, and not when the next attempt is due.
export function openLine() {
  closeLine();
  heard = age();
  const bell = new EventSource(address);
  line = bell;
  const alive = () => {
    heard = age();
    rings = true;
    pause = RETRY_MS[0];
  };
  bell.addEventListener("open", alive);
  bell.addEventListener("beat", alive);
  bell.addEventListener("ring", (event) => {
    alive();
    onRing(JSON.parse(event.data).seq);
  });
  bell.addEventListener("error", () => bell === line && lost());
}

// A browser opens few connections to one host, and keeps no page in its history that holds one.
export function closeLine() {
  clearTimeout(waiting);
  line?.close();
  line = null;
  rings = false;
}

function lost() {
  closeLine();
  waiting = setTimeout(openLine, pause * (0.5 + Math.random() / 2));
  pause = Math.min(pause * 2, RETRY_MS[1]);
}
