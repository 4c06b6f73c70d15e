// Of a device's tabs at one table one is used: the one that was opened last, or was asked to be. The others read along.
import { screen } from "./table.js";

const bar = () => document.getElementById("other-tab");
let used = true;

export const isUsed = () => used;

export function startTabs() {
  const key = `used:${screen().dataset.stream}`;
  const use = () => {
    show(true);
    localStorage.setItem(key, crypto.randomUUID()); // heard by the other tabs alone
  };
  window.addEventListener("storage", (event) => event.key === key && show(false));
  document.getElementById("use-here").addEventListener("click", use);
  use();
}

function show(now) {
  used = now;
  bar().hidden = now;
  screen().dataset.tab = now ? "used" : "other";
}
