// @ts-check
// The board: shows a drawing, marks the elements that can be tapped, and says
// which one was.

import { readDrawing } from "./drawing.js";

/** A finger that misses an element by less still means it. */
const MISS_MAX_PX = 22;
const SHAPES = "rect, path, circle, ellipse, polygon, use";
/** Widths of the two lines around an element on the screen. */
const LINES_PX = { halo: 4.5, line: 2 };
const LINES_SELECTED_PX = { halo: 7, line: 3.5 };
/** From this many marks on they are drawn softly. */
const MANY = 24;

/**
 * @typedef {object} Board
 * @property {HTMLElement} element
 * @property {(svg: string) => void} show
 * @property {(text: string) => void} blank
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
  let shown = "";
  /** @type {Map<string, SVGGraphicsElement>} */
  const marked = new Map();
  /** @type {string | null} */
  let selected = null;

  const find = (/** @type {string} */ id) =>
    /** @type {SVGGraphicsElement | null} */ (
      svg?.querySelector(`[id="${CSS.escape(id)}"]`) ?? null
    );

  function show(/** @type {string} */ text) {
    if (text === shown) return;
    const next = readDrawing(text);
    if (!next) return;
    const focused = focusedId();
    next.classList.add("drawing");
    element.replaceChildren(next);
    svg = next;
    shown = text;
    marked.clear();
    if (focused) refocus = focused;
  }

  /** What had the focus before the drawing was exchanged. */
  let refocus = "";

  function mark(/** @type {Map<string, number>} */ counts, /** @type {string | null} */ wanted) {
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
    select(wanted !== null && marked.has(wanted) ? wanted : null);
    if (refocus && marked.has(refocus)) marked.get(refocus)?.focus({ preventScroll: true });
    refocus = "";
    return new Set(marked.keys());
  }

  function select(/** @type {string | null} */ id) {
    selected = id;
    for (const [other, part] of marked) part.setAttribute("aria-pressed", String(other === id));
    outline();
  }

  /** Draws lines around what can be tapped, above everything else. */
  function outline() {
    svg?.querySelector(".marks")?.remove();
    if (!svg || marked.size === 0) return;
    const layer = document.createElementNS(svg.namespaceURI, "g");
    layer.setAttribute("class", marked.size >= MANY ? "marks many" : "marks");
    layer.setAttribute("aria-hidden", "true");
    const unit = unitsPerPixel(svg);
    // The selected one last, so that no neighbour lies above it.
    const ids = [...marked.keys()].sort((a, b) => Number(a === selected) - Number(b === selected));
    for (const id of ids) {
      const shape = largestShape(/** @type {SVGGraphicsElement} */ (marked.get(id)));
      if (shape) layer.append(...traces(svg, shape, unit, id === selected));
    }
    svg.append(layer);
  }

  function nameOf(/** @type {string} */ id) {
    return find(id)?.querySelector(":scope > title")?.textContent || id;
  }

  function focusedId() {
    const active = document.activeElement;
    return active && svg?.contains(active) ? active.id : "";
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
  new ResizeObserver(outline).observe(element);

  const place = (/** @type {string} */ id) => find(id)?.getBoundingClientRect() ?? null;
  /** Shows words instead of a drawing. */
  const blank = (/** @type {string} */ text) => {
    const words = document.createElement("p");
    words.className = "quiet blank";
    words.textContent = text;
    element.replaceChildren(words);
    [svg, shown] = [null, ""];
  };
  let next = 0;
  const showNext = () => {
    const parts = [...marked.values()];
    parts[next % parts.length]?.scrollIntoView({ block: "center", behavior: "smooth" });
    next += 1;
  };
  const focus = (/** @type {string} */ id) => marked.get(id)?.focus({ preventScroll: true });
  return { element, show, blank, mark, select, nameOf, place, focus, showNext };
}

function unmark(/** @type {Element} */ part) {
  part.classList.remove("can");
  for (const name of ["tabindex", "role", "aria-label", "aria-pressed"]) part.removeAttribute(name);
}

function unitsPerPixel(/** @type {SVGSVGElement} */ svg) {
  const width = svg.getBoundingClientRect().width;
  return width > 0 ? svg.viewBox.baseVal.width / width : 1;
}

/** The shape that gives an element its form. */
function largestShape(/** @type {SVGGraphicsElement} */ part) {
  const inside = /** @type {SVGGraphicsElement[]} */ ([...part.querySelectorAll(SHAPES)]);
  const shapes = part.matches(SHAPES) ? [part, ...inside] : inside;
  let largest = null;
  let most = 0;
  for (const shape of shapes) {
    const { width, height } = shape.getBoundingClientRect();
    if (width * height > most) [largest, most] = [shape, width * height];
  }
  return largest;
}

/** Two lines along a shape: a light one below, a strong one above. */
function traces(
  /** @type {SVGSVGElement} */ svg,
  /** @type {SVGGraphicsElement} */ shape,
  /** @type {number} */ unit,
  /** @type {boolean} */ isSelected,
) {
  const inRoot = svg
    .getScreenCTM()
    ?.inverse()
    .multiply(/** @type {any} */ (shape.getScreenCTM()));
  if (!inRoot) return [];
  const scale = Math.sqrt(Math.abs(inRoot.a * inRoot.d - inRoot.b * inRoot.c)) || 1;
  const { a, b, c, d, e, f } = inRoot;
  const widths = Object.entries(isSelected ? LINES_SELECTED_PX : LINES_PX);
  return widths.map(([kind, width]) => {
    const trace = /** @type {Element} */ (shape.cloneNode(true));
    for (const name of ["id", "fill", "stroke", "stroke-dasharray", "tabindex", "role"]) {
      trace.removeAttribute(name);
    }
    trace.setAttribute("class", isSelected ? `${kind} selected` : kind);
    trace.setAttribute("transform", `matrix(${a} ${b} ${c} ${d} ${e} ${f})`);
    trace.setAttribute("stroke-width", String((width * unit) / scale));
    return trace;
  });
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
