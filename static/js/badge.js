// A badge reader is a keyboard: it types a mark, the code, Enter. Nothing of that reaches the page: no letter presses a key
// of the console or lands in a field. Who types the mark himself in a field gets it a moment later: readers are quicker.
const SILENCE_MS = 2000;
const SHORTEST = 4;
const FIELDS = "input:not([type=radio], [type=checkbox], [type=submit], [type=button]), textarea";
const SILENT_KEYS = ["Shift", "CapsLock", "AltGraph"];
let code = null;
let field = null;
let timer = 0;
let readerMs = 0;

// `about` says what readers type before the code, and how many milliseconds they take for a key at most. `onCode` is called
// with what was read.
export function startBadge({ badgePrefix: prefix, badgeKeyMs }, onCode) {
  readerMs = Number(badgeKeyMs);
  window.addEventListener("keydown", (event) => heard(event, prefix, onCode), true);
  window.addEventListener("keyup", (event) => code !== null && event.key.length === 1 && swallow(event), true);
}

function heard(event, prefix, onCode) {
  if (code === null) {
    const begins = event.key === prefix && !event.ctrlKey && !event.metaKey && !event.altKey && !event.isComposing;
    if (!begins) return;
    code = "";
    field = event.target.closest?.(FIELDS) ?? null;
    swallow(event);
    return wait(prefix);
  }
  if (SILENT_KEYS.includes(event.key)) return;
  if (event.key === "Enter" && (code.length >= SHORTEST || !field)) {
    const read = code;
    swallow(event);
    end();
    if (read.length >= SHORTEST) onCode(read);
    return;
  }
  if (event.key.length !== 1) {
    if (field) return typedByHand(prefix);
    swallow(event);
    return end();
  }
  swallow(event);
  code += event.key;
  wait(prefix);
}

function swallow(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

function wait(prefix) {
  clearTimeout(timer);
  timer = field ? setTimeout(() => typedByHand(prefix), readerMs) : setTimeout(end, SILENCE_MS);
}

function end() {
  clearTimeout(timer);
  [code, field] = [null, null];
}

// It was no reader: what was held back goes where it was meant to go.
function typedByHand(prefix) {
  const [text, into] = [prefix + code, field];
  end();
  if (!into?.isConnected) return;
  try {
    into.setRangeText(text, into.selectionStart, into.selectionEnd, "end");
  } catch {
    into.value += text;
  }
  into.dispatchEvent(new Event("input", { bubbles: true }));
}
