// @ts-check
// The table before the start: who sits where, an invitation, bots, the start.

import { command } from "./api.js";
import { randomBytes, toBase64 } from "./bytes.js";
import { fill, h, setText } from "./dom.js";
import { inviteBox } from "./invite.js";
import { seatList } from "./seats.js";
import { playerName, recall, remember, setPlayerName } from "./storage.js";
import { describeError } from "./words.js";

const SEED_BYTES = 16;
const RENEW = "New invite link";
const RENEW_HELP = "With a new link nobody else can sit down, and earlier links are worthless.";

/**
 * Takes a seat and remembers its token, and the seed that it adds to the draws.
 *
 * @param {string} matchId
 * @param {number} seat zero takes the first open one
 * @param {string} name
 */
export async function sitDown(matchId, seat, name) {
  const seed = toBase64(randomBytes(SEED_BYTES));
  const { invitation } = recall(matchId);
  const answer = await command("SitDown", { matchId, seat, name, seed, invitation });
  setPlayerName(name);
  remember(matchId, {
    game: answer.gameMatch.game,
    seat: answer.seat,
    seatToken: answer.seatToken,
    seed,
  });
}

/**
 * What is shown until the match starts.
 *
 * @param {string} title of the game
 * @param {() => void} onSeated called when this browser took or left a seat
 */
export function makeSeating(title, onSeated) {
  const name = h("input", {
    name: "name",
    maxlength: 40,
    autocomplete: "nickname",
    value: playerName(),
    "data-name": true,
  });
  const problem = h("p", { class: "problem", role: "alert" });
  const element = h("section", { class: "card seating" });

  /** Runs the command of a button, and tells if it was refused. */
  const acting = (/** @type {() => Promise<any>} */ act) => async (/** @type {Event} */ event) => {
    const button = /** @type {HTMLButtonElement} */ (event.currentTarget);
    button.disabled = true;
    setText(problem, "");
    try {
      await act();
    } catch (error) {
      setText(problem, describeError(error));
    }
    button.disabled = false;
  };

  function show(/** @type {any} */ match) {
    const { matchId } = match;
    const own = recall(matchId);
    const open = openSeats(match);
    const sit = (/** @type {number} */ seat) => async () => {
      if (!name.value.trim()) {
        name.focus();
        throw new Error("Say who you are first.");
      }
      await sitDown(matchId, seat, name.value.trim());
      onSeated();
    };
    const leave = async () => {
      await command("LeaveSeat", { matchId }, { token: own.seatToken });
      remember(matchId, { seat: undefined, seatToken: undefined, seed: undefined });
      onSeated();
    };
    const addBot = (/** @type {number} */ seat) => () =>
      command("AddBot", { matchId, seat }, { token: own.hostToken });
    const fillUp = async () => {
      for (const { seat } of open) await addBot(seat)();
    };
    const remove = (/** @type {number} */ seat) => () =>
      command("RemoveSeat", { matchId, seat }, { token: own.hostToken });
    const renew = async () => {
      const answer = await command("RenewInvitation", { matchId }, { token: own.hostToken });
      remember(matchId, { invitation: answer.invitation });
      show(answer.gameMatch);
    };
    const isInvited = !match.invitationOnly || own.invitation;
    const start = () => command("StartMatch", { matchId }, { token: own.hostToken });
    const ofRow = (/** @type {any} */ seat) => {
      const isOpen = seat.holder === "SEAT_HOLDER_OPEN";
      const isOthers = !isOpen && seat.seat !== own.seat;
      return h(
        "span",
        { class: "buttons end" },
        isOpen && own.hostToken && button("Add a bot", acting(addBot(seat.seat))),
        isOpen && !own.seatToken && isInvited && button("Sit here", acting(sit(seat.seat)), "main"),
        seat.seat === own.seat && button("Leave", acting(leave)),
        isOthers && own.hostToken && removeButton(seat, acting(remove(seat.seat))),
      );
    };
    const hadFocus = document.activeElement === name;
    fill(
      element,
      h("h2", {}, "Who plays?"),
      !own.seatToken &&
        isInvited &&
        open.length > 0 &&
        h("label", { class: "field" }, h("span", {}, "Your name"), name),
      seatList(match, [], own.seat ?? 0, ofRow),
      problem,
      own.hostToken &&
        h(
          "div",
          { class: "buttons" },
          open.length > 0 && button("Fill with bots", acting(fillUp)),
          open.length === 0 && button("Start the match", acting(start), "main"),
        ),
      h("p", { class: "quiet" }, advice(match, own, open.length)),
      open.length > 0 &&
        isInvited && [
          h("h3", {}, "Invite others"),
          inviteBox(matchId, title, match.invitationOnly ? own.invitation : undefined),
          own.hostToken && h("div", { class: "buttons" }, button(RENEW, acting(renew))),
          own.hostToken && h("p", { class: "quiet" }, RENEW_HELP),
        ],
    );
    // Somebody else may sit down while a name is being written.
    if (hadFocus) name.focus();
  }

  return { element, show };
}

function openSeats(/** @type {any} */ match) {
  return match.seats.filter((/** @type {any} */ seat) => seat.holder === "SEAT_HOLDER_OPEN");
}

function advice(/** @type {any} */ match, /** @type {any} */ own, /** @type {number} */ open) {
  if (open > 0 && match.invitationOnly && !own.invitation && !own.seatToken)
    return "This match is by invitation: ask its host for the link.";
  if (open === 0)
    return own.hostToken ? "Everyone is here." : "Everyone is here. The host starts the match.";
  return match.startWhenFull
    ? "The match starts by itself when all seats are taken."
    : "The host starts the match when all seats are taken.";
}

/** The button by which a host frees a seat. */
function removeButton(/** @type {any} */ seat, /** @type {(event: Event) => void} */ onclick) {
  const label = `Remove ${seat.name} from seat ${seat.seat}`;
  return h("button", { type: "button", "aria-label": label, onclick }, "Remove");
}

function button(
  /** @type {string} */ text,
  /** @type {(event: Event) => void} */ onclick,
  kind = "",
) {
  return h("button", { type: "button", class: kind || null, onclick }, text);
}
