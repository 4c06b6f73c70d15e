// The live regions stay in the page: only what is new is added to the log, and a status that has not changed is not said
// again.
const SHOWN = 8;

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
  keepInSight(document.getElementById("log"));
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
