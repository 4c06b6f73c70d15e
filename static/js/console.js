// The dealer's screen. Everything on it works without this; with it, it stays in step and forgives fingers.
import { startChair } from "./chair.js";
import { startClock } from "./clock.js";
import { startDoorbell } from "./doorbell.js";
import { startFresh } from "./fresh.js";
import { startGuard } from "./guard.js";
import { startKeys } from "./keys.js";
import { startLog } from "./log.js";
import { startNotices } from "./notices.js";
import { startPad } from "./pad.js";
import { startSending } from "./sending.js";
import { startSound } from "./sound.js";
import { startTable } from "./table.js";
import { startWake } from "./wake.js";

startClock();
startTable();
startNotices();
startLog();
startFresh();
startGuard();
startSending();
startChair();
startPad();
startKeys();
startDoorbell();
startWake();
startSound();
