// @ts-check
// How a match ended: places, names, and what decided them.

import { h } from "./dom.js";
import { nameOf } from "./words.js";

/**
 * @param {any} match
 * @param {any} outcome
 * @param {number} own the viewer's seat, or zero
 */
export function standings(match, outcome, own) {
  const rows = outcome?.standings ?? [];
  if (rows.length === 0) return h("p", { class: "quiet" }, "There is no result.");
  return [
    h(
      "ol",
      { class: "places" },
      rows.map((/** @type {any} */ row) => place(match, row, own)),
    ),
    score(match, rows),
  ];
}

function place(/** @type {any} */ match, /** @type {any} */ row, /** @type {number} */ own) {
  return h(
    "li",
    { class: row.rank === 1 ? "winner" : null },
    h("span", { class: "rank" }, `${row.rank}.`),
    dot(row.seat),
    h("span", { class: "name" }, nameOf(match, row.seat)),
    row.seat === own && h("span", { class: "tag" }, "you"),
  );
}

/** What was counted, line by line, one column per seat. */
function score(/** @type {any} */ match, /** @type {any[]} */ rows) {
  const labels = (rows[0].score ?? []).map((/** @type {any} */ line) => line.label);
  if (labels.length === 0) return null;
  const heads = rows.map((row) =>
    h("th", { scope: "col", title: nameOf(match, row.seat) }, dot(row.seat)),
  );
  const lines = labels.map((/** @type {string} */ label, /** @type {number} */ at) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, label),
      rows.map((row) => h("td", {}, String(row.score?.[at]?.value ?? 0))),
    ),
  );
  return h(
    "div",
    { class: "score", tabindex: "0", role: "region", "aria-label": "Score" },
    h("table", {}, h("thead", {}, h("tr", {}, h("td"), heads)), h("tbody", {}, lines)),
  );
}

function dot(/** @type {number} */ seat) {
  return h("span", { class: `seat-dot s${seat}` }, String(seat));
}
