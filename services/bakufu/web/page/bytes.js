// @ts-check
// Bytes as text, and random ones. Only getRandomValues is used for chance: the
// rest of the crypto interface is missing where a page came without TLS.

/** Random bytes. */
export function randomBytes(/** @type {number} */ count) {
  return crypto.getRandomValues(new Uint8Array(count));
}

/** An id for a command, random enough that nobody guesses it. */
export function randomId() {
  return toHex(randomBytes(16));
}

export function toHex(/** @type {Uint8Array} */ bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function toBase64(/** @type {Uint8Array} */ bytes) {
  return btoa(String.fromCharCode(...bytes));
}

/** Reads base64, with what JSON leaves out as nothing. */
export function fromBase64(/** @type {string | undefined} */ text) {
  return Uint8Array.from(atob(text ?? ""), (letter) => letter.charCodeAt(0));
}

/** @param {...Uint8Array} parts */
export function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
