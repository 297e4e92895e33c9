// @ts-check
// Tells in the tab of the browser that it is one's turn.

const icon = /** @type {HTMLLinkElement} */ (document.querySelector("link[rel=icon]"));
/** The sign of the house. */
export const iconUrl = icon.href;
const turn = new URL(icon.dataset.turn ?? "", document.baseURI).href;

/** Sets the title of the tab, and marks it if it waits for its owner. */
export function setBadge(/** @type {string} */ title, /** @type {boolean} */ isWaiting = false) {
  const text = title ? `${title} · Bakufu` : "Bakufu";
  document.title = isWaiting ? `● ${text}` : text;
  const wanted = isWaiting ? turn : iconUrl;
  if (icon.href !== wanted) icon.href = wanted;
}
