// @ts-check
// The lines around what can be tapped. They lie in a layer of their own above
// the drawing, so that choosing something paints no board again.

const SHAPES = "rect, path, circle, ellipse, polygon, use";
/** Widths of the two lines around an element on the screen. */
const WIDTHS_PX = { halo: 4.5, line: 2 };
const WIDTHS_SELECTED_PX = { halo: 7, line: 3.5 };
/** From this many marks on they are drawn softly. */
const MANY = 24;
/** What belongs to the drawing and not to the line around it. */
const DROPPED = ["id", "fill", "stroke", "stroke-dasharray", "tabindex", "role", "class"];

/**
 * @typedef {object} Mark
 * @property {{ halo: Element, line: Element }} traces
 * @property {number} scale how much larger the drawing shows the shape
 */

/** A layer for a drawing. */
export function makeMarks(/** @type {SVGSVGElement} */ drawing) {
  const layer = document.createElementNS(drawing.namespaceURI, "svg");
  layer.setAttribute("viewBox", drawing.getAttribute("viewBox") ?? "");
  layer.setAttribute("aria-hidden", "true");
  /** @type {Map<string, Mark>} */
  const marks = new Map();
  /** @type {string | null} */
  let selected = null;
  let unit = 1;

  /** Marks these parts of the drawing, by their ids. */
  function set(/** @type {Map<string, SVGGraphicsElement>} */ parts) {
    marks.clear();
    selected = null;
    layer.setAttribute("class", parts.size >= MANY ? "marks many" : "marks");
    for (const [id, part] of parts) {
      const mark = trace(drawing, part);
      if (mark) marks.set(id, mark);
    }
    layer.replaceChildren(...[...marks.values()].flatMap(({ traces }) => Object.values(traces)));
    resize();
  }

  function select(/** @type {string | null} */ id) {
    const before = selected;
    selected = id;
    for (const changed of [before, id]) if (changed !== null) draw(changed);
    const mark = id === null ? undefined : marks.get(id);
    // No neighbour lies above it.
    if (mark) layer.append(mark.traces.halo, mark.traces.line);
  }

  function draw(/** @type {string} */ id) {
    const mark = marks.get(id);
    if (!mark) return;
    const isSelected = id === selected;
    const widths = isSelected ? WIDTHS_SELECTED_PX : WIDTHS_PX;
    for (const kind of /** @type {const} */ (["halo", "line"])) {
      mark.traces[kind].setAttribute("class", isSelected ? `${kind} selected` : kind);
      mark.traces[kind].setAttribute("stroke-width", String((widths[kind] * unit) / mark.scale));
    }
  }

  /** The lines are as wide on the screen, however large the drawing is. */
  function resize() {
    const { width } = drawing.getBoundingClientRect();
    unit = width > 0 ? drawing.viewBox.baseVal.width / width : 1;
    for (const id of marks.keys()) draw(id);
  }

  return { element: layer, set, select, resize };
}

/** @returns {Mark | null} two lines along the shape of a part, or nothing if it has none */
function trace(/** @type {SVGSVGElement} */ drawing, /** @type {SVGGraphicsElement} */ part) {
  const shape = largestShape(part);
  const toScreen = shape?.getScreenCTM();
  const inDrawing = toScreen && drawing.getScreenCTM()?.inverse().multiply(toScreen);
  if (!shape || !inDrawing) return null;
  const { a, b, c, d, e, f } = inDrawing;
  const along = () => {
    const copy = /** @type {Element} */ (shape.cloneNode(true));
    for (const name of DROPPED) copy.removeAttribute(name);
    copy.setAttribute("transform", `matrix(${a} ${b} ${c} ${d} ${e} ${f})`);
    return copy;
  };
  const scale = Math.sqrt(Math.abs(a * d - b * c)) || 1;
  return { traces: { halo: along(), line: along() }, scale };
}

/** The shape that gives a part its form. */
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
