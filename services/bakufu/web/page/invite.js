// @ts-check
// The link that invites others. It names the match and holds no token, but the
// invitation, if there is one: behind the #, where no server and no other page
// hears of it.

import { h } from "./dom.js";
import { notify } from "./dialog.js";

/** The address of a match, with what lets others in. */
export function linkTo(/** @type {string} */ matchId, invitation = "") {
  const secret = invitation && `/${invitation}`;
  return new URL(`#/m/${matchId}${secret}`, document.baseURI).href;
}

/**
 * @param {string} matchId
 * @param {string} title of the game
 * @param {string} [invitation] if the match is by invitation
 */
export function inviteBox(matchId, title, invitation) {
  const url = linkTo(matchId, invitation);
  const field = h("input", {
    type: "text",
    readonly: true,
    value: url,
    "aria-label": "Invite link",
    "data-invite": true,
  });
  const copy = async () => {
    field.select();
    if (await copied(url)) notify("The link is copied.", "info");
  };
  const share = () => navigator.share({ title: `${title} on Bakufu`, url }).catch(() => {});
  return h(
    "div",
    { class: "invite" },
    field,
    h("button", { type: "button", onclick: copy }, "Copy link"),
    "share" in navigator && h("button", { type: "button", onclick: share }, "Share"),
  );
}

/** Copies a text; without TLS there is no clipboard, and the field is selected. */
async function copied(/** @type {string} */ text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
