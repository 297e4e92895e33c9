// @ts-check
// Who sits at the table, and who has to act.

import { h } from "./dom.js";

/**
 * @param {any} match
 * @param {number[]} toAct
 * @param {number} own the viewer's seat, or zero
 * @param {(seat: any) => any} [extra] what else to show in the row of a seat
 */
export function seatList(match, toAct, own, extra) {
  const rows = (match.seats ?? []).map((/** @type {any} */ seat) => {
    const isActing = toAct.includes(seat.seat) && match.status === "MATCH_STATUS_PLAYING";
    return h(
      "li",
      { class: isActing ? "acting" : null, "data-seat": seat.seat },
      h("span", { class: `seat-dot s${seat.seat}` }, String(seat.seat)),
      h(
        "span",
        { class: "who" },
        h("span", { class: seat.name ? "name" : "name quiet" }, seat.name || "Open seat"),
        notes(seat, own).map((note) => h("span", { class: "tag" }, note)),
      ),
      isActing && h("span", { class: "tag strong" }, "to act"),
      extra?.(seat),
    );
  });
  return h("ul", { class: "seats" }, rows);
}

function notes(/** @type {any} */ seat, /** @type {number} */ own) {
  const found = [];
  if (seat.seat === own) found.push("you");
  if (seat.holder === "SEAT_HOLDER_BOT") found.push("bot");
  if (seat.resigned) found.push("resigned");
  return found;
}
