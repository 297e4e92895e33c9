// @ts-check
// Takes in a drawing that somebody else made: nothing in it can run or load.

/** What could run, load, or change the drawing behind our back. */
const REFUSED = new Set([
  ...["script", "foreignobject", "style", "iframe", "object", "embed", "audio", "video"],
  ...["image", "a", "animate", "animatemotion", "animatetransform", "set"],
]);

/**
 * Reads an SVG document and returns it as an element of this page.
 *
 * @param {string} text
 * @returns {SVGSVGElement | null} null if it is none
 */
export function readDrawing(text) {
  const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (root.localName !== "svg") return null;
  clean(root);
  for (const element of [...root.querySelectorAll("*")]) {
    if (REFUSED.has(element.localName.toLowerCase())) element.remove();
    else clean(element);
  }
  return /** @type {any} */ (document.importNode(root, true));
}

function clean(/** @type {Element} */ element) {
  for (const { name, value } of [...element.attributes]) {
    const plain = name.toLowerCase();
    const isLink = plain === "href" || plain.endsWith(":href");
    if (plain.startsWith("on") || plain === "style" || (isLink && !value.startsWith("#"))) {
      element.removeAttribute(name);
    }
  }
}
