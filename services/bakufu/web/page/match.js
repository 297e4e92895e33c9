// @ts-check
// What a viewer knows of a match, folded from what the server tells.

/** How many earlier changes are asked for when a table opens. */
export const HISTORY = 60;

/**
 * @typedef {object} Table
 * @property {any} match the public facts: seats, status, options
 * @property {number} revision the last change that is known
 * @property {number[]} toAct the seats that must act
 * @property {any} outcome set when the match is over
 * @property {number[] | null} turnOf the seats to act in the last change of the log
 * @property {number | null} turnSince when they came to act
 * @property {{ revision: number, at: number, sentences: string[] }[]} log oldest first
 */

/**
 * @param {any} match what GetMatch says, not from before the view
 * @param {any} view what GetView says
 * @returns {Table}
 */
export function begin(match, view) {
  return {
    match,
    revision: Number(view.revision ?? 0),
    toAct: view.seatsToAct ?? [],
    outcome: view.outcome ?? match.outcome,
    turnOf: null,
    turnSince: null,
    log: [],
  };
}

/**
 * Adds a change. Changes from before the table was opened only fill the log.
 *
 * @returns {boolean} whether it is news
 */
export function fold(/** @type {Table} */ table, /** @type {any} */ update) {
  const revision = Number(update.revision ?? 0);
  const isNews = revision > table.revision;
  const toAct = update.seatsToAct ?? [];
  const at = Date.parse(update.committedAt ?? "");
  const last = table.log.at(-1);
  if (last && revision <= last.revision) return false;
  const sentences = [...seatSentences(table.match, update.gameMatch), ...(update.sentences ?? [])];
  table.log.push({ revision, at, sentences });
  // A turn may be many changes: it began when the seats to act were others.
  if (!same(toAct, table.turnOf)) [table.turnOf, table.turnSince] = [toAct, at];
  if (update.gameMatch) table.match = update.gameMatch;
  if (!isNews) return false;
  table.revision = revision;
  table.toAct = toAct;
  if (update.outcome) finish(table, update.outcome);
  return true;
}

/** A game that ends changes no seat, so no new match comes with it. */
function finish(/** @type {Table} */ table, /** @type {any} */ outcome) {
  table.outcome = outcome;
  table.match = { ...table.match, status: "MATCH_STATUS_OVER", outcome };
}

/** Puts older changes in front of the log. */
export function prepend(/** @type {Table} */ table, /** @type {any[]} */ updates) {
  const older = updates.map((update) => ({
    revision: Number(update.revision),
    at: Date.parse(update.committedAt ?? ""),
    sentences: update.sentences ?? [],
  }));
  table.log = [...older, ...table.log];
}

export function isOver(/** @type {Table} */ table) {
  return table.match.status === "MATCH_STATUS_OVER" || table.outcome !== undefined;
}

export function isSeating(/** @type {Table} */ table) {
  return table.match.status === "MATCH_STATUS_SEATING";
}

/** The rules tell what happens in the game; who comes and goes is told here. */
function seatSentences(/** @type {any} */ before, /** @type {any} */ after) {
  if (!after) return [];
  const told = [];
  for (const seat of after.seats ?? []) {
    const old = before.seats.find((/** @type {any} */ it) => it.seat === seat.seat) ?? {};
    if (seat.resigned && !old.resigned) told.push(`${seat.name} resigns.`);
    if (seat.name && seat.name !== old.name) told.push(`${seat.name} takes seat ${seat.seat}.`);
    if (!seat.name && old.name) told.push(`${old.name} leaves seat ${seat.seat}.`);
  }
  if (after.aborted) told.push(`An operator ended the match: ${after.aborted.reason}`);
  return told;
}

function same(/** @type {number[]} */ a, /** @type {number[] | null} */ b) {
  return b !== null && a.length === b.length && a.every((seat, at) => seat === b[at]);
}
