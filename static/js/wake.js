// While a hand is open the terminal's screen stays on. A terminal that cannot do that is used all the same.
import { onReplaced, table } from "./table.js";

const OPEN = ["posting", "play", "ruling", "award", "void"];
let lock = null;
let asking = false;

export function startWake() {
  onReplaced(keepAwake);
  document.addEventListener("visibilitychange", keepAwake); // the browser lets go of it when the page is out of sight
  keepAwake();
}

const wanted = () => OPEN.includes(table().dataset.stage) && !document.hidden;

async function keepAwake() {
  if (asking) return;
  asking = true;
  try {
    if (wanted() && (!lock || lock.released)) lock = await navigator.wakeLock.request("screen");
    if (!wanted() && lock) {
      await lock.release();
      lock = null;
    }
  } catch {
    lock = null;
  }
  asking = false;
  if (lock && !wanted()) keepAwake();
}
