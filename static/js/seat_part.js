// The one fragment of a seat's screen, `#seat`, replaced as a whole. What was picked and where the focus is survive it as
// long as the decision is the same.
const INERT_MS = 350;
let inertUntil = 0;

export const screen = () => document.getElementById("seat-screen");
export const seat = () => document.getElementById("seat");
export const words = (name) => screen().dataset[`text${name}`];
export const isOpen = () => seat().dataset.looks === "1";
export const isInert = () => performance.now() < inertUntil;

export function replace(html) {
  const was = seat();
  const focus = was.contains(document.activeElement) ? document.activeElement.id : "";
  const picked = [...was.querySelectorAll("input:checked")].map((input) => input.id).filter(Boolean);
  const range = document.createRange();
  range.selectNode(was);
  was.replaceWith(range.createContextualFragment(html.trim()));
  const now = seat();
  if (was.dataset.decision !== now.dataset.decision) inertUntil = performance.now() + INERT_MS;
  else picked.forEach((id) => pick(now.querySelector(`#${CSS.escape(id)}`)));
  if (focus) (now.querySelector(`#${CSS.escape(focus)}`) ?? now).focus({ preventScroll: true });
  say();
}

function pick(input) {
  if (input) input.checked = true;
}

// The live region repeats what stands on the covered screen, and nothing else.
export function say() {
  const said = document.getElementById("line")?.textContent.replace(/\s+/g, " ").trim() ?? "";
  const status = document.getElementById("status");
  if (status.textContent !== said) status.textContent = said;
}

// Why something was refused, over the screen, until it is closed or the next choice is taken.
export function notice(html) {
  const box = document.getElementById("notice");
  box.innerHTML = html;
  if (!html) return;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "notice-close";
  button.textContent = words("Close");
  button.addEventListener("click", () => notice(""));
  box.append(button);
}
