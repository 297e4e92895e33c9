// @ts-check
// The banner that says that the connection is gone.

import { h } from "./dom.js";

/** A connection that is back within this time was never gone. */
const BLINK_MS = 700;

export function makeBanner(/** @type {AbortSignal} */ signal) {
  const element = h(
    "p",
    { class: "banner", role: "status", hidden: true },
    "Connection lost. Trying again …",
  );
  /** @type {any} */
  let timer = null;

  function show(/** @type {boolean} */ isOffline) {
    if (isOffline) {
      timer ??= setTimeout(() => (element.hidden = false), BLINK_MS);
      return;
    }
    clearTimeout(timer);
    timer = null;
    element.hidden = true;
  }

  signal.addEventListener("abort", () => clearTimeout(timer));
  return { element, show };
}
