// @ts-check
// The numbers of one commit, as the server draws them: the ChaCha20 key stream
// of its entropy, word by word, without a bias.

/**
 * The numbers that an entropy of 32 bytes holds.
 *
 * @param {Uint8Array} entropy
 * @returns {(sides: number) => number} gives the next number below `sides`
 */
export function numbers(entropy) {
  const key = words(entropy);
  let counter = 0;
  /** @type {Uint32Array} */
  let block = new Uint32Array(0);
  let next = 0;
  const word = () => {
    if (next === block.length) {
      block = keyStream(key, counter);
      counter += 1;
      next = 0;
    }
    next += 1;
    return block[next - 1];
  };
  return (sides) => {
    // Words above the largest multiple of `sides` would favour small numbers.
    const limit = 2 ** 32 - (2 ** 32 % sides);
    for (;;) {
      const drawn = word();
      if (drawn < limit) return drawn % sides;
    }
  };
}

/** One block of the stream, with a nonce of zeros. */
function keyStream(/** @type {Uint32Array} */ key, /** @type {number} */ counter) {
  const start = new Uint32Array(16);
  start.set([0x61707865, 0x3320646e, 0x79622d32, 0x6b206574]);
  start.set(key, 4);
  start[12] = counter;
  const state = start.slice();
  for (let round = 0; round < 10; round += 1) {
    for (const column of [0, 1, 2, 3]) quarter(state, column, column + 4, column + 8, column + 12);
    quarter(state, 0, 5, 10, 15);
    quarter(state, 1, 6, 11, 12);
    quarter(state, 2, 7, 8, 13);
    quarter(state, 3, 4, 9, 14);
  }
  return state.map((value, at) => value + start[at]);
}

function quarter(
  /** @type {Uint32Array} */ state,
  /** @type {number} */ a,
  /** @type {number} */ b,
  /** @type {number} */ c,
  /** @type {number} */ d,
) {
  for (const [left, right] of [
    [16, 12],
    [8, 7],
  ]) {
    state[a] += state[b];
    state[d] = turned(state[d] ^ state[a], left);
    state[c] += state[d];
    state[b] = turned(state[b] ^ state[c], right);
  }
}

function turned(/** @type {number} */ word, /** @type {number} */ bits) {
  return (word << bits) | (word >>> (32 - bits));
}

/** Bytes as words, least significant byte first. */
function words(/** @type {Uint8Array} */ bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Uint32Array.from({ length: bytes.length / 4 }, (_, at) => view.getUint32(at * 4, true));
}
