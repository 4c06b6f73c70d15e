// The room's time with seconds, by the room's clock and zone and not by the terminal's.
export function startClock() {
  const clock = document.getElementById("clock");
  const ahead = Date.parse(clock.dateTime) - Date.now();
  const [, sign, hours, minutes] = /([+-])(\d\d)(\d\d)/.exec(clock.textContent.trim().slice(-5));
  const zone = (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60000;
  const tick = () => {
    const time = new Date(Date.now() + ahead + zone).toISOString().slice(11, 19);
    clock.textContent = `${time} ${sign}${hours}:${minutes}`;
  };
  setInterval(tick, 1000);
  tick();
}
