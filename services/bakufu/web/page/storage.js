// @ts-check
// What this browser remembers: the player's name, and of each match the tokens
// and the seed. Where nothing can be stored, it is remembered until the page is
// closed.

const NAME = "bakufu.name";
const MATCH = "bakufu.match.";

/**
 * @typedef {object} Remembered
 * @property {string} [game] id of the game
 * @property {string} [hostToken] lets this browser add bots and start
 * @property {string} [invitation] lets others sit down, if the match is by invitation
 * @property {string} [seatToken] lets this browser play the seat
 * @property {number} [seat]
 * @property {string} [seed] what the seat added to the draws, base64
 * @property {number} [at] when it was touched last
 */

/** @type {Map<string, string>} */
const memory = new Map();

function read(/** @type {string} */ key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return memory.get(key) ?? null;
  }
}

function write(/** @type {string} */ key, /** @type {string} */ value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    memory.set(key, value);
  }
}

function keys() {
  try {
    return Object.keys(localStorage);
  } catch {
    return [...memory.keys()];
  }
}

/** The name that was used last. */
export function playerName() {
  return read(NAME) ?? "";
}

export function setPlayerName(/** @type {string} */ name) {
  write(NAME, name);
}

/** @returns {Remembered} what is known of a match, maybe nothing */
export function recall(/** @type {string} */ matchId) {
  try {
    return JSON.parse(read(MATCH + matchId) ?? "{}");
  } catch {
    return {};
  }
}

/** Adds to what is known of a match; undefined forgets a fact. */
export function remember(/** @type {string} */ matchId, /** @type {Remembered} */ facts) {
  write(MATCH + matchId, JSON.stringify({ ...recall(matchId), ...facts, at: Date.now() }));
}

export function forget(/** @type {string} */ matchId) {
  memory.delete(MATCH + matchId);
  try {
    localStorage.removeItem(MATCH + matchId);
  } catch {
    // It was only in memory.
  }
}

/** The ids of all matches that this browser has a part in, newest first. */
export function remembered() {
  const ids = keys()
    .filter((key) => key.startsWith(MATCH))
    .map((key) => key.slice(MATCH.length));
  return ids.sort((a, b) => (recall(b).at ?? 0) - (recall(a).at ?? 0));
}
