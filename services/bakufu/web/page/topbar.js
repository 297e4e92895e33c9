// @ts-check
// The bar above a table or a replay: the way back, the game, and how it stands.

import { h } from "./dom.js";

/**
 * @param {string} title
 * @param {...any} status
 */
export function topBar(title, ...status) {
  return h(
    "header",
    { class: "top-bar" },
    h("a", { class: "back", href: "#/", "aria-label": "Back to the lobby" }, "‹"),
    h("h1", {}, title),
    h("div", { class: "status" }, ...status),
  );
}

/** A page that only says what is wrong. */
export function problemPage(/** @type {string} */ text) {
  return [
    topBar("Bakufu"),
    h(
      "section",
      { class: "card narrow" },
      h("h2", {}, "That did not work"),
      h("p", {}, text),
      h("a", { href: "#/" }, "Back to the lobby"),
    ),
  ];
}
