// @ts-check
// The table of one match: follows it, and shows the seats until it starts and
// the play from then on.

import { ask, listGames, Refused } from "./api.js";
import { setBadge } from "./badge.js";
import { makeBanner } from "./banner.js";
import { makeClock } from "./clock.js";
import { notify } from "./dialog.js";
import { fill, h, setText } from "./dom.js";
import { begin, fold, HISTORY, isOver, isSeating } from "./match.js";
import { makePlay } from "./play.js";
import { makeSeating } from "./seating.js";
import { recall, remember } from "./storage.js";
import { problemPage, topBar } from "./topbar.js";
import { watch } from "./watch.js";
import { describeError, turnWords } from "./words.js";

/**
 * @typedef {object} Page
 * @property {HTMLElement} root
 * @property {AbortSignal} signal says when the page is left
 * @property {() => void} reopen
 *
 * @typedef {object} Facts who looks at which match
 * @property {string} matchId
 * @property {string | undefined} token
 * @property {number} own the viewer's seat, or zero
 * @property {string} title of the game
 */

/** Opens the table of a match. */
export async function showTable(/** @type {Page} */ page, /** @type {string} */ matchId) {
  const { seatToken: token, seat: own = 0 } = recall(matchId);
  try {
    const how = { token, signal: page.signal };
    const [games, { gameMatch, view }] = await Promise.all([listGames(), look(matchId, how)]);
    const title = games.find((game) => game.id === gameMatch.game)?.title ?? gameMatch.game;
    runTable(page, { matchId, token, own, title }, begin(gameMatch, view ?? {}));
  } catch (error) {
    if (page.signal.aborted) return;
    if (token && isTokenRefused(error)) {
      giveUpSeat(page, matchId);
    } else {
      fill(page.root, ...problemPage(describeError(error)));
    }
  }
}

/** The seat was given up elsewhere, or the host freed it: one may still watch. */
function giveUpSeat(/** @type {Page} */ page, /** @type {string} */ matchId) {
  remember(matchId, { seat: undefined, seatToken: undefined });
  page.reopen();
}

/**
 * Asks how a match stands. The view comes first: the match may start at any
 * moment, and whatever happens after the view arrives as news. A match from before
 * its view would make the start old news, after which nobody fetches the board.
 *
 * @param {string} matchId
 * @param {{ token: string | undefined, signal: AbortSignal }} how
 */
async function look(matchId, how) {
  const { view } = await ask("GetView", { matchId }, how);
  const { gameMatch } = await ask("GetMatch", { matchId }, how);
  return { gameMatch, view };
}

function isTokenRefused(/** @type {unknown} */ error) {
  return error instanceof Refused && ["UNAUTHENTICATED", "PERMISSION_DENIED"].includes(error.code);
}

/**
 * @param {Page} page
 * @param {Facts} facts
 * @param {import("./match.js").Table} table
 */
function runTable(page, facts, table) {
  const { root, signal, reopen } = page;
  const { matchId, token, own, title } = facts;
  const turn = h("span", { class: "turn", role: "status", "data-turn": true });
  const clock = makeClock(
    () => (isOver(table) || isSeating(table) ? null : table.turnSince),
    signal,
  );
  const banner = makeBanner(signal);
  const seating = makeSeating(title, reopen);
  const play = makePlay(facts, table, signal, render);
  /** @type {typeof seating | typeof play | null} */
  let shown = null;

  function render() {
    const wanted = isSeating(table) && !isOver(table) ? seating : play;
    if (wanted !== shown) {
      shown = wanted;
      fill(root, topBar(title, turn, clock.element), banner.element, wanted.element);
    }
    const isMine = own > 0 && table.toAct.includes(own) && !isOver(table);
    const words = turnWords(table.match, table.toAct, own);
    setText(turn, words);
    turn.classList.toggle("mine", isMine);
    setBadge(`${isMine ? "Your turn · " : ""}${title}`, isMine);
    clock.show();
    wanted.show(table.match);
  }

  const refresh = () => play.refresh().catch(() => {});
  render();
  refresh();
  watch({
    matchId,
    token,
    after: Math.max(0, table.revision - HISTORY),
    signal,
    isOver: () => isOver(table),
    onUpdate: (update) => {
      const isNews = fold(table, update);
      render();
      if (isNews) refresh();
    },
    onRewound: ({ gameMatch, view }) => {
      // Otherwise only what is too long ago to be shown.
      if (Number(view.revision) === table.revision) return;
      Object.assign(table, begin(gameMatch, view));
      render();
      refresh();
      notify("The server has lost the last moves. The match goes on from here.");
    },
    onConnection: (isConnected) => {
      banner.show(!isConnected);
      if (isConnected) refresh();
    },
  }).catch((error) => {
    if (!token || !isTokenRefused(error)) return notify(describeError(error));
    giveUpSeat(page, matchId);
    notify("Your seat is free again.");
  });
}
