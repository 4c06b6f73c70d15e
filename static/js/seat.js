// The screen of one seat. Everything on it works without this; with it, it covers itself, stays in step and sends a
// choice once.
import { startClock } from "./clock.js";
import { startCover } from "./seat_cover.js";
import { startFeed } from "./seat_feed.js";
import { startSending } from "./seat_sending.js";
import { startSince } from "./since.js";

startClock();
startSince();
startCover();
startSending();
startFeed();
