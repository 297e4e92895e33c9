// @ts-check
// The beginning: which page the address asks for.
//
//   #/        the lobby          lobby.js, create.js
//   #/m/ID    a match            table.js; seating.js before it starts
//   #/m/ID/I  the same, for who is invited
//   #/r/ID    its replay         replay.js, proof.js

import { unnotify } from "./dialog.js";
import { showLobby } from "./lobby.js";
import { showReplay } from "./replay.js";
import { remember } from "./storage.js";
import { showTable } from "./table.js";

const root = /** @type {HTMLElement} */ (document.querySelector("main"));
let leaving = new AbortController();

function open() {
  leaving.abort();
  leaving = new AbortController();
  unnotify();
  const page = { root, signal: leaving.signal, reopen: open };
  const [, kind, id, invitation] =
    /^#\/([mr])\/([\w-]+)(?:\/([0-9a-f]+))?$/.exec(location.hash) ?? [];
  if (invitation) {
    // Whoever looks over the shoulder, or at a picture of the screen, is not invited.
    remember(id, { invitation });
    history.replaceState(null, "", `#/${kind}/${id}`);
  }
  root.dataset.kind = kind ?? "lobby";
  if (kind === "m") showTable(page, id);
  else if (kind === "r") showReplay(page, id);
  else showLobby(page);
}

addEventListener("hashchange", () => {
  open();
  scrollTo(0, 0);
  root.focus({ preventScroll: true });
});
document.querySelector(".skip")?.addEventListener("click", (event) => {
  // The address belongs to the pages.
  event.preventDefault();
  root.focus();
});
open();
