// A session in use does not end: the server renews it, and a dealer's screen uses it all the time. A page that only stands
// there is told of the end some minutes before, and one tap puts it off. What another page has put off is asked first.
import { age } from "./clock.js";

const ASK_MS = 5 * 60000;
const EVERY_MS = 20000;
let ends = 0;

const about = () => document.getElementById("session")?.dataset;

function start() {
  ends = age() + Number(about()?.seconds ?? 0) * 1000;
  setInterval(look, EVERY_MS);
  document.addEventListener("visibilitychange", () => document.hidden || look());
  document.addEventListener("signed-in", () => {
    ends = age() + Number(about().seconds) * 1000;
    hide();
  });
  look();
}

async function look() {
  if (!about() || age() < ends - ASK_MS) return;
  const left = await asked(about().left);
  if (left === null) return show(true);
  ends = age() + left * 1000;
  if (left > ASK_MS / 1000) hide();
  else if (left > 0) show(false);
}

// null: the room did not answer; 0: nobody is signed in, which is not answered by the page for it.
async function asked(url, method = "GET", token = "") {
  const headers = { "HX-Request": "true", "X-CSRFToken": token };
  try {
    const answer = await fetch(url, { method, headers, cache: "no-store", signal: AbortSignal.timeout(8000) });
    return answer.ok ? (await answer.json()).left : 0;
  } catch {
    return null;
  }
}

async function stay() {
  const token = document.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "";
  const left = await asked(about().stay, "POST", token);
  if (left === null) return show(true);
  ends = age() + left * 1000;
  hide();
}

function show(offline) {
  const words = about();
  const bar = document.getElementById("session-warning") ?? made();
  const minutes = Math.max(1, Math.ceil((ends - age()) / 60000));
  const text = `${words.textEnds} ${minutes}. ${offline ? words.textOffline : ""}`;
  const line = bar.firstElementChild;
  if (line.textContent !== text) line.textContent = text;
  bar.lastElementChild.textContent = words.textStay;
}

function made() {
  const bar = document.createElement("div");
  const button = document.createElement("button");
  bar.id = "session-warning";
  bar.className = "session-warning";
  bar.setAttribute("role", "alert");
  button.type = "button";
  button.id = "session-stay";
  button.className = "primary";
  button.addEventListener("click", stay);
  bar.append(document.createElement("p"), button);
  document.body.append(bar);
  return bar;
}

const hide = () => document.getElementById("session-warning")?.remove();

start();
