// @ts-check
// What one may do now: of the tapped element first, of everything else in
// groups, with a filter where there is much.

import { h, fill } from "./dom.js";
import { count } from "./words.js";

/** From this many choices on there is a filter. */
const FILTER_FROM = 13;
/** So many choices are shown without being asked for. */
const OPEN_MAX = 8;

/**
 * @typedef {object} Choice
 * @property {object} action what to send
 * @property {string} label
 * @property {string} group
 * @property {string} element where it can be tapped; empty if nowhere
 * @property {boolean} retracts
 */

/**
 * @param {object} wanted
 * @param {(choice: Choice) => void} wanted.onChoose
 * @param {() => void} wanted.onDeselect
 * @param {() => void} wanted.onShow shows a place on the board that can be tapped
 */
export function makeActions({ onChoose, onDeselect, onShow }) {
  const element = h("section", {
    class: "card sheet choices",
    "aria-label": "What you can do",
    tabindex: "-1",
    "data-choices": true,
  });
  let filter = "";
  let isUnfolded = false;

  /**
   * @param {object} now
   * @param {Choice[]} now.choices
   * @param {string | null} now.selected the id of the tapped element
   * @param {string} now.selectedName
   * @param {string} now.headline whose turn it is
   * @param {boolean} now.isBusy
   */
  function show({ choices, selected, selectedName, headline, isBusy }) {
    const here = selected === null ? [] : choices.filter((choice) => choice.element === selected);
    const focus = document.activeElement;
    const hadFocus = element.contains(focus);
    const wasFiltering = hadFocus && focus?.matches("input");
    element.setAttribute("aria-busy", String(isBusy));
    element.classList.toggle("idle", choices.length === 0);
    if (choices.length === 0) {
      fill(element, h("p", { class: "headline" }, headline));
    } else if (here.length > 0) {
      fill(element, ...ofElement(here, selectedName, isBusy));
    } else {
      fill(element, ...ofTable(choices, headline, isBusy));
    }
    if (wasFiltering) element.querySelector("input")?.focus({ preventScroll: true });
    else if (hadFocus) focusFirst();
  }

  function ofElement(
    /** @type {Choice[]} */ here,
    /** @type {string} */ name,
    /** @type {boolean} */ isBusy,
  ) {
    const close = h(
      "button",
      {
        type: "button",
        class: "icon-button",
        "aria-label": "Choose something else",
        "data-deselect": true,
        onclick: onDeselect,
      },
      "✕",
    );
    return [h("div", { class: "head" }, h("h2", {}, name), close), groups(here, isBusy)];
  }

  function ofTable(
    /** @type {Choice[]} */ choices,
    /** @type {string} */ headline,
    /** @type {boolean} */ isBusy,
  ) {
    const direct = choices.filter((choice) => !choice.element && !choice.retracts);
    const undo = choices.filter((choice) => choice.retracts);
    const onBoard = choices.filter((choice) => choice.element && !choice.retracts);
    const isStuck = direct.length === 0 && onBoard.length === 0;
    return [
      h("p", { class: "headline" }, headline),
      isStuck &&
        undo.length > 0 &&
        h("p", { class: "hint" }, "This leads nowhere: take a step back."),
      onBoard.length > 0 &&
        h(
          "p",
          { class: "hint" },
          "Tap a marked place on the board. ",
          h("button", { type: "button", class: "link", onclick: onShow }, "Show one"),
        ),
      buttons(direct, isBusy, "main"),
      undoList(undo, isBusy, isStuck),
      onBoard.length > 0 && everything(onBoard, isBusy),
    ];
  }

  /** One step back is a button; many are folded, unless there is nothing else. */
  function undoList(
    /** @type {Choice[]} */ undo,
    /** @type {boolean} */ isBusy,
    /** @type {boolean} */ isStuck,
  ) {
    const list = h("div", { class: "undo" }, undoButtons(undo, isBusy));
    if (undo.length < 2) return undo.length === 1 && list;
    const summary = h("summary", {}, `Undo a step (${undo.length})`);
    return h("details", { class: "everything", open: isStuck }, summary, list);
  }

  function undoButtons(/** @type {Choice[]} */ undo, /** @type {boolean} */ isBusy) {
    return undo.map((choice) =>
      h(
        "button",
        {
          type: "button",
          class: "undo-button",
          disabled: isBusy,
          "data-undo": true,
          onclick: () => onChoose(choice),
        },
        h("span", { "aria-hidden": "true" }, "↶ "),
        `Undo: ${choice.label}`,
      ),
    );
  }

  /** All choices as a list, for those who do not tap. */
  function everything(/** @type {Choice[]} */ choices, /** @type {boolean} */ isBusy) {
    const found = h("div", { class: "found" });
    const showFound = () => {
      const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
      const fitting = choices.filter((choice) => {
        const text = `${choice.group} ${choice.label}`.toLowerCase();
        return words.every((word) => text.includes(word));
      });
      fill(
        found,
        fitting.length > 0 ? groups(fitting, isBusy) : h("p", { class: "quiet" }, "Nothing fits."),
      );
    };
    const search = h("input", {
      type: "search",
      placeholder: "Filter",
      "aria-label": "Filter the choices",
      value: filter,
      oninput: () => {
        filter = search.value;
        showFound();
      },
    });
    const box = h(
      "details",
      { class: "everything", open: isUnfolded, ontoggle: () => toggled() },
      h("summary", {}, `All choices as a list (${choices.length})`),
      choices.length >= FILTER_FROM && search,
      found,
    );
    // A long list is only made for those who look at it.
    const toggled = () => {
      isUnfolded = box.open;
      if (box.open && found.childElementCount === 0) showFound();
    };
    if (isUnfolded) showFound();
    return box;
  }

  function groups(/** @type {Choice[]} */ choices, /** @type {boolean} */ isBusy) {
    const byGroup = Map.groupBy(choices, (choice) => choice.group);
    return [...byGroup].map(([name, members]) => {
      const inside = buttons(members, isBusy);
      const heading = byGroup.size > 1 || choices.length > 1 ? name : "";
      if (choices.length <= OPEN_MAX || byGroup.size === 1 || filter) {
        return h("div", { class: "group" }, heading && h("h3", {}, heading), inside);
      }
      return h(
        "details",
        { class: "group" },
        h(
          "summary",
          {},
          h("h3", {}, heading),
          h("span", { class: "quiet" }, count(members.length, "choice")),
        ),
        inside,
      );
    });
  }

  function buttons(/** @type {Choice[]} */ choices, /** @type {boolean} */ isBusy, kind = "") {
    if (choices.length === 0) return null;
    return h(
      "div",
      { class: "buttons" },
      choices.map((choice) =>
        h(
          "button",
          {
            type: "button",
            class: choice.retracts ? "undo-button" : kind || null,
            disabled: isBusy,
            [choice.retracts ? "data-undo" : "data-act"]: true,
            onclick: () => onChoose(choice),
          },
          choice.label,
        ),
      ),
    );
  }

  /** Puts the focus on the first thing to do. */
  function focusFirst() {
    const first = element.querySelector(".buttons button:not(:disabled)") ?? element;
    first.focus({ preventScroll: true });
  }

  return { element, show, focusFirst };
}
