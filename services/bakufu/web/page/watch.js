// @ts-check
// Follows a match: one stream, opened again after whatever ended it, at the
// revision where it broke off, so that nothing is skipped and nothing doubled.

import { backoffMs, Refused, stream } from "./api.js";

/** An idle stream has a sign of life every 15 seconds. */
const SILENCE_MAX_MS = 40_000;

/**
 * Follows a match until it is over or the signal says stop.
 *
 * @param {object} wanted
 * @param {string} wanted.matchId
 * @param {string | undefined} wanted.token
 * @param {number} wanted.after the revision after which to begin
 * @param {AbortSignal} wanted.signal
 * @param {() => boolean} wanted.isOver whether nothing more can come
 * @param {(update: any) => void} wanted.onUpdate
 * @param {(snapshot: any) => void} wanted.onRewound the server has lost what came before
 * @param {(isConnected: boolean) => void} wanted.onConnection
 * @returns {Promise<void>} fails only with a refusal that is final
 */
export async function watch(wanted) {
  const { matchId, token, signal, isOver, onUpdate, onRewound, onConnection } = wanted;
  let after = wanted.after;
  let attempt = 0;
  const onOpen = () => {
    attempt = 0;
    onConnection(true);
  };
  const onMessage = (/** @type {any} */ message) => {
    if (message.rewound) {
      after = Number(message.rewound.view.revision);
      onRewound(message.rewound);
    }
    if (!message.update) return;
    after = Number(message.update.revision);
    onUpdate(message.update);
  };
  while (!signal.aborted) {
    try {
      const request = { matchId, afterRevision: after, sentences: true };
      await follow(request, token, signal, onOpen, onMessage);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof Refused && !error.isPassing) throw error;
    }
    if (isOver()) return;
    onConnection(false);
    await untilWorthATry(backoffMs(attempt), signal);
    attempt += 1;
  }
}

/**
 * The updates between two revisions, for the log.
 *
 * @param {object} wanted
 * @param {string} wanted.matchId
 * @param {string} [wanted.token]
 * @param {number} wanted.after
 * @param {number} wanted.upTo
 * @param {AbortSignal} wanted.signal
 */
export async function history({ matchId, token, after, upTo, signal }) {
  const enough = new AbortController();
  const either = AbortSignal.any([signal, enough.signal]);
  /** @type {any[]} */
  const updates = [];
  const onMessage = (/** @type {any} */ message) => {
    if (!message.update || Number(message.update.revision) > upTo) return;
    updates.push(message.update);
    if (Number(message.update.revision) === upTo) enough.abort();
  };
  try {
    await follow(
      { matchId, afterRevision: after, sentences: true },
      token,
      either,
      () => {},
      onMessage,
    );
  } catch (error) {
    if (!enough.signal.aborted) throw error;
  }
  return updates;
}

/**
 * Reads one stream to its end.
 *
 * @param {object} request
 * @param {string | undefined} token
 * @param {AbortSignal} signal
 * @param {() => void} onOpen
 * @param {(message: any) => void} onMessage
 */
async function follow(request, token, signal, onOpen, onMessage) {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENCE_MAX_MS);
  const alive = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), SILENCE_MAX_MS);
  };
  try {
    const either = AbortSignal.any([signal, silence.signal]);
    const body = await stream("WatchMatch", request, { token, signal: either });
    onOpen();
    for await (const message of lines(body, alive)) {
      if (message.error) throw new Refused(message.error);
      onMessage(message);
    }
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The messages of a stream, one per line; empty lines are signs of life.
 *
 * @param {ReadableStream<Uint8Array>} body
 * @param {() => void} onBytes
 */
async function* lines(body, onBytes) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onBytes();
      const whole = (rest + decoder.decode(value, { stream: true })).split("\n");
      rest = whole.pop() ?? "";
      for (const line of whole) if (line.trim() !== "") yield JSON.parse(line);
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** Waits, but no longer than until the network or the reader is back. */
function untilWorthATry(/** @type {number} */ ms, /** @type {AbortSignal} */ signal) {
  return new Promise((/** @type {(value?: any) => void} */ resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener("online", done);
      document.removeEventListener("visibilitychange", done);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    window.addEventListener("online", done);
    document.addEventListener("visibilitychange", done);
    signal.addEventListener("abort", done);
  });
}
