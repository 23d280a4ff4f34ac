import { useEffect, useState } from "react";

/** Pixels by which a window changes when a keyboard comes or goes; a browser's own bars are lower. */
const KEYBOARD = 120;
/** Milliseconds. A tap that takes the focus from a field must end on what it began on, before anything moves. */
const AFTER_TAP = 250;

/**
 * Whether something is being typed by finger: a text field has the focus, and the keyboard that came with it takes half
 * of the screen. Putting the keyboard away ends it, though the field keeps the focus.
 */
export function useTyping(): boolean {
  const [typing, setTyping] = useState(false);
  useEffect(() => {
    const coarse = matchMedia("(pointer: coarse)");
    const isInField = () => coarse.matches && document.activeElement?.matches(":read-write") === true;
    const viewport = window.visualViewport;
    let height = viewport?.height ?? 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onFocusIn = () => {
      clearTimeout(timer);
      if (isInField()) setTyping(true);
      else onFocusOut();
    };
    const onFocusOut = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setTyping(isInField()), AFTER_TAP);
    };
    const onResize = () => {
      const grown = (viewport?.height ?? 0) - height;
      height += grown;
      if (Math.abs(grown) > KEYBOARD) setTyping(grown < 0 && isInField());
    };
    onFocusIn();
    addEventListener("focusin", onFocusIn);
    addEventListener("focusout", onFocusOut);
    viewport?.addEventListener("resize", onResize);
    return () => {
      clearTimeout(timer);
      removeEventListener("focusin", onFocusIn);
      removeEventListener("focusout", onFocusOut);
      viewport?.removeEventListener("resize", onResize);
    };
  }, []);
  return typing;
}
