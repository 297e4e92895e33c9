// @ts-check
// The log: what happened, in plain sentences, the newest below.

import { h } from "./dom.js";

/** @param {() => Promise<void>} onEarlier loads what happened before */
export function makeLog(onEarlier) {
  const items = h("ol", {
    class: "log",
    role: "log",
    "aria-live": "polite",
    "aria-label": "What happened",
    tabindex: "0",
  });
  const earlier = h("button", { type: "button", class: "link", hidden: true }, "Show earlier");
  const element = h(
    "section",
    { class: "card log-card" },
    h("div", { class: "head" }, h("h2", {}, "Log"), earlier),
    items,
  );
  let [first, last] = [Infinity, -1];

  earlier.addEventListener("click", async () => {
    earlier.disabled = true;
    await onEarlier().catch(() => {});
    earlier.disabled = false;
  });

  /** Adds what is new at either end. */
  function show(/** @type {import("./match.js").Table["log"]} */ entries) {
    const atEnd = items.scrollHeight - items.scrollTop - items.clientHeight < 40;
    const older = entries.filter((entry) => entry.revision < first && last >= 0).flatMap(item);
    const newer = entries.filter((entry) => entry.revision > last).flatMap(item);
    // Who reads earlier sentences keeps their place.
    const heightBefore = items.scrollHeight;
    if (older.length > 0) {
      items.prepend(...older);
      items.scrollTop += items.scrollHeight - heightBefore;
    }
    items.append(...newer);
    if (newer.length > 0 && atEnd) items.scrollTop = items.scrollHeight;
    first = Math.min(first, entries[0]?.revision ?? Infinity);
    last = Math.max(last, entries.at(-1)?.revision ?? -1);
    earlier.hidden = !(first > 1 && first < Infinity);
  }

  return { element, show };
}

function item(/** @type {{ at: number, sentences: string[] }} */ entry) {
  if (entry.sentences.length === 0) return [];
  const time = Number.isNaN(entry.at) ? undefined : new Date(entry.at);
  const lines = entry.sentences.map((sentence) => h("span", {}, sentence));
  return [h("li", { title: time?.toLocaleString() }, lines)];
}
