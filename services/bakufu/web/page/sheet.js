// @ts-check
// The sheet at the bottom of a phone: keeps room for itself below the page, and
// never hides what was tapped.

/** Space between a tapped element and the sheet. */
const GAP_PX = 16;
const NARROW = matchMedia("(max-width: 899px)");

export function makeSheet(/** @type {HTMLElement} */ element, /** @type {AbortSignal} */ signal) {
  const page = document.documentElement;
  const measure = () => page.style.setProperty("--sheet", `${element.offsetHeight}px`);
  const observer = new ResizeObserver(measure);
  observer.observe(element);
  signal.addEventListener("abort", () => {
    observer.disconnect();
    page.style.removeProperty("--sheet");
  });

  /** Scrolls an element out from under the sheet. */
  function reveal(/** @type {DOMRect | null} */ place) {
    if (!place || !NARROW.matches) return;
    measure();
    const hidden = place.bottom + GAP_PX - element.getBoundingClientRect().top;
    if (hidden > 0) scrollBy({ top: hidden, behavior: "smooth" });
  }

  return { reveal };
}
