// @ts-check
// A match that is running or over: the board, what one may do, players, log.

import { makeActions } from "./actions.js";
import { ask, command } from "./api.js";
import { makeBoard } from "./board.js";
import { confirmed, notify, unnotify } from "./dialog.js";
import { fill, h } from "./dom.js";
import { inviteBox } from "./invite.js";
import { makeLog } from "./log.js";
import { HISTORY, isOver, isSeating, prepend } from "./match.js";
import { seatList } from "./seats.js";
import { makeSheet } from "./sheet.js";
import { standings } from "./standings.js";
import { history } from "./watch.js";
import { describeError, turnWords } from "./words.js";

/**
 * @param {import("./table.js").Facts} facts
 * @param {import("./match.js").Table} table
 * @param {AbortSignal} signal
 * @param {() => void} render shows everything anew
 */
export function makePlay({ matchId, token, own, title }, table, signal, render) {
  /** @type {import("./actions.js").Choice[]} */
  let choices = [];
  let choicesRevision = 0;
  /** @type {string | null} */
  let selected = null;
  let isSending = false;

  const board = makeBoard(h("div", { class: "board", "data-board": true }), pick);
  const actions = makeActions({
    onChoose: choose,
    onDeselect: () => pick(null),
    onShow: () => board.showNext(),
  });
  const sheet = makeSheet(actions.element, signal);
  const result = h("section", { class: "card", hidden: true, "data-result": true });
  const seats = h("section", { class: "card" });
  const log = makeLog(earlier);
  const side = h("aside", { class: "side" }, result, actions.element, seats, log.element);
  const element = h("div", { class: "table" }, board.element, side);

  function show() {
    const isEnded = isOver(table);
    result.hidden = !isEnded;
    actions.element.hidden = isEnded || own === 0;
    if (isEnded) showResult();
    showSeats(isEnded);
    actions.show({
      choices,
      selected,
      selectedName: selected === null ? "" : board.nameOf(selected),
      headline: turnWords(table.match, table.toAct, own),
      isBusy: isSending || choicesRevision < table.revision,
    });
    log.show(table.log);
  }

  function showResult() {
    const { match, outcome } = table;
    const ended = match.aborted
      ? h("p", {}, `An operator ended it: ${match.aborted.reason}`)
      : standings(match, outcome, own);
    const replay = h("a", { class: "button", href: `#/r/${matchId}` }, "Replay and fairness proof");
    fill(result, h("h2", {}, "The match is over"), ended, h("p", {}, replay));
  }

  const invitation = h(
    "details",
    {},
    h("summary", {}, "Let others watch"),
    inviteBox(matchId, title),
  );
  const resignButton = h("button", { type: "button", class: "link", onclick: resign }, "Resign");

  function showSeats(/** @type {boolean} */ isEnded) {
    const { match, toAct } = table;
    const mayResign = own > 0 && !isEnded && !match.seats[own - 1]?.resigned;
    const watching =
      own === 0 && !isEnded && h("span", { class: "tag", "data-watching": true }, "you watch");
    const head = h("div", { class: "head" }, h("h2", {}, "Players"), watching);
    fill(seats, head, seatList(match, toAct, own), mayResign && resignButton, invitation);
  }

  function pick(/** @type {string | null} */ id) {
    if (id === selected) return;
    const before = selected;
    const wasInside = actions.element.contains(document.activeElement);
    selected = id;
    board.select(id);
    render();
    if (id !== null) {
      actions.focusFirst();
      sheet.reveal(board.place(id));
    } else if (before !== null && wasInside) {
      board.focus(before);
    }
  }

  async function choose(/** @type {import("./actions.js").Choice} */ choice) {
    if (isSending) return;
    isSending = true;
    unnotify();
    render();
    try {
      // Where several act at once the others move on meanwhile, and that takes
      // nothing away from the choice.
      const isAlone = table.toAct.length === 1;
      const expected = isAlone ? { expectedRevision: choicesRevision } : {};
      const request = { matchId, actions: [choice.action], ...expected };
      await command("SubmitActions", request, { token });
      selected = null;
      board.select(null);
    } catch (error) {
      notify(describeError(error));
    }
    await refresh().catch(() => {});
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
  }

  /** Fetches the board and what can be done, as often as there is something new. */
  const refresh = oneAtATime(async () => {
    if (isSeating(table)) return;
    const how = { token, signal };
    const acts = own > 0 && !isOver(table);
    const [drawn, legal] = await Promise.all([
      ask("GetBoard", { matchId }, how),
      acts ? ask("ListLegalActions", { matchId }, how) : { revision: table.revision },
    ]);
    board.show(drawn.svg);
    takeChoices(legal);
    render();
  });

  function takeChoices(/** @type {any} */ legal) {
    choicesRevision = Number(legal.revision ?? 0);
    const listed = (legal.actions ?? []).map(toChoice);
    const counts = new Map();
    for (const { element: id } of listed) if (id) counts.set(id, (counts.get(id) ?? 0) + 1);
    const there = board.mark(counts, selected);
    // What the board does not show must be reachable all the same.
    choices = listed.map((/** @type {any} */ it) =>
      there.has(it.element) ? it : { ...it, element: "" },
    );
    if (selected !== null && !there.has(selected)) selected = null;
  }

  document.addEventListener("keydown", (event) => event.key === "Escape" && pick(null), { signal });
  return { element, show, refresh };
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
