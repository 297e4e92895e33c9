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
  const labels = (rows[0].score ?? []).map((/** @type {any} */ line) => line.label);
  return h(
    "div",
    { class: "wide-table", tabindex: "0", role: "region", "aria-label": "Result" },
    h(
      "table",
      {},
      h("thead", {}, h("tr", {}, ["Place", "Player", ...labels].map((it) => h("th", { scope: "col" }, it)))),
      h("tbody", {}, rows.map((/** @type {any} */ row) => standing(match, row, own))),
    ),
  );
}

function standing(/** @type {any} */ match, /** @type {any} */ row, /** @type {number} */ own) {
  const score = (row.score ?? []).map((/** @type {any} */ line) => h("td", {}, String(line.value ?? 0)));
  const name = nameOf(match, row.seat) + (row.seat === own ? " (you)" : "");
  return h(
    "tr",
    { class: row.rank === 1 ? "winner" : null },
    h("td", {}, String(row.rank)),
    h("th", { scope: "row" }, h("span", { class: `seat-dot s${row.seat}` }, String(row.seat)), name),
    score,
  );
}
