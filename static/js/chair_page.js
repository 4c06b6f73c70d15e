// The page on which people take turns. A badge needs no tap.
import { startBadge } from "./badge.js";
import { startClock } from "./clock.js";
import { startPinPad, typeAnywhere } from "./pinpad.js";

const form = document.getElementById("chair-form");

startBadge(form.dataset, (code) => {
  form.elements.badge.value = code;
  form.submit();
});
startClock();
startPinPad(form);
typeAnywhere(form, document);
