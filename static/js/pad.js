// The pad by keyboard: one stop for the tab key, arrows from key to key, or a card typed as rank and suit.
import { onReplaced, table } from "./table.js";

const RANKS = { 0: "T", 1: "T" };
const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
let rank = "";

export function startPad() {
  onReplaced(() => {
    rank = "";
    oneStop();
  });
  document.addEventListener("focusin", (event) => event.target.matches?.(".key") && oneStop(event.target));
  document.addEventListener("keydown", (event) => {
    const step = STEPS[event.key];
    if (!step || !event.target.matches?.(".key")) return;
    event.preventDefault();
    move(event.target, ...step);
  });
  oneStop();
}

const pad = () => table().querySelector(".pad");
const rows = () => [...pad().querySelectorAll(".pad-row")].map((row) => [...row.querySelectorAll(".key")]);

function oneStop(chosen = null) {
  const whole = pad() && !pad().querySelector(".pad-suits").offsetParent;
  if (!whole) return;
  const stop = chosen ?? pad().querySelector(".key:not([disabled])");
  for (const key of pad().querySelectorAll(".key")) key.tabIndex = key === stop ? 0 : -1;
}

function move(key, down, right) {
  const grid = rows();
  let y = grid.findIndex((row) => row.includes(key));
  let x = grid[y].indexOf(key);
  do {
    y += down;
    x += right;
  } while (grid[y]?.[x]?.disabled);
  grid[y]?.[x]?.focus();
}

// A letter or figure as part of a card: true if it was one. `T`, `0` and `1` are the ten.
export function typed(key) {
  if (!pad() || pad().dataset.typing === "off") return false;
  const word = key.toUpperCase();
  if (rank && "SHDC".includes(word)) {
    const wanted = pad().querySelector(`.key[data-card="${rank}${word.toLowerCase()}"]`);
    rank = "";
    wanted?.click();
    return true;
  }
  const found = RANKS[word] ?? word;
  if (found.length !== 1 || !"23456789TJQKA".includes(found)) return false;
  rank = found;
  return true;
}
