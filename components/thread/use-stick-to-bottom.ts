"use client";

import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

/** How near to the end, in pixels, counts as being there. */
const EDGE = 24;
const UPWARD_KEYS = new Set(["ArrowUp", "PageUp", "Home"]);

/**
 * The one owner of a thread's scroll position. It follows new text only while the reader is at the end; any upward input
 * lets go at once, before the browser has moved. scrollTop is written at most once a frame.
 */
export function useStickToBottom(): {
  scroller: RefObject<HTMLDivElement | null>;
  content: RefObject<HTMLDivElement | null>;
  /** The reader has scrolled away from the end. */
  away: boolean;
  jumpToEnd: () => void;
} {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const following = useRef(true);
  const [away, setAway] = useState(false);

  const jumpToEnd = useCallback(() => {
    following.current = true;
    setAway(false);
    scroller.current?.scrollTo({ top: scroller.current.scrollHeight });
  }, []);

  useEffect(() => {
    const box = scroller.current;
    const inner = content.current;
    if (!box || !inner) return;
    let frame = 0;
    const distance = () => box.scrollHeight - box.scrollTop - box.clientHeight;
    const follow = () => {
      frame = 0;
      if (following.current) box.scrollTop = box.scrollHeight;
      else setAway(distance() > EDGE);
    };
    const resized = new ResizeObserver(() => {
      frame ||= requestAnimationFrame(follow);
    });
    resized.observe(inner);
    resized.observe(box);

    const release = () => {
      if (box.scrollHeight <= box.clientHeight) return;
      following.current = false;
    };
    const onWheel = (event: WheelEvent) => {
      if (event.deltaY < 0) release();
    };
    const onKey = (event: KeyboardEvent) => {
      if (UPWARD_KEYS.has(event.key)) release();
    };
    let lastTop = box.scrollTop;
    let pressed = false;
    const onPress = () => {
      pressed = true;
    };
    const onRelease = () => {
      pressed = false;
    };
    const onScroll = () => {
      // Dragging the scrollbar sends neither wheel nor key. Only a move up under a press is the reader's: content that
      // shrinks, such as a thought that folds, moves the position up as well.
      if (pressed && box.scrollTop < lastTop - 1 && distance() > EDGE) following.current = false;
      else if (distance() <= EDGE) following.current = true;
      lastTop = box.scrollTop;
      setAway(!following.current);
    };
    const onSelect = () => {
      const selection = document.getSelection();
      if (selection && !selection.isCollapsed && inner.contains(selection.anchorNode)) release();
    };
    box.addEventListener("wheel", onWheel, { passive: true });
    box.addEventListener("touchmove", release, { passive: true });
    box.addEventListener("keydown", onKey);
    box.addEventListener("pointerdown", onPress, { passive: true });
    addEventListener("pointerup", onRelease);
    addEventListener("pointercancel", onRelease);
    box.addEventListener("scroll", onScroll, { passive: true });
    document.addEventListener("selectionchange", onSelect);
    return () => {
      resized.disconnect();
      cancelAnimationFrame(frame);
      box.removeEventListener("wheel", onWheel);
      box.removeEventListener("touchmove", release);
      box.removeEventListener("keydown", onKey);
      box.removeEventListener("pointerdown", onPress);
      removeEventListener("pointerup", onRelease);
      removeEventListener("pointercancel", onRelease);
      box.removeEventListener("scroll", onScroll);
      document.removeEventListener("selectionchange", onSelect);
    };
  }, []);

  return { scroller, content, away, jumpToEnd };
}
