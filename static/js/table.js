// The one fragment that is replaced as a whole: `#table`. Focus, typed text and scrolling survive it.
const TYPED = "input:not([type=hidden], [name=pad-suit]), textarea, select";
const listeners = [];
let before = null;
let unasked = false;

export const screen = () => document.getElementById("console");
export const table = () => document.getElementById("table");
export const shownSeq = () => Number(table().dataset.seq);
export const words = (name) =>
  screen().dataset[`text${name}`] ?? document.getElementById("in-step").dataset[`text${name}`];

// Called with the data of the table as it was and as it is now.
export const onReplaced = (listener) => listeners.push(listener);

// Put `html` in the place of the fragment, for what no request of htmx brought.
export function replace(html) {
  unasked = true;
  window.htmx.swap(table(), html, { swapStyle: "outerHTML", swapDelay: 0, settleDelay: 0 });
}

export function startTable() {
  window.htmx.config.timeout = 8000;
  window.htmx.config.defaultSettleDelay = 0; // a form that is not htmx's yet would leave the page when it is tapped
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target.id === "table") event.detail.target = table();
  });
  new MutationObserver(() => {
    if (before && table() && table() !== before.element) replaced();
  }).observe(screen(), { childList: true });
  if (panelOf(table())) document.getElementById("panel-title")?.focus({ preventScroll: true });
  remember();
  // What stands on the screen is noted as late as can be: just before it is taken away.
  for (const name of ["input", "focusin", "scroll"]) screen().addEventListener(name, remember, true);
}

function remember() {
  const element = table();
  if (before && before.element !== element) return; // replaced a moment ago: what was before is still to be used
  const active = document.activeElement;
  const inside = element.contains(active) ? active : null;
  before = {
    element,
    data: { ...element.dataset, ...purposes(element) },
    panel: panelOf(element),
    focus: inside && { id: inside.id, card: inside.dataset.card, key: inside.matches(".key") },
    typed: [...element.querySelectorAll(TYPED)].filter((field) => field.id && changed(field)).map(noted),
    moves: element.querySelector(".moves")?.scrollTop ?? 0,
  };
}

// What the pad and the row of seats are for: while that stays the same, their buttons mean what they meant. And whether
// something may be done here.
const purposes = (element) => ({
  acts: Boolean(element.querySelector(".decision .looks-on button[type=submit]:enabled")),
  pad: element.querySelector(".pad")?.dataset.pad ?? "",
  steady: element.querySelector("[data-steady]")?.dataset.steady ?? "",
});
const panelOf = (element) => element.dataset.panel;

function changed(field) {
  if (field.type === "radio") return field.checked !== field.defaultChecked;
  if (field.tagName === "SELECT") return [...field.options].some((o) => o.selected !== o.defaultSelected);
  return field.value !== field.defaultValue;
}

const noted = (field) => ({ id: field.id, value: field.value, checked: field.checked });

function replaced() {
  const was = before;
  const now = table();
  before = null;
  for (const { id, value, checked } of was.typed) {
    const field = now.querySelector(`#${CSS.escape(id)}`);
    if (field?.type === "radio") field.checked = checked;
    else if (field) field.value = value;
  }
  const moves = now.querySelector(".moves");
  if (moves) moves.scrollTop = was.moves;
  refocus(was, now);
  remember();
  before.data.unasked = unasked;
  unasked = false;
  for (const listener of listeners) listener(was.data, before.data);
}

// The same control, else the next one of its kind, else the status line: the focus is never dropped.
function refocus(was, now) {
  const panel = panelOf(now);
  let next = null;
  if (panel && panel !== was.panel) next = now.querySelector("#panel-title");
  else if (!was.focus) return;
  else if (was.focus.key) next = sameKey(was.focus.card, now);
  else if (was.focus.id) next = now.querySelector(`#${CSS.escape(was.focus.id)}:not([disabled])`);
  if (!next && was.panel && !panel) next = now.querySelector(`#tool-${CSS.escape(was.panel)}`);
  (next ?? document.getElementById("status")).focus({ preventScroll: true });
}

function sameKey(card, now) {
  const keys = [...now.querySelectorAll(".key")];
  const at = keys.findIndex((key) => key.dataset.card === card);
  return [...keys.slice(at), ...keys].find((key) => !key.disabled && key.offsetParent) ?? null;
}

// Whether somebody is writing something: then nothing may be pulled away under the fingers.
export function isTyping() {
  const field = document.activeElement;
  const text = field?.matches("#table input[type=text], #table textarea");
  return Boolean(text && field.value !== field.defaultValue);
}
