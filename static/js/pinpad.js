// The form with which people take turns: a tap on a name, digits by finger or by keyboard, OK.
const FIELDS = "input:not([type=radio]), textarea, select";

export function startPinPad(form) {
  const pin = form.elements.pin;
  const pad = form.querySelector(".pin-pad");
  pad.hidden = false;
  pad.addEventListener("click", (event) => {
    const digit = event.target.closest("[data-digit]")?.dataset.digit;
    if (digit === undefined) return;
    pin.value = digit ? pin.value + digit : pin.value.slice(0, -1);
  });
  form.addEventListener("change", (event) => {
    if (event.target.name === "person") chosen(form, event.target);
  });
  const first = form.querySelector("[name=person]:checked");
  if (first) chosen(form, first);
}

// A floor manager who does not deal looks and rules, unless he says otherwise.
function chosen(form, person) {
  const as = "looks" in person.dataset ? "look" : "chair";
  for (const radio of form.querySelectorAll("[name=as]")) radio.checked = radio.value === as;
  form.elements.pin.value = "";
}

// Digits typed anywhere in `area` are meant for the PIN.
export function typeAnywhere(form, area) {
  area.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest(FIELDS)) return;
    if (/^\d$/.test(event.key)) form.elements.pin.value += event.key;
    else if (event.key === "Backspace") form.elements.pin.value = form.elements.pin.value.slice(0, -1);
    else if (event.key === "Enter" && event.target.matches("[name=person], body, main")) form.requestSubmit();
    else return;
    event.preventDefault();
  });
}
