// @ts-check
// Builds elements. What people wrote only ever becomes text, so a name or a
// sentence can't turn into markup.

/**
 * Makes an element: `h("button", { class: "main", onclick: act }, "Start")`.
 * Functions become listeners, `true` an empty attribute, and what is null,
 * undefined or false is left out.
 *
 * @param {string} tag
 * @param {Record<string, any>} [properties]
 * @param {...any} children
 * @returns {any} the element
 */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") {
      element.addEventListener(name.replace(/^on/, ""), value);
    } else if (name === "value" || name === "checked") {
      /** @type {any} */ (element)[name] = value;
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  element.append(...wanted(children));
  return element;
}

/**
 * Puts these children into an element instead of those that it has.
 *
 * @param {Element} element
 * @param {...any} children
 */
export function fill(element, ...children) {
  element.replaceChildren(...wanted(children));
}

/** Sets a text only if it changes, so that nobody hears it twice. */
export function setText(/** @type {Element} */ element, /** @type {string} */ text) {
  if (element.textContent !== text) element.textContent = text;
}

function wanted(/** @type {any[]} */ children) {
  return children
    .flat(Infinity)
    .filter((child) => child !== null && child !== undefined && child !== false);
}
