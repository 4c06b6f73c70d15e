// The live regions stay in the page: only what is new is added to the log, and a status that has not changed is not said
// again. The guide stands above the log: the log is told how high it is, and goes where nothing is left for it.
import { onReplaced, screen, table } from "./table.js";

const SHOWN = 8;
const LEAST_PX = 72;

export function startLog() {
  document.addEventListener("htmx:oobBeforeSwap", (event) => {
    const { target, fragment } = event.detail;
    if (target.id === "log") {
      event.detail.shouldSwap = false;
      add(target, fragment);
    } else if (target.id === "status") {
      event.detail.shouldSwap = target.innerHTML.trim() !== fragment.innerHTML.trim();
    }
  });
  onReplaced(makeRoom);
  window.addEventListener("resize", makeRoom);
  makeRoom();
}

function makeRoom() {
  const guide = table().querySelector(".guide");
  const log = document.getElementById("log");
  screen().style.setProperty("--guide", `${guide?.offsetHeight ?? 0}px`);
  screen().dataset.log = log.parentElement.offsetHeight < LEAST_PX ? "short" : "";
  keepInSight(log);
}

function add(log, fragment) {
  const last = Number(log.lastElementChild?.dataset.seq ?? 0);
  for (const item of fragment.querySelectorAll("[data-seq]")) {
    if (Number(item.dataset.seq) > last) log.append(item);
  }
  while (log.children.length > SHOWN) log.firstElementChild.remove();
  keepInSight(log);
}

function keepInSight(log) {
  log.scrollTop = log.scrollHeight;
}
