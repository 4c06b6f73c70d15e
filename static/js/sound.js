// Short sounds beside what is seen, for those who asked for them (<html data-sound="on">), and never instead of it.
// A browser may hold them back until somebody has touched the page: then a chip says so, and the first tap lets them out.
import { onReplaced } from "./table.js";

const TONES = {
  called: [[660, 0], [880, 0.18], [660, 0.36]],
  changed: [[520, 0], [390, 0.14]],
  lost: [[330, 0], [247, 0.2], [196, 0.4]],
};
const LONG_S = 0.16;
const LOUD = 0.25;
let context = null;

const wanted = () => document.documentElement.dataset.sound === "on";
const chip = () => document.getElementById("sound-blocked");

export function startSound() {
  new MutationObserver(look).observe(document.documentElement, { attributeFilter: ["data-sound"] });
  for (const name of ["pointerup", "keydown"]) document.addEventListener(name, unlock, true);
  document.addEventListener("connection-lost", () => play("lost"));
  onReplaced((was, now) => {
    if (now.called && !was.called) play("called");
    else if (was.decision !== now.decision && was.acts && now.unasked) play("changed");
  });
  look();
}

function look() {
  if (wanted() && !context && window.AudioContext) {
    context = new AudioContext();
    context.addEventListener("statechange", look);
  }
  chip().hidden = !wanted() || !context || context.state === "running";
}

function unlock() {
  if (wanted() && context?.state !== "running") context?.resume().catch(() => {});
}

function play(name) {
  if (!wanted() || context?.state !== "running") return;
  for (const [pitch, at] of TONES[name]) {
    const begins = context.currentTime + at;
    const tone = new OscillatorNode(context, { frequency: pitch });
    const volume = new GainNode(context, { gain: 0 });
    volume.gain.setValueAtTime(0, begins);
    volume.gain.linearRampToValueAtTime(LOUD, begins + 0.02);
    volume.gain.linearRampToValueAtTime(0, begins + LONG_S);
    tone.connect(volume).connect(context.destination);
    tone.start(begins);
    tone.stop(begins + LONG_S);
  }
}
