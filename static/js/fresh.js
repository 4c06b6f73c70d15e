// What has come since the screen was last replaced is marked, so that it can be shown coming. The first sight marks nothing.
import { onReplaced, table } from "./table.js";

const things = () => [...table().querySelectorAll(".felt-area [data-card]")];
const hand = () => table().dataset.decision.split(" ")[0];
let known = null;

export function startFresh() {
  known = seen();
  onReplaced(() => {
    for (const thing of things()) {
      if (known.hand === hand() && !known.cards.has(thing.dataset.card)) thing.classList.add("is-new");
    }
    known = seen();
  });
}

const seen = () => ({ hand: hand(), cards: new Set(things().map((thing) => thing.dataset.card)) });
