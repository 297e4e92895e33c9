// @ts-check
// The board: shows a drawing, marks the elements that can be tapped, and says
// which one was.

import { fill, h, scrollBehavior } from "./dom.js";
import { readDrawing } from "./drawing.js";
import { makeMarks } from "./marks.js";

/** A finger that misses an element by less still means it. */
const MISS_MAX_PX = 22;

/**
 * @typedef {object} Board
 * @property {HTMLElement} element
 * @property {(svg: string) => void} show
 * @property {(text: string) => void} blank shows words instead of a drawing
 * @property {(counts: Map<string, number>, selected: string | null) => Set<string>} mark
 *   marks what can be tapped, and returns the ids of it that are there
 * @property {(id: string | null) => void} select
 * @property {(id: string) => string} nameOf
 * @property {(id: string) => DOMRect | null} place
 * @property {(id: string) => void} focus
 * @property {() => void} showNext scrolls to a marked place, to another one each time
 */

/**
 * @param {HTMLElement} element where the board is put
 * @param {(id: string | null) => void} onPick
 * @returns {Board}
 */
export function makeBoard(element, onPick) {
  /** @type {SVGSVGElement | null} */
  let svg = null;
  /** @type {ReturnType<typeof makeMarks> | null} */
  let marks = null;
  let shown = "";
  /** @type {Map<string, SVGGraphicsElement>} */
  const marked = new Map();
  /** What had the focus before the drawing was exchanged. */
  let refocus = "";
  let next = 0;

  function show(/** @type {string} */ text) {
    if (text === shown) return;
    const drawing = readDrawing(text);
    if (!drawing) return;
    const active = document.activeElement;
    refocus = active && svg?.contains(active) ? active.id : "";
    drawing.classList.add("drawing");
    [svg, marks, shown] = [drawing, makeMarks(drawing), text];
    marked.clear();
    fill(element, drawing, marks.element);
  }

  function blank(/** @type {string} */ text) {
    [svg, marks, shown] = [null, null, ""];
    marked.clear();
    fill(element, h("p", { class: "quiet blank" }, text));
  }

  /** @type {Board["mark"]} */
  function mark(counts, selected) {
    for (const old of marked.values()) unmark(old);
    marked.clear();
    for (const [id, count] of counts) {
      const part = find(id);
      if (!part) continue;
      marked.set(id, part);
      part.classList.add("can");
      part.setAttribute("tabindex", "0");
      part.setAttribute("role", "button");
      const choices = count === 1 ? "1 choice" : `${count} choices`;
      part.setAttribute("aria-label", `${nameOf(id)}, ${choices}`);
    }
    marks?.set(marked);
    select(selected !== null && marked.has(selected) ? selected : null);
    if (refocus) focus(refocus);
    refocus = "";
    return new Set(marked.keys());
  }

  function select(/** @type {string | null} */ id) {
    for (const [other, part] of marked) part.setAttribute("aria-pressed", String(other === id));
    marks?.select(id);
  }

  function find(/** @type {string} */ id) {
    const found = svg?.querySelector(`[id="${CSS.escape(id)}"]`);
    return /** @type {SVGGraphicsElement | null} */ (found ?? null);
  }

  function nameOf(/** @type {string} */ id) {
    return find(id)?.querySelector(":scope > title")?.textContent || id;
  }

  function focus(/** @type {string} */ id) {
    marked.get(id)?.focus({ preventScroll: true });
  }

  function showNext() {
    const parts = [...marked.values()];
    parts[next % parts.length]?.scrollIntoView({ block: "center", behavior: scrollBehavior() });
    next += 1;
  }

  element.addEventListener("click", (event) => {
    if (!svg) return;
    const target = /** @type {Element} */ (event.target).closest(".can");
    onPick(target?.id ?? nearest(marked, event.clientX, event.clientY));
  });
  element.addEventListener("keydown", (event) => {
    const target = /** @type {Element} */ (event.target).closest?.(".can");
    if (!target || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    onPick(target.id);
  });
  new ResizeObserver(() => marks?.resize()).observe(element);

  const place = (/** @type {string} */ id) => find(id)?.getBoundingClientRect() ?? null;
  return { element, show, blank, mark, select, nameOf, place, focus, showNext };
}

function unmark(/** @type {Element} */ part) {
  part.classList.remove("can");
  for (const name of ["tabindex", "role", "aria-label", "aria-pressed"]) part.removeAttribute(name);
}

/** The marked element next to a point, if there is one close by. */
function nearest(
  /** @type {Map<string, SVGGraphicsElement>} */ marked,
  /** @type {number} */ x,
  /** @type {number} */ y,
) {
  let best = null;
  let least = MISS_MAX_PX;
  for (const [id, part] of marked) {
    const { left, right, top, bottom } = part.getBoundingClientRect();
    const away = Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
    if (away < least) [best, least] = [id, away];
  }
  return best;
}
