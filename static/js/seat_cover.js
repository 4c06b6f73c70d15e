// Covering takes what is secret out of the page, at once; uncovering fetches it anew. It covers itself when nobody has
// touched it for a while, and whenever the page is out of sight.
import { fetchPart, forget } from "./seat_feed.js";
import { isOpen, notice, replace, seat } from "./seat_part.js";

const UNTOUCHED_MS = 20000;
let covered = "";
let due = 0;

export function startCover() {
  if (isOpen()) findCovered();
  else covered = seat().outerHTML;
  document.addEventListener("click", tapped);
  for (const name of ["pointerdown", "keydown", "input", "scroll"]) document.addEventListener(name, touched, true);
  document.addEventListener("visibilitychange", () => document.hidden && cover());
  document.addEventListener("freeze", cover);
  window.addEventListener("pagehide", cover);
  touched();
}

// The page was asked for open, before its scripts ran: it has no covered part to go back to yet, and an address that the
// browser would ask for again.
async function findCovered() {
  history.replaceState(null, "", seat().dataset.covered);
  const answer = await fetch(seat().dataset.covered, { headers: { "HX-Request": "true" }, cache: "no-store" });
  if (answer.ok) covered ||= await answer.text();
}

// The covered part as the room sent it last.
export const keepCovered = (html) => (covered = html);

function tapped(event) {
  const control = event.target.closest?.("#look, #cover");
  if (!control || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (control.id === "cover") {
    cover();
    document.getElementById("look")?.focus({ preventScroll: true });
  } else look();
}

async function look() {
  if (!(await fetchPart({ open: true }))) return;
  touched();
  seat().setAttribute("tabindex", "-1");
  seat().focus({ preventScroll: true });
}

export function cover() {
  clearTimeout(due);
  forget(); // a look that is on its way is given up, too
  notice("");
  if (!isOpen()) return;
  if (!covered) {
    seat().replaceChildren();
    return location.replace(seat().dataset.covered);
  }
  replace(covered);
  if (!document.hidden) fetchPart({ open: false });
}

function touched() {
  clearTimeout(due);
  if (isOpen()) due = setTimeout(cover, UNTOUCHED_MS);
}
