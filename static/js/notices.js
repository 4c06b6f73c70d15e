// What is refused is said where it moves no button and covers no seat, until it is closed or the next command is accepted.
import { words } from "./table.js";

const notices = () => document.getElementById("notice");

export function startNotices() {
  document.getElementById("stack").prepend(notices());
  new MutationObserver(closable).observe(notices(), { childList: true });
  closable();
}

export function say(text, ...more) {
  const line = document.createElement("p");
  line.className = "notice notice-refused";
  line.append(text, ...more);
  notices().replaceChildren(line);
}

function closable() {
  if (!notices().querySelector(".notice") || notices().querySelector(".notice-close")) return;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "notice-close";
  button.textContent = "✕";
  button.setAttribute("aria-label", words("Close"));
  button.addEventListener("click", () => notices().replaceChildren());
  notices().append(button);
}
