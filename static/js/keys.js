// Single keys press the button that carries them. Not while something is typed, and not when they are switched off.
import { typed } from "./pad.js";
import { table } from "./table.js";

const FIELDS = "input:not([type=radio]), textarea, select, [contenteditable]";

export function startKeys() {
  document.addEventListener("keydown", (event) => {
    const other = event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.isComposing;
    if (other || event.defaultPrevented || !on() || event.target.closest?.(`${FIELDS}, dialog`)) return;
    if (press(event.key)) event.preventDefault();
  });
}

const on = () => document.documentElement.dataset.keys !== "off";

function press(key) {
  if (typed(key)) return true;
  const name = key.length === 1 ? key.toLowerCase() : key;
  const control = table().querySelector(`[data-key="${CSS.escape(name)}"]:not([disabled])`);
  control?.click();
  return Boolean(control);
}
