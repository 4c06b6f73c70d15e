// A panel that opens is seen from its title on, however far the page was scrolled.
import { onReplaced } from "./table.js";

export function startSight() {
  onReplaced((was, now) => {
    if (now.panel && now.panel !== was.panel) show();
  });
}

function show() {
  const head = document.querySelector(".panel-head");
  const { top, bottom } = head.getBoundingClientRect();
  const covered = document.getElementById("status").getBoundingClientRect().bottom;
  const sticks = getComputedStyle(document.getElementById("status")).position === "sticky";
  if (top < (sticks ? covered : 0) || bottom > window.innerHeight) head.scrollIntoView({ block: "start" });
}
