import { type RefObject, useEffect } from "react";
import { READER_SCROLLS } from "#components/conversation/use-conversation-scroll.ts";

const SCROLLER = '[role="log"]';
const FOLLOWING = ["pointerover", "pointerdown", "focusin", "wheel"] as const;

/** Scrolls all columns to the same relative position as the one that the reader scrolls, while `locked`. */
export function useLockedScroll(row: RefObject<HTMLElement | null>, locked: boolean): void {
  useEffect(() => {
    const container = row.current;
    if (!locked || !container) return;
    /** The column under the pointer or finger. Only it drives the others; columns that it moves do not. */
    let leader: Element | null = null;
    const follow = (event: Event) => {
      if (event.target instanceof Element) leader = event.target.closest(SCROLLER) ?? leader;
    };
    const onScroll = (event: Event) => {
      const led = event.target;
      if (!(led instanceof HTMLElement) || led !== leader) return;
      const part = led.scrollTop / Math.max(1, led.scrollHeight - led.clientHeight);
      for (const other of container.querySelectorAll<HTMLElement>(SCROLLER)) {
        if (other === led) continue;
        other.dispatchEvent(new Event(READER_SCROLLS));
        other.scrollTop = part * (other.scrollHeight - other.clientHeight);
      }
    };
    for (const name of FOLLOWING) container.addEventListener(name, follow, { passive: true });
    // Scroll events do not bubble, so listen in the capture phase.
    container.addEventListener("scroll", onScroll, { capture: true, passive: true });
    return () => {
      for (const name of FOLLOWING) container.removeEventListener(name, follow);
      container.removeEventListener("scroll", onScroll, { capture: true });
    };
  }, [row, locked]);
}
