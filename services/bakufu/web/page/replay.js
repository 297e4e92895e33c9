// @ts-check
// The replay of a finished match: every commit, through anybody's eyes.

import { ask, listGames } from "./api.js";
import { setBadge } from "./badge.js";
import { makeBoard } from "./board.js";
import { fill, h, setText } from "./dom.js";
import { proofPanel } from "./proof-panel.js";
import { makeSheet } from "./sheet.js";
import { standings } from "./standings.js";
import { recall } from "./storage.js";
import { problemPage, topBar } from "./topbar.js";
import { describeError } from "./words.js";

const PLAY_EVERY_MS = 900;
/** Scenes that are kept, so that going back shows at once. */
const KEPT_MAX = 60;

/** @param {import("./table.js").Page} page */
export async function showReplay(page, /** @type {string} */ matchId) {
  const { root, signal } = page;
  try {
    const [games, { gameMatch }, last] = await Promise.all([
      listGames(),
      ask("GetMatch", { matchId }, { signal }),
      ask("GetReplay", { matchId }, { signal }),
    ]);
    const title = games.find((game) => game.id === gameMatch.game)?.title ?? gameMatch.game;
    setBadge(`Replay · ${title}`);
    runReplay(page, title, gameMatch, last);
  } catch (error) {
    if (!signal.aborted) fill(root, ...problemPage(describeError(error)));
  }
}

function runReplay(
  /** @type {import("./table.js").Page} */ { root, signal },
  /** @type {string} */ title,
  /** @type {any} */ match,
  /** @type {any} */ last,
) {
  const { matchId } = match;
  const commits = Number(last.commits);
  const own = recall(matchId).seat ?? 0;
  let commit = commits;
  let viewer = 0;
  /** @type {any} */
  let timer = null;

  const board = makeBoard(h("div", { class: "board", "data-board": true }), () => {});
  const where = h("output", { class: "where", "data-where": true });
  const sentences = h("ol", { class: "sentences", "aria-live": "polite" });
  const slider = h("input", {
    type: "range",
    min: 1,
    max: commits,
    value: commits,
    "aria-label": "Commit",
    oninput: () => go(Number(slider.value)),
  });
  const play = h(
    "button",
    { type: "button", class: "main", onclick: () => (timer === null ? start() : stop()) },
    "Play",
  );
  const eyes = h(
    "select",
    { onchange: () => ((viewer = Number(eyes.value)), load()) },
    h("option", { value: "0" }, "a spectator"),
    match.seats.map((/** @type {any} */ seat) =>
      h(
        "option",
        { value: seat.seat },
        `${seat.name} (seat ${seat.seat}${seat.seat === own ? ", you" : ""})`,
      ),
    ),
  );
  const step = (
    /** @type {string} */ text,
    /** @type {string} */ label,
    /** @type {() => number} */ to,
  ) =>
    h(
      "button",
      { type: "button", "aria-label": label, title: label, onclick: () => (stop(), go(to())) },
      text,
    );
  const controls = h(
    "section",
    { class: "card sheet replay-controls" },
    h(
      "div",
      { class: "head" },
      where,
      h("label", { class: "eyes" }, h("span", {}, "seen by"), eyes),
    ),
    slider,
    h(
      "div",
      { class: "buttons" },
      step("«", "To the beginning", () => 1),
      step("‹", "One step back", () => commit - 1),
      play,
      step("›", "One step on", () => commit + 1),
      step("»", "To the end", () => commits),
    ),
    sentences,
  );
  makeSheet(controls, signal);
  fill(
    root,
    topBar(title, h("span", { class: "turn" }, "Replay")),
    h(
      "div",
      { class: "table" },
      board.element,
      h(
        "aside",
        { class: "side" },
        controls,
        h(
          "section",
          { class: "card" },
          h("h2", {}, "Result"),
          standings(match, match.outcome, own),
        ),
        proofPanel(match, signal),
      ),
    ),
  );

  const fetchScene = makeScenes(matchId, signal);

  function go(/** @type {number} */ wanted) {
    commit = Math.min(Math.max(wanted, 1), commits);
    slider.value = String(commit);
    return load();
  }

  async function load() {
    const asked = [commit, viewer].join();
    try {
      const scene = await fetchScene(commit, viewer);
      // Whoever moves the slider on has no use for the scenes in between.
      if (asked === [commit, viewer].join()) show(scene);
    } catch (error) {
      if (!signal.aborted) fill(sentences, h("li", { class: "problem" }, describeError(error)));
      stop();
    }
  }

  function show(/** @type {any} */ scene) {
    if (scene.svg) board.show(scene.svg);
    else board.blank("Before the start");
    setText(where, `${commit} of ${commits}`);
    where.title = scene.committedAt ? new Date(scene.committedAt).toLocaleString() : "";
    slider.setAttribute("aria-valuetext", `Step ${commit} of ${commits}`);
    fill(
      sentences,
      (scene.sentences ?? []).map((/** @type {string} */ text) => h("li", {}, text)),
    );
    if (commit < commits) fetchScene(commit + 1, viewer).catch(() => {});
  }

  async function tick() {
    if (timer === null) return;
    await go(commit + 1);
    if (commit >= commits) stop();
    else if (timer !== null) timer = setTimeout(tick, PLAY_EVERY_MS);
  }

  function start() {
    if (commit >= commits) go(1);
    timer = setTimeout(tick, PLAY_EVERY_MS);
    setText(play, "Pause");
  }

  function stop() {
    clearTimeout(timer);
    timer = null;
    setText(play, "Play");
  }

  signal.addEventListener("abort", stop);
  show(last);
}

/** Fetches scenes and keeps the latest. */
function makeScenes(/** @type {string} */ matchId, /** @type {AbortSignal} */ signal) {
  /** @type {Map<string, Promise<any>>} */
  const kept = new Map();
  return (/** @type {number} */ commit, /** @type {number} */ viewer) => {
    const key = `${commit}/${viewer}`;
    const found = kept.get(key) ?? ask("GetReplay", { matchId, commit, viewer }, { signal });
    kept.delete(key);
    kept.set(key, found);
    found.catch(() => kept.delete(key));
    if (kept.size > KEPT_MAX) kept.delete(/** @type {string} */ (kept.keys().next().value));
    return found;
  };
}
