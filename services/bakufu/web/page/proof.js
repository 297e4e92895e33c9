// @ts-check
// Checks in the browser that nobody chose a draw: the seed is the one that was
// promised, and every random number follows from it and the players' seeds.

import { fromBase64, joined, toHex } from "./bytes.js";
import { numbers } from "./chacha.js";

/**
 * @typedef {object} Proof
 * @property {boolean} isSeedKept whether the revealed seed is the promised one
 * @property {string} commitment what was promised, hexadecimal
 * @property {string} serverSeed what was revealed
 * @property {string[]} seatSeeds what the seats added, in seat order
 * @property {number} draws how many random numbers there were
 * @property {number[]} wrong the commits whose numbers do not follow
 */

/** Whether this browser can check; it can't where the page came without TLS. */
export function canCheck() {
  return crypto.subtle !== undefined;
}

/** @returns {Promise<Proof>} what the record of a finished match proves */
export async function prove(/** @type {any} */ record) {
  const match = record.gameMatch;
  const serverSeed = fromBase64(record.serverSeed);
  const seatSeeds = (record.seatSeeds ?? []).map(fromBase64);
  const promised = await commitment(serverSeed, match.matchId, match.rulesVersion);
  const key = await matchKey(serverSeed, seatSeeds, match.matchId);
  const wrong = [];
  let draws = 0;
  for (const entry of record.log ?? []) {
    const next = entry.draws?.length ? numbers(await entropy(key, Number(entry.commit))) : null;
    for (const { sides, value } of entry.draws ?? []) {
      draws += 1;
      if (next?.(sides) !== (value ?? 0) && wrong.at(-1) !== Number(entry.commit)) {
        wrong.push(Number(entry.commit));
      }
    }
  }
  const published = toHex(fromBase64(match.seedCommitment));
  return {
    isSeedKept: toHex(promised) === published,
    commitment: published,
    serverSeed: toHex(serverSeed),
    seatSeeds: seatSeeds.map(toHex),
    draws,
    wrong,
  };
}

/** SHA-256(server seed, match id, a zero byte, rules version) */
function commitment(
  /** @type {Uint8Array} */ seed,
  /** @type {string} */ matchId,
  /** @type {string} */ rulesVersion,
) {
  return sha256(joined(seed, utf8(matchId), Uint8Array.of(0), utf8(rulesVersion)));
}

/** HKDF-SHA256 of the server seed, salted with the seat seeds behind their lengths. */
async function matchKey(
  /** @type {Uint8Array} */ serverSeed,
  /** @type {Uint8Array[]} */ seatSeeds,
  /** @type {string} */ matchId,
) {
  const parts = seatSeeds.flatMap((seed) => [
    Uint8Array.of(seed.length >> 8, seed.length & 255),
    seed,
  ]);
  const salt = await sha256(joined(...parts));
  const secret = await crypto.subtle.importKey("raw", own(serverSeed), "HKDF", false, [
    "deriveBits",
  ]);
  const how = { name: "HKDF", hash: "SHA-256", salt: own(salt), info: own(utf8(matchId)) };
  const bits = await crypto.subtle.deriveBits(how, secret, 256);
  return crypto.subtle.importKey("raw", bits, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
}

/** HMAC-SHA256 of the commit's number, as eight bytes, under the match key. */
async function entropy(/** @type {CryptoKey} */ key, /** @type {number} */ commit) {
  const number = new DataView(new ArrayBuffer(8));
  number.setBigUint64(0, BigInt(commit));
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, number));
}

async function sha256(/** @type {Uint8Array} */ bytes) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", own(bytes)));
}

function utf8(/** @type {string} */ text) {
  return new TextEncoder().encode(text);
}

/** @returns {any} what the crypto interface takes as a source of bytes */
function own(/** @type {Uint8Array} */ bytes) {
  return bytes;
}
