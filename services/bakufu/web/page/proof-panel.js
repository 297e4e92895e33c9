// @ts-check
// Shows whether chance was fair, what was checked, and what that proves.

import { ask } from "./api.js";
import { fromBase64, toHex } from "./bytes.js";
import { fill, h } from "./dom.js";
import { canCheck, prove } from "./proof.js";
import { recall } from "./storage.js";
import { count, describeError, nameOf } from "./words.js";

export function proofPanel(/** @type {any} */ match, /** @type {AbortSignal} */ signal) {
  const body = h(
    "div",
    { class: "proof", "data-proof": true, "aria-live": "polite" },
    h("p", { class: "quiet" }, "Checking …"),
  );
  const show = async () => {
    try {
      const { export: record } = await ask("ExportMatch", { matchId: match.matchId }, { signal });
      fill(body, ...(await findings(match, record)), download(match, record, signal));
    } catch (error) {
      if (!signal.aborted) fill(body, h("p", { class: "problem" }, describeError(error)));
    }
  };
  show();
  return h("section", { class: "card" }, h("h2", {}, "Was chance fair?"), body);
}

async function findings(/** @type {any} */ match, /** @type {any} */ record) {
  if (!canCheck()) {
    return [
      h(
        "p",
        {},
        "A browser only checks this on a page that came over HTTPS. " +
          "The record has everything that is needed.",
      ),
    ];
  }
  const proof = await prove(record);
  const { seat = 0, seed } = recall(match.matchId);
  const isOwnSeed =
    seed === undefined || seat === 0 || proof.seatSeeds[seat - 1] === toHex(fromBase64(seed));
  const areDrawsRight = proof.wrong.length === 0;
  const checks = [
    check(
      proof.isSeedKept,
      "The secret seed is the one that was promised before anybody sat down.",
    ),
    check(
      areDrawsRight,
      areDrawsRight
        ? `All ${count(proof.draws, "random number")} of the match follow from the seeds.`
        : `The numbers of these commits do not follow from the seeds: ${proof.wrong.join(", ")}.`,
    ),
    seed !== undefined &&
      check(isOwnSeed, "Your own seed went into the draws as this browser sent it."),
  ];
  const isFair = proof.isSeedKept && areDrawsRight && isOwnSeed;
  return [
    h(
      "p",
      { class: isFair ? "verdict good" : "verdict bad" },
      isFair ? "Yes, as far as can be checked." : "No. Keep the record.",
    ),
    h("ul", { class: "checks" }, checks),
    h(
      "p",
      { class: "quiet" },
      "This proves that no draw was chosen or repeated after the match was created, " +
        "by the server or by a player. " +
        "It does not prove that the server kept the secret to itself while the match was running.",
    ),
    h("details", {}, h("summary", {}, "The numbers"), seeds(match, proof)),
  ];
}

function check(/** @type {boolean} */ isGood, /** @type {string} */ text) {
  return h(
    "li",
    { class: isGood ? "good" : "bad" },
    h("span", { "aria-hidden": "true" }, isGood ? "✓ " : "✗ "),
    h("span", { class: "heard" }, isGood ? "Holds: " : "Does not hold: "),
    text,
  );
}

function seeds(/** @type {any} */ match, /** @type {import("./proof.js").Proof} */ proof) {
  const rows = [
    ["Promised (SHA-256 of seed, match and rules version)", proof.commitment],
    ["Secret seed, now revealed", proof.serverSeed],
    ["Match", match.matchId],
    ["Rules version", match.rulesVersion],
    ...proof.seatSeeds.map((seed, at) => [`Seed of ${nameOf(match, at + 1)}`, seed || "none"]),
  ];
  return h(
    "dl",
    { class: "seeds" },
    rows.map(([name, value]) => [h("dt", {}, name), h("dd", {}, h("code", {}, value))]),
  );
}

/** The record as a file. */
function download(
  /** @type {any} */ match,
  /** @type {any} */ record,
  /** @type {AbortSignal} */ signal,
) {
  const text = JSON.stringify(record, null, 2);
  const href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  signal.addEventListener("abort", () => URL.revokeObjectURL(href));
  return h(
    "p",
    {},
    h(
      "a",
      { class: "button", href, download: `${match.game}-${match.matchId}.json` },
      "Download the record",
    ),
  );
}
