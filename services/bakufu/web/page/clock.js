// @ts-check
// A clock that shows how long something has lasted.

import { serverNow } from "./api.js";
import { h, setText } from "./dom.js";
import { duration } from "./words.js";

/**
 * @param {() => number | null} since when it began, or null to show nothing
 * @param {AbortSignal} signal when to stop
 */
export function makeClock(since, signal) {
  const element = h("time", { class: "clock", role: "timer", "aria-live": "off" });
  const show = () => {
    const begun = since();
    setText(element, begun === null ? "" : duration(serverNow() - begun));
  };
  const timer = setInterval(show, 1_000);
  signal.addEventListener("abort", () => clearInterval(timer));
  show();
  return { element, show };
}
