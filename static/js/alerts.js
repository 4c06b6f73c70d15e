// What the floor is told without having asked: looked for every few seconds, shown when it has changed.
const EVERY_MS = 4000;
const alerts = document.getElementById("alerts");

const shown = (element) => element.innerText.replace(/\s+/g, " ").trim();

async function look() {
  if (document.hidden) return;
  try {
    const answer = await fetch(alerts.dataset.address, { cache: "no-store", signal: AbortSignal.timeout(EVERY_MS) });
    if (!answer.ok || answer.redirected) return;
    const now = document.createElement("div");
    now.innerHTML = await answer.text();
    if (shown(now) === shown(alerts) || alerts.contains(document.activeElement)) return;
    alerts.replaceChildren(...now.childNodes);
  } catch {
    return; // the next look tells
  }
}

setInterval(look, EVERY_MS);
document.addEventListener("visibilitychange", look);
