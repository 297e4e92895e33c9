// @ts-check
// Calls of the public API as JSON. Whatever may have been lost on the way is
// asked again; a command carries an id, so asking again never does it twice.

import { randomId } from "./bytes.js";

const SERVICE = "bakufu.play.v1.MatchService";
/** A server that hangs costs one attempt. */
const ATTEMPT_MS = 8_000;
/** How long questions and commands are repeated before the caller hears of it. */
const QUESTION_MS = 12_000;
const COMMAND_MS = 60_000;
const WAIT_FIRST_MS = 40;
const WAIT_MAX_MS = 2_000;
/** Requests are so many characters long, or a multiple of it. */
const REQUEST_UNIT = 512;
/** What is worth another attempt; every other code is an answer. */
const PASSING = new Set(["UNAVAILABLE", "RESOURCE_EXHAUSTED", "DEADLINE_EXCEEDED"]);

/** The server said no, and why. */
export class Refused extends Error {
  constructor(/** @type {any} */ body) {
    super(body.message || body.reason || "The server refused.");
    this.code = body.code ?? "";
    this.reason = body.reason ?? "";
    this.rule = body.metadata?.rule ?? "";
    /** @type {{ field: string, description: string }[]} */
    this.fields = body.fieldViolations ?? [];
    this.retryAfterMs = Number(body.retryAfterMs ?? 0);
  }

  get isPassing() {
    return PASSING.has(this.code);
  }
}

/** Nobody answered. */
export class Unreachable extends Error {
  constructor() {
    super("The server can't be reached.");
  }
}

let clockOffsetMs = 0;

/** The time as the server has it, to about a second. */
export function serverNow() {
  return Date.now() + clockOffsetMs;
}

/**
 * Asks something.
 *
 * @param {string} method
 * @param {object} [body]
 * @param {{ token?: string, signal?: AbortSignal }} [how]
 */
export function ask(method, body = {}, how = {}) {
  return repeated(method, body, { ...how, patienceMs: QUESTION_MS });
}

/**
 * Commands something, once however often it has to be sent.
 *
 * @param {string} method
 * @param {object} body
 * @param {{ token?: string, signal?: AbortSignal }} [how]
 */
export function command(method, body, how = {}) {
  return repeated(method, { ...body, requestId: randomId() }, { ...how, patienceMs: COMMAND_MS });
}

/**
 * Opens a stream of lines of JSON.
 *
 * @param {string} method
 * @param {object} body
 * @param {{ token?: string, signal: AbortSignal }} how
 * @returns {Promise<ReadableStream<Uint8Array>>}
 */
export async function stream(method, body, { token, signal }) {
  const answer = await post(method, body, { token, signal, accept: "application/x-ndjson" });
  if (!answer.body) throw new Unreachable();
  return answer.body;
}

/** @type {Promise<any[]> | null} */
let games = null;

/** All games; asked for once per visit. */
export function listGames() {
  games ??= ask("ListGames").then((answer) => answer.games ?? []);
  games.catch(() => (games = null));
  return games;
}

/** A pause before attempt number `attempt`, growing, half of it random. */
export function backoffMs(/** @type {number} */ attempt) {
  const whole = Math.min(WAIT_FIRST_MS * 2 ** attempt, WAIT_MAX_MS);
  return whole / 2 + (Math.random() * whole) / 2;
}

/**
 * @param {string} method
 * @param {object} body
 * @param {{ token?: string, signal?: AbortSignal, patienceMs: number }} how
 */
async function repeated(method, body, { token, signal, patienceMs }) {
  const end = Date.now() + patienceMs;
  for (let attempt = 0; ; attempt += 1) {
    try {
      const limit = AbortSignal.timeout(ATTEMPT_MS);
      const both = signal ? AbortSignal.any([signal, limit]) : limit;
      const answer = await post(method, body, { token, signal: both, accept: "application/json" });
      return await answer.json();
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof Refused && !error.isPassing) throw error;
      const advised = error instanceof Refused ? error.retryAfterMs : 0;
      const waitMs = Math.max(backoffMs(attempt), advised);
      if (Date.now() + waitMs > end) throw error instanceof Refused ? error : new Unreachable();
      await pause(waitMs);
    }
  }
}

/** @param {{ token?: string, signal: AbortSignal, accept: string }} how */
async function post(/** @type {string} */ method, /** @type {object} */ body, how) {
  /** @type {Record<string, string>} */
  const headers = { "content-type": "application/json", accept: how.accept };
  if (how.token) headers.authorization = `Bearer ${how.token}`;
  const answer = await fetch(`${SERVICE}/${method}`, {
    method: "POST",
    headers,
    body: padded(JSON.stringify(body)),
    signal: how.signal,
    cache: "no-store",
    credentials: "omit",
  });
  readClock(answer);
  if (answer.ok) return answer;
  throw await refusal(answer);
}

/** JSON as long as that of other requests: its size does not tell one action from another. */
function padded(/** @type {string} */ json) {
  return json.padEnd(Math.ceil(json.length / REQUEST_UNIT) * REQUEST_UNIT);
}

/** What an error status says; somebody on the way may have said it. */
async function refusal(/** @type {Response} */ answer) {
  try {
    const body = await answer.json();
    return body.reason || body.code ? new Refused(body) : new Unreachable();
  } catch {
    return new Unreachable();
  }
}

function readClock(/** @type {Response} */ answer) {
  const date = Date.parse(answer.headers.get("date") ?? "");
  // The header has no fractions: on average it is half a second old.
  if (!Number.isNaN(date)) clockOffsetMs = date + 500 - Date.now();
}

function pause(/** @type {number} */ ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
