// How long something has been waited for, by the room's clock: every <time data-since> counts up.
import { roomNow } from "./clock.js";

export function startSince() {
  write();
  setInterval(write, 1000);
  new MutationObserver(write).observe(document.querySelector("main"), { childList: true, subtree: true });
}

function write() {
  for (const time of document.querySelectorAll("time[data-since]")) {
    const seconds = Math.max(0, Math.round((roomNow() - Date.parse(time.dataset.since)) / 1000));
    const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    if (time.textContent !== text) time.firstChild.data = text; // no element is added: nothing is observed
  }
}
