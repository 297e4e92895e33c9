// @ts-check
// The lobby: games to play, seats to take, and the matches of this browser.

import { ask, listGames, Refused, serverNow } from "./api.js";
import { iconUrl, setBadge } from "./badge.js";
import { openCreate } from "./create.js";
import { fill, h } from "./dom.js";
import { forget, recall, remembered } from "./storage.js";
import { ago, count, describeError, list, seatRange, turnWords } from "./words.js";

const LOOK_EVERY_MS = 4_000;
const OWN_MAX = 12;
const LISTED_MAX = 30;

/** @param {{ root: HTMLElement, signal: AbortSignal }} page */
export async function showLobby({ root, signal }) {
  setBadge("");
  const [own, open, running] = [h("div"), h("div"), h("div")];
  const gameCards = h(
    "div",
    { class: "game-cards" },
    [1, 2, 3, 4].map(() => h("div", { class: "card game-card loading" })),
  );
  const problem = h("p", { class: "problem", role: "alert" });
  fill(
    root,
    h(
      "header",
      { class: "hero" },
      h("img", { src: iconUrl, alt: "" }),
      h("h1", {}, "Bakufu"),
      h("p", {}, "Board games with secrets. Sit down, invite a friend, or play against bots."),
    ),
    problem,
    own,
    h("section", {}, h("h2", {}, "Games"), gameCards),
    open,
    running,
  );
  /** @type {any[]} */
  let games = [];
  const titleOf = (/** @type {string} */ id) => games.find((game) => game.id === id)?.title ?? id;
  const look = async () => {
    if (document.hidden) return;
    try {
      const mine = ownMatches(signal);
      const seating = listed("MATCH_STATUS_SEATING", signal);
      const playing = listed("MATCH_STATUS_PLAYING", signal);
      if (games.length === 0) {
        games = await listGames();
        fill(gameCards, games.map(gameCard));
      }
      showSection(own, "Your matches", await mine, (match) => ownRow(match, titleOf));
      const ids = new Set(remembered());
      const others = (/** @type {any[]} */ all) => all.filter((match) => !ids.has(match.matchId));
      showSection(open, "Open seats", others(await seating), (match) => listedRow(match, titleOf));
      showSection(running, "Watch", others(await playing), (match) => listedRow(match, titleOf));
      fill(problem);
    } catch (error) {
      if (!signal.aborted) fill(problem, describeError(error));
    }
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  document.addEventListener("visibilitychange", look, { signal });
  signal.addEventListener("abort", () => clearInterval(timer));
  await look();
}

function gameCard(/** @type {any} */ game) {
  return h(
    "article",
    { class: "card game-card", "data-game": game.id },
    h("h3", {}, game.title),
    h("p", {}, game.summary),
    h(
      "div",
      { class: "foot" },
      h("span", { class: "quiet" }, seatRange(game)),
      h(
        "button",
        {
          type: "button",
          class: "main",
          "aria-label": `New match of ${game.title}`,
          onclick: () => openCreate(game),
        },
        "New match",
      ),
    ),
  );
}

async function listed(/** @type {string} */ status, /** @type {AbortSignal} */ signal) {
  const answer = await ask("ListMatches", { status, pageSize: LISTED_MAX }, { signal });
  return answer.matches ?? [];
}

/** What each place shows, so that nothing is exchanged under a finger or a focus. */
const shown = new WeakMap();

function showSection(
  /** @type {Element} */ place,
  /** @type {string} */ heading,
  /** @type {any[]} */ matches,
  /** @type {(match: any) => Element} */ toRow,
) {
  const content = JSON.stringify(matches);
  if (shown.get(place) === content) return;
  shown.set(place, content);
  const rows = matches.map(toRow);
  fill(
    place,
    rows.length > 0 && h("section", {}, h("h2", {}, heading), h("ul", { class: "matches" }, rows)),
  );
}

/** The matches that this browser has a part in; what has expired is forgotten. */
async function ownMatches(/** @type {AbortSignal} */ signal) {
  const found = remembered()
    .slice(0, OWN_MAX)
    .map(async (matchId) => {
      try {
        return (await ask("GetMatch", { matchId }, { signal })).gameMatch;
      } catch (error) {
        if (error instanceof Refused && error.reason === "UNKNOWN_MATCH") forget(matchId);
        return null;
      }
    });
  return (await Promise.all(found)).filter((match) => match !== null);
}

function ownRow(/** @type {any} */ match, /** @type {(id: string) => string} */ titleOf) {
  const own = recall(match.matchId).seat ?? 0;
  const toAct = match.seatsToAct ?? [];
  const isTurn = match.status === "MATCH_STATUS_PLAYING" && toAct.includes(own);
  const status = h("span", { class: isTurn ? "tag strong" : "tag" }, turnWords(match, toAct, own));
  return row(match, titleOf, status);
}

function listedRow(/** @type {any} */ match, /** @type {(id: string) => string} */ titleOf) {
  const seats = match.seats.length;
  const open = match.seats.filter(
    (/** @type {any} */ seat) => seat.holder === "SEAT_HOLDER_OPEN",
  ).length;
  const who = match.invitationOnly ? ", by invitation" : "";
  const words =
    open > 0 ? `${count(open, "open seat")} of ${seats}${who}` : count(seats, "player");
  return row(match, titleOf, h("span", { class: "tag" }, words));
}

function row(
  /** @type {any} */ match,
  /** @type {(id: string) => string} */ titleOf,
  /** @type {Element} */ status,
) {
  const names = match.seats.map((/** @type {any} */ seat) => seat.name).filter(Boolean);
  const age = ago(serverNow() - Date.parse(match.createdAt));
  return h(
    "li",
    {},
    h(
      "a",
      { class: "card match", href: `#/m/${match.matchId}` },
      h("span", { class: "match-title" }, titleOf(match.game)),
      h("span", { class: "quiet match-names" }, names.length > 0 ? list(names) : "nobody yet"),
      status,
      h("span", { class: "quiet age" }, age),
    ),
  );
}
