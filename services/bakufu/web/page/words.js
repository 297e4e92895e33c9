// @ts-check
// Sentences for people.

import { Refused } from "./api.js";

/** What to tell about something that went wrong. */
export function describeError(/** @type {any} */ error) {
  if (!(error instanceof Refused)) return error?.message ?? "Something went wrong.";
  if (error.reason === "STALE_REVISION")
    return "The table has changed in the meantime. Choose again.";
  if (error.reason === "UNKNOWN_MATCH") return "There is no such match, or it has expired.";
  const fields = error.fields.map((it) => `${it.field}: ${it.description}`);
  const rule = error.rule ? ` (rule ${error.rule})` : "";
  return [sentence(error.message) + rule, ...fields].join(" ");
}

/** "Ann", "Bot", or "Seat 3" while nobody sits there. */
export function nameOf(/** @type {any} */ match, /** @type {number} */ seat) {
  return match.seats?.find((/** @type {any} */ it) => it.seat === seat)?.name || `Seat ${seat}`;
}

/** Whose turn it is, as a viewer reads it. */
export function turnWords(
  /** @type {any} */ match,
  /** @type {number[]} */ toAct,
  /** @type {number} */ own,
) {
  if (match.aborted) return "Ended by an operator";
  if (match.status === "MATCH_STATUS_OVER") return "The match is over";
  if (match.status === "MATCH_STATUS_SEATING") return "Waiting for players";
  const others = toAct.filter((seat) => seat !== own).map((seat) => nameOf(match, seat));
  if (toAct.includes(own))
    return others.length > 0 ? `Your turn, with ${list(others)}` : "Your turn";
  return others.length > 0 ? `Waiting for ${list(others)}` : "One moment";
}

/** "a", "a and b", "a, b and c" */
export function list(/** @type {string[]} */ words) {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/** "1 seat", "2 seats" */
export function count(/** @type {number} */ number, /** @type {string} */ noun) {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** "2 to 4 players" */
export function seatRange(/** @type {any} */ game) {
  const [least, most] = [game.seatsMin ?? 1, game.seatsMax ?? 1];
  return least === most ? count(least, "player") : `${least} to ${most} players`;
}

/** "0:07", "12:30", "3 h 05 min", "2 days" */
export function duration(/** @type {number} */ ms) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const [minutes, hours] = [Math.floor(seconds / 60), Math.floor(seconds / 3600)];
  if (hours >= 48) return count(Math.floor(hours / 24), "day");
  if (hours > 0) return `${hours} h ${String(minutes % 60).padStart(2, "0")} min`;
  return `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
}

/** "just now", "5 min ago" */
export function ago(/** @type {number} */ ms) {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} h ago`;
  return `${Math.floor(minutes / 1440)} days ago`;
}

/** `start_hand` as a label: "Start hand". */
export function label(/** @type {string} */ name) {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function sentence(/** @type {string} */ text) {
  const big = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(big) ? big : `${big}.`;
}
