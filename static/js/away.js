// What happened at the table while nobody could see it on this screen: asleep, out of sight, without a connection.
import { shownSeq, words } from "./table.js";

let seen = null;

const notice = () => document.getElementById("away");

export function startAway() {
  document.getElementById("away-close").addEventListener("click", dismiss);
}

// From now on the screen may be missing something.
export const leave = () => (seen ??= shownSeq());

// It shows the table as it stands again. `told`: what happened stands on it already.
export function back(told = false) {
  if (seen === null || document.hidden) return;
  const from = seen;
  seen = null;
  if (shownSeq() <= from || told) return;
  const log = [...document.querySelectorAll("#log [data-seq]")];
  const missed = log.filter((line) => Number(line.dataset.seq) > from);
  if (missed.length) say(missed, missed.length === log.length);
}

function say(missed, perhapsMore) {
  const text = perhapsMore ? "AwayMore" : missed.length === 1 ? "AwayOne" : "AwayMany";
  document.getElementById("away-text").textContent = words(text).replace("{n}", missed.length);
  const copies = missed.map((line) => {
    const item = document.createElement("li");
    item.append(...[...line.childNodes].map((node) => node.cloneNode(true)));
    return item;
  });
  document.getElementById("away-list").replaceChildren(...copies);
  notice().hidden = false;
}

export function dismiss() {
  notice().hidden = true;
}
