/** Enter in the composer before the page is live: it is meant to send, and does as soon as the page can. */

/** Runs before the first paint. `data-live` says that the composer listens itself. */
export const EARLY_ENTER_SCRIPT = `addEventListener("keydown",function early(e){const d=document.documentElement.dataset;if("live"in d)removeEventListener("keydown",early,true);else if(e.key==="Enter"&&!e.shiftKey&&!e.isComposing&&e.keyCode!==229&&e.target.id==="composer"){e.preventDefault();e.stopPropagation();d.earlyEnter=e.target.value.trim()}},true);`;

/**
 * Called by the composer when it listens.
 * @returns what stood in the field when Enter was pressed before that, once
 */
export function takeEarlyEnter(): string | undefined {
  const { dataset } = document.documentElement;
  const text = dataset.earlyEnter;
  dataset.live = "";
  delete dataset.earlyEnter;
  return text;
}
