import { useEffect, useState } from "react";

/** Change of the window's height that indicates an on-screen keyboard, in pixels; browser bars are smaller. */
const KEYBOARD = 120;
/** Delay in milliseconds, so that a tap that takes the focus from a field ends on its target before anything moves. */
const AFTER_TAP = 250;

/**
 * Returns whether text is being typed on a touch screen: a text field has the focus, and the on-screen keyboard takes
 * half of the screen. Closing the keyboard ends it, although the field keeps the focus.
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
