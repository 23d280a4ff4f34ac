/**
 * What is done before the page is live, when its HTML is on the screen and its scripts are still on their way: Enter in
 * the composer is meant to send, a press on a button to do what it says. Both happen as soon as the page can.
 */

/** Runs before the first paint. `data-live` says that the composer listens itself. Links work without scripts. */
export const EARLY_INPUT_SCRIPT = `(()=>{const d=document.documentElement.dataset,on=addEventListener;on("keydown",function early(e){if("live"in d)removeEventListener("keydown",early,true);else if(e.key==="Enter"&&!e.shiftKey&&!e.isComposing&&e.keyCode!==229&&e.target.id==="composer"){e.preventDefault();e.stopPropagation();d.earlyEnter=e.target.value.trim()}},true);const press=e=>{window.earlyPress=e.target.closest("button")};on("click",press,true);window.endEarlyPresses=()=>removeEventListener("click",press,true)})();`;

declare global {
  interface Window {
    /** The last button that was pressed before the page was live. */
    earlyPress?: HTMLButtonElement | null;
    /** From now on the page listens itself. */
    endEarlyPresses?: () => void;
  }
}

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

/** Called by the page when its buttons listen: presses the one that was pressed in vain. */
export function repeatEarlyPress(): void {
  const { earlyPress, endEarlyPresses } = window;
  if (!endEarlyPresses) return;
  endEarlyPresses();
  delete window.endEarlyPresses;
  delete window.earlyPress;
  earlyPress?.click();
}
