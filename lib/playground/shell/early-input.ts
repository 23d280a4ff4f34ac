/**
 * Handles input before hydration, when the HTML is on screen and the scripts are still loading: Enter in the composer
 * sends, Ctrl+K opens the palette, and a press on a button acts, as soon as the page can.
 */

/**
 * Runs before the first paint. `data-live` means that the composer handles input itself. Links work without scripts.
 */
export const EARLY_INPUT_SCRIPT = `(()=>{const d=document.documentElement.dataset,on=addEventListener;on("keydown",function early(e){if("live"in d)removeEventListener("keydown",early,true);else if(e.key==="Enter"&&!e.shiftKey&&!e.isComposing&&e.keyCode!==229&&e.target.id==="composer"){e.preventDefault();e.stopPropagation();d.earlyEnter=e.target.value.trim()}},true);const press=e=>{window.earlyPress=e.target.closest("button")};on("click",press,true);window.endEarlyPresses=()=>removeEventListener("click",press,true);const key=e=>{if(e.key.toLowerCase()==="k"&&(e.metaKey||e.ctrlKey)&&!e.altKey&&!e.shiftKey){e.preventDefault();d.earlyPalette=""}};on("keydown",key,true);window.endEarlyKeys=()=>removeEventListener("keydown",key,true)})();`;

declare global {
  interface Window {
    /** The last button pressed before the page was live. */
    earlyPress?: HTMLButtonElement | null;
    /** Removes the early listeners, once the page handles presses itself. */
    endEarlyPresses?: () => void;
    /** Removes the early listener of Ctrl+K, once the palette has its own. */
    endEarlyKeys?: () => void;
  }
}

/**
 * Called by the composer when it handles input itself.
 * @returns the field's text when Enter was pressed before that, once
 */
export function takeEarlyEnter(): string | undefined {
  const { dataset } = document.documentElement;
  const text = dataset.earlyEnter;
  dataset.live = "";
  delete dataset.earlyEnter;
  return text;
}

/** Called by the page when its buttons work: presses the one that was pressed too early. */
export function repeatEarlyPress(): void {
  const { earlyPress, endEarlyPresses } = window;
  if (!endEarlyPresses) return;
  endEarlyPresses();
  delete window.endEarlyPresses;
  delete window.earlyPress;
  earlyPress?.click();
}

/** Called by the palette when it handles Ctrl+K itself. Returns whether it was pressed before that, once. */
export function takeEarlyPaletteKey(): boolean {
  window.endEarlyKeys?.();
  delete window.endEarlyKeys;
  const { dataset } = document.documentElement;
  const wasPressed = "earlyPalette" in dataset;
  delete dataset.earlyPalette;
  return wasPressed;
}
