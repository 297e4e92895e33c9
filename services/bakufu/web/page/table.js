// @ts-check
// The table of one match: follows it, shows the board, and lets a seat act.

import { makeActions } from "./actions.js";
import { ask, command, listGames } from "./api.js";
import { setBadge } from "./badge.js";
import { makeBoard } from "./board.js";
import { makeClock } from "./clock.js";
import { confirmed, notify, unnotify } from "./dialog.js";
import { fill, h, setText } from "./dom.js";
import { inviteBox } from "./invite.js";
import { makeLog } from "./log.js";
import { begin, fold, HISTORY, isOver, isSeating, prepend } from "./match.js";
import { makeSeating } from "./seating.js";
import { seatList } from "./seats.js";
import { makeSheet } from "./sheet.js";
import { standings } from "./standings.js";
import { recall } from "./storage.js";
import { problemPage, topBar } from "./topbar.js";
import { history, watch } from "./watch.js";
import { describeError, turnWords } from "./words.js";

/** A connection that is back within this time was never gone. */
const OFFLINE_AFTER_MS = 700;

/**
 * @typedef {object} Page
 * @property {HTMLElement} root
 * @property {AbortSignal} signal
 * @property {() => void} reopen
 */

/** Opens the table of a match. */
export async function showTable(/** @type {Page} */ page, /** @type {string} */ matchId) {
  const { seatToken: token, seat: own = 0 } = recall(matchId);
  try {
    const how = { token, signal: page.signal };
    const [games, { gameMatch }, { view }] = await Promise.all([
      listGames(),
      ask("GetMatch", { matchId }, how),
      ask("GetView", { matchId }, how),
    ]);
    const title = games.find((game) => game.id === gameMatch.game)?.title ?? gameMatch.game;
    runTable(page, { matchId, token, own, title }, begin(gameMatch, view));
  } catch (error) {
    if (!page.signal.aborted) fill(page.root, ...problemPage(describeError(error)));
  }
}

/**
 * @param {Page} page
 * @param {{ matchId: string, token: string | undefined, own: number, title: string }} facts
 * @param {import("./match.js").Table} table
 */
function runTable({ root, signal, reopen }, { matchId, token, own, title }, table) {
  /** @type {import("./actions.js").Choice[]} */
  let choices = [];
  let choicesRevision = 0;
  /** @type {string | null} */
  let selected = null;
  let isSending = false;
  /** What the page is built for: people come, or the game is on. */
  let mode = "";

  const turn = h("span", { class: "turn", role: "status", "data-turn": true });
  const clock = makeClock(() => (isOver(table) || isSeating(table) ? null : table.turnSince), signal);
  const bar = topBar(title, turn, clock.element);
  const banner = h("p", { class: "banner", role: "status", hidden: true }, "Connection lost. Trying again …");
  const seating = makeSeating(title, reopen);
  const board = makeBoard(h("div", { class: "board", "data-board": true }), pick);
  const actions = makeActions({ onChoose: choose, onDeselect: () => pick(null) });
  const sheet = makeSheet(actions.element, signal);
  const result = h("section", { class: "card", hidden: true, "data-result": true });
  const seats = h("section", { class: "card" });
  const log = makeLog(earlier);

  function render() {
    const nextMode = isSeating(table) && !isOver(table) ? "seating" : "playing";
    if (nextMode !== mode) {
      mode = nextMode;
      const aside = h("aside", { class: "side" }, result, actions.element, seats, log.element);
      const content = mode === "seating" ? seating.element : h("div", { class: "table" }, board.element, aside);
      fill(root, bar, banner, content);
    }
    const isMine = own > 0 && table.toAct.includes(own) && !isOver(table);
    const headline = turnWords(table.match, table.toAct, own);
    setText(turn, own > 0 || mode === "seating" ? headline : `${headline} · watching`);
    turn.classList.toggle("mine", isMine);
    setBadge(`${isMine ? "Your turn · " : ""}${title}`, isMine);
    clock.show();
    if (mode === "seating") seating.show(table.match);
    else renderPlay(headline);
  }

  function renderPlay(/** @type {string} */ headline) {
    const { match, toAct, outcome } = table;
    const isEnded = isOver(table);
    result.hidden = !isEnded;
    actions.element.hidden = isEnded || own === 0;
    if (isEnded) fill(result, ...resultOf(match, outcome));
    const canResign = own > 0 && !isEnded && !match.seats[own - 1]?.resigned;
    fill(
      seats,
      h("h2", {}, "Players"),
      seatList(match, toAct, own),
      canResign && h("button", { type: "button", class: "link", onclick: resign }, "Resign"),
      h("details", {}, h("summary", {}, "Let others watch"), inviteBox(matchId, title)),
    );
    const isStale = choicesRevision < table.revision;
    actions.show({
      choices,
      selected,
      selectedName: selected === null ? "" : board.nameOf(selected),
      headline,
      isBusy: isSending || isStale,
    });
    log.show(table.log);
  }

  function resultOf(/** @type {any} */ match, /** @type {any} */ outcome) {
    return [
      h("h2", {}, "The match is over"),
      match.aborted ? h("p", {}, `An operator ended it: ${match.aborted.reason}`) : standings(match, outcome, own),
      h("p", {}, h("a", { class: "button", href: `#/r/${matchId}` }, "Replay and fairness proof")),
    ];
  }

  function pick(/** @type {string | null} */ id) {
    if (id === selected) return;
    const before = selected;
    selected = id;
    board.select(id);
    render();
    if (id !== null) {
      actions.focusFirst();
      sheet.reveal(board.place(id));
    } else if (before !== null && actions.element.contains(document.activeElement)) {
      board.focus(before);
    }
  }

  async function choose(/** @type {import("./actions.js").Choice} */ choice) {
    if (isSending) return;
    isSending = true;
    unnotify();
    render();
    try {
      const request = { matchId, actions: [choice.action], expectedRevision: choicesRevision };
      await command("SubmitActions", request, { token });
      selected = null;
      board.select(null);
    } catch (error) {
      notify(describeError(error));
    }
    await refresh();
    isSending = false;
    if (!signal.aborted) render();
  }

  async function resign() {
    const explanation = "You rank behind everyone who plays on. A bot takes over your seat.";
    if (!(await confirmed("Resign?", explanation, "Resign"))) return;
    try {
      await command("Resign", { matchId }, { token });
    } catch (error) {
      notify(describeError(error));
    }
  }

  async function earlier() {
    const upTo = (table.log[0]?.revision ?? 1) - 1;
    const after = Math.max(0, upTo - HISTORY);
    prepend(table, await history({ matchId, token, after, upTo, signal }));
    log.show(table.log);
    return after > 0;
  }

  /** Fetches the board and what can be done, as often as there is something new. */
  const refresh = oneAtATime(async () => {
    if (isSeating(table)) return;
    const how = { token, signal };
    const acts = own > 0 && !isOver(table);
    const [drawn, legal] = await Promise.all([
      ask("GetBoard", { matchId }, how),
      acts ? ask("ListLegalActions", { matchId }, how) : { actions: [], revision: table.revision },
    ]);
    board.show(drawn.svg);
    takeChoices(legal);
    render();
  });

  function takeChoices(/** @type {any} */ legal) {
    choicesRevision = Number(legal.revision ?? 0);
    const listed = (legal.actions ?? []).map(toChoice);
    const counts = new Map();
    for (const { element } of listed) if (element) counts.set(element, (counts.get(element) ?? 0) + 1);
    const there = board.mark(counts);
    // What the board does not show must be reachable all the same.
    choices = listed.map((/** @type {any} */ it) => (there.has(it.element) ? it : { ...it, element: "" }));
    if (selected !== null && !there.has(selected)) selected = null;
    board.select(selected);
  }

  const connection = makeConnection(banner, signal);
  document.addEventListener("keydown", (event) => event.key === "Escape" && pick(null), { signal });
  render();
  refresh().catch(() => {});
  watch({
    matchId,
    token,
    after: Math.max(0, table.revision - HISTORY),
    signal,
    isOver: () => isOver(table),
    onUpdate: (update) => {
      const isNews = fold(table, update);
      render();
      if (isNews) refresh().catch(() => {});
    },
    onConnection: (isConnected) => {
      connection(isConnected);
      if (isConnected) refresh().catch(() => {});
    },
  }).catch((error) => notify(describeError(error)));
}

/** Shows the banner while the connection is gone for longer than a blink. */
function makeConnection(/** @type {HTMLElement} */ banner, /** @type {AbortSignal} */ signal) {
  /** @type {any} */
  let timer = null;
  const clear = () => {
    clearTimeout(timer);
    timer = null;
  };
  signal.addEventListener("abort", clear);
  return (/** @type {boolean} */ isConnected) => {
    if (isConnected) {
      clear();
      banner.hidden = true;
    } else {
      timer ??= setTimeout(() => (banner.hidden = false), OFFLINE_AFTER_MS);
    }
  };
}

/** Never runs twice at once: who asks meanwhile gets one more run at the end. */
function oneAtATime(/** @type {() => Promise<void>} */ run) {
  /** @type {Promise<void> | null} */
  let running = null;
  let again = false;
  const loop = async () => {
    do {
      again = false;
      await run();
    } while (again);
  };
  return () => {
    again = true;
    running ??= loop().finally(() => (running = null));
    return running;
  };
}

/** @returns {import("./actions.js").Choice} */
function toChoice(/** @type {any} */ legal) {
  const { action = {}, label = "", group = "", element = "", retracts = false } = legal;
  return { action, label, group, element, retracts };
}
