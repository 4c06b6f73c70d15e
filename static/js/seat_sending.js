// A choice is sent once, whatever a finger does. Without an answer it is kept here, in memory alone and never in the
// browser's store, until it is sent again with its id, which counts once, or let go.
import { end, heard, shown } from "./seat_feed.js";
import { isInert, notice, seat, words } from "./seat_part.js";

const WITHIN_MS = 8000;
let sending = false;
let kept = null;

export const isSending = () => sending;

export function startSending() {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.closest(".seat-fields") || form.method !== "post") return;
    event.preventDefault();
    if (sending || isInert()) return;
    const values = new FormData(form, event.submitter);
    if (values.get("do")) send({ address: form.action, values });
  });
}

async function send(order) {
  sending = true;
  kept = order;
  seat().toggleAttribute("data-busy", true);
  pending(false);
  let answer = null;
  let html = "";
  try {
    const signal = AbortSignal.timeout(WITHIN_MS);
    const about = { method: "POST", body: order.values, headers: { "HX-Request": "true" }, redirect: "manual" };
    answer = await fetch(order.address, { ...about, cache: "no-store", signal });
    html = await answer.text();
  } catch {
    answer = null;
  }
  sending = false;
  seat().toggleAttribute("data-busy", false);
  if (!answer || answer.status >= 500 || !answer.status) return pending(true);
  kept = null;
  understood(answer, html);
}

// The answer shows what it changed; a screen that was covered meanwhile stays covered.
function understood(answer, html) {
  const open = seat().dataset.looks === "1";
  if (answer.status === 200) {
    notice("");
    heard(answer);
    const part = new DOMParser().parseFromString(html, "text/html").getElementById("seat");
    if (part && (open || part.dataset.looks !== "1")) shown(html, part.dataset.looks === "1");
    return;
  }
  notice(html);
  if (answer.status === 403 && /id="seat"/.test(html)) return void end(html);
  document.dispatchEvent(new CustomEvent("seat-refused"));
}

function pending(lost) {
  const bar = document.getElementById("pending");
  bar.hidden = !lost;
  if (!lost) return bar.replaceChildren();
  const why = document.createElement("p");
  why.textContent = words("Lost");
  const row = document.createElement("div");
  row.className = "row";
  row.append(button("Forget", () => pending(false)), button("Retry", () => send(kept), "primary"));
  bar.replaceChildren(why, row);
}

function button(name, action, kind = "") {
  const made = document.createElement("button");
  made.type = "button";
  made.id = `pending-${name.toLowerCase()}`;
  made.className = kind;
  made.textContent = words(name);
  made.addEventListener("click", action);
  return made;
}
