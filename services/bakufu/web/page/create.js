// @ts-check
// The form that makes a match, from what the game says about itself.

import { command } from "./api.js";
import { openDialog } from "./dialog.js";
import { h, setText } from "./dom.js";
import { optionsOf } from "./schema.js";
import { sitDown } from "./seating.js";
import { playerName, remember } from "./storage.js";
import { describeError, label } from "./words.js";

/** Opens the form; once the match is there, goes to its table. */
export function openCreate(/** @type {any} */ game) {
  openDialog(`New match of ${game.title}`, (close) => {
    const problem = h("p", { class: "problem", role: "alert" });
    const submit = h("button", { type: "submit", class: "main" }, "Create the match");
    const onsubmit = async (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      submit.disabled = true;
      setText(problem, "");
      try {
        const matchId = await create(game, new FormData(/** @type {any} */ (event.target)));
        close();
        location.hash = `#/m/${matchId}`;
      } catch (error) {
        setText(problem, describeError(error));
      }
      submit.disabled = false;
    };
    return [
      h("form", { onsubmit }, fields(game), problem, h("div", { class: "buttons end" }, submit)),
    ];
  });
}

function fields(/** @type {any} */ game) {
  const [least, most] = [game.seatsMin ?? 1, game.seatsMax ?? 1];
  const seats = Array.from({ length: most - least + 1 }, (_, at) => String(least + at));
  const options = game.options ?? [];
  return [
    h(
      "label",
      { class: "field" },
      h("span", {}, "Your name"),
      h("input", { name: "name", maxlength: 40, autocomplete: "nickname", value: playerName() }),
      h("small", {}, "Leave it empty if you only want to host or watch."),
    ),
    h("fieldset", { class: "field" }, h("legend", {}, "Seats"), segments("seats", seats, seats[0])),
    check("bots", "Fill the other seats with bots", false),
    check("listed", "Show it in the lobby", true),
    check("invitationOnly", "Only who has the invite link can sit down", false),
    check("startWhenFull", "Start by itself when all seats are taken", true),
    options.length > 0 &&
      h(
        "details",
        { class: "options" },
        h("summary", {}, `Rules (${options.length} choices)`),
        options.map(option),
      ),
  ];
}

function check(
  /** @type {string} */ name,
  /** @type {string} */ text,
  /** @type {boolean} */ checked,
) {
  return h("label", { class: "check" }, h("input", { type: "checkbox", name, checked }), text);
}

function option(/** @type {any} */ { name, help, values = [], defaultValue = "" }) {
  const id = `option.${name}`;
  const control =
    values.length === 0
      ? h("input", { name: id, value: defaultValue })
      : h(
          "select",
          { name: id },
          values.map((/** @type {string} */ value) =>
            h(
              "option",
              { value, selected: value === defaultValue },
              valueName(value) + (value === defaultValue ? " (usual)" : ""),
            ),
          ),
        );
  return h("label", { class: "field" }, h("span", {}, label(name)), control, h("small", {}, help));
}

function valueName(/** @type {string} */ value) {
  return { true: "Yes", false: "No" }[value] ?? label(value);
}

function segments(
  /** @type {string} */ name,
  /** @type {string[]} */ values,
  /** @type {string} */ chosen,
) {
  return h(
    "div",
    { class: "segments" },
    values.map((value) =>
      h(
        "label",
        {},
        h("input", { type: "radio", name, value, checked: value === chosen }),
        h("span", {}, value),
      ),
    ),
  );
}

/** Creates the match, sits down, adds bots; returns the id. */
async function create(/** @type {any} */ game, /** @type {FormData} */ form) {
  const choices = new Map(
    (game.options ?? []).map((/** @type {any} */ { name }) => [
      name,
      String(form.get(`option.${name}`) ?? ""),
    ]),
  );
  const seats = Number(form.get("seats"));
  const answer = await command("CreateMatch", {
    game: game.id,
    seats,
    options: await optionsOf(game, choices),
    listed: form.has("listed"),
    startWhenFull: form.has("startWhenFull"),
    invitationOnly: form.has("invitationOnly"),
  });
  const { matchId } = answer.gameMatch;
  remember(matchId, {
    game: game.id,
    hostToken: answer.hostToken,
    invitation: answer.invitation || undefined,
  });
  const name = String(form.get("name") ?? "").trim();
  if (name) await sitDown(matchId, 0, name);
  if (form.has("bots")) await fillWithBots(matchId, seats - (name ? 1 : 0), answer.hostToken);
  return matchId;
}

/** Puts bots on so many open seats. */
export async function fillWithBots(
  /** @type {string} */ matchId,
  /** @type {number} */ open,
  /** @type {string} */ token,
) {
  for (let added = 0; added < open; added += 1) await command("AddBot", { matchId }, { token });
}
