// @ts-check
// Windows over the page. The browser keeps the focus inside and closes them
// with Escape.

import { h } from "./dom.js";

/**
 * Opens a window.
 *
 * @param {string} title
 * @param {(close: () => void) => any[]} content
 */
export function openDialog(title, content) {
  const dialog = h("dialog", {
    "aria-label": title,
    tabindex: "-1",
    onclose: () => dialog.remove(),
  });
  const close = () => dialog.close();
  dialog.append(
    h(
      "div",
      { class: "dialog-head" },
      h("h2", {}, title),
      h(
        "button",
        { type: "button", class: "icon-button", "aria-label": "Close", onclick: close },
        "✕",
      ),
    ),
    ...content(close),
  );
  // A click on what lies behind has the dialog itself as its target.
  dialog.addEventListener(
    "click",
    (/** @type {Event} */ event) => event.target === dialog && close(),
  );
  document.body.append(dialog);
  dialog.showModal();
  // Not on the first button, which would be the one that closes.
  dialog.focus();
  return dialog;
}

/**
 * Asks for a yes.
 *
 * @param {string} question
 * @param {string} explanation
 * @param {string} yes the label of the button
 * @returns {Promise<boolean>}
 */
export function confirmed(question, explanation, yes) {
  return new Promise((resolve) => {
    const dialog = openDialog(question, (close) => {
      const accept = () => {
        resolve(true);
        close();
      };
      return [
        h("p", { class: "quiet" }, explanation),
        h(
          "div",
          { class: "buttons end" },
          h("button", { type: "button", onclick: close }, "Cancel"),
          h("button", { type: "button", class: "danger", onclick: accept }, yes),
        ),
      ];
    });
    dialog.addEventListener("close", () => resolve(false));
  });
}

/** A short notice at the edge of the page. */
export function notify(/** @type {string} */ text, /** @type {"error" | "info"} */ kind = "error") {
  document.querySelector(".notice")?.remove();
  const close = () => notice.remove();
  const notice = h(
    "div",
    { class: `notice ${kind}`, role: kind === "error" ? "alert" : "status" },
    h("p", {}, text),
    h(
      "button",
      { type: "button", class: "icon-button", "aria-label": "Dismiss", onclick: close },
      "✕",
    ),
  );
  document.body.append(notice);
  if (kind === "info") setTimeout(close, 4_000);
}

/** Takes the notice away, for example because what it said is done with. */
export function unnotify() {
  document.querySelector(".notice")?.remove();
}
