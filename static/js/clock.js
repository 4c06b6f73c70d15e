// The room's time, by the room's clock and zone and not by the terminal's, which may be hours off, be set while the page
// is open, or stand still while the terminal sleeps.
const WHOLE_SECONDS_MS = 1000;
const TOO_FAR_MS = 2500;
let steady = performance.now();
let wall = Date.now();
let passed = 0;
let start = 0;
let write = (time) => [new Date(time).toISOString().slice(11, 19), ""];

// Milliseconds since the page was drawn, sleep included: one of the terminal's two clocks may stop meanwhile, and one may
// be set back.
export function age() {
  const [now, date] = [performance.now(), Date.now()];
  passed += Math.max(0, now - steady, date - wall);
  [steady, wall] = [now, date];
  return passed;
}

export const roomNow = () => start + age();
export const roomTime = (time = roomNow()) => write(time)[0];

// What the `Date` of an answer says: a clock that went wrong in a sleep is put right.
export function keepTime(header) {
  const off = Date.parse(header ?? "") + WHOLE_SECONDS_MS / 2 - roomNow();
  if (Math.abs(off) > TOO_FAR_MS) start += off;
}

export function startClock() {
  const clock = document.getElementById("clock");
  start = Date.parse(clock.dateTime) - age();
  write = writer(clock.dataset);
  const tick = () => {
    clock.textContent = write(roomNow()).join(" ");
    setTimeout(tick, 1000 - (roomNow() % 1000));
  };
  tick();
}

// By the room's zone, which may change to or from summer time meanwhile; where the browser does not know it, by the
// offset that the page came with.
function writer({ zone, offset }) {
  try {
    const digits = { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" };
    const form = new Intl.DateTimeFormat("en-GB", { ...digits, timeZone: zone, timeZoneName: "longOffset" });
    return (time) => {
      const part = Object.fromEntries(form.formatToParts(time).map(({ type, value }) => [type, value]));
      const shift = part.timeZoneName.replace(/GMT|:/g, "") || "+0000";
      return [`${part.hour}:${part.minute}:${part.second}`, shift];
    };
  } catch {
    const minutes = Number(`${offset[0]}1`) * (Number(offset.slice(1, 3)) * 60 + Number(offset.slice(3, 5)));
    return (time) => [new Date(time + minutes * 60000).toISOString().slice(11, 19), offset];
  }
}
