"use client";

import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

/** Sent to a thread's scroller by whoever moves it in the reader's name. */
export const READER_SCROLLS = "parlance:reader-scrolls";

/** How near to the end, in pixels, counts as being there. */
const EDGE = 24;
/** Room over an anchored question, in pixels: the same as over the first message. */
const ANCHOR_GAP = 24;
/** Of a question that is taller than this part of the window, only the end stays in sight. */
const QUESTION_SHARE = 0.4;
const UPWARD_KEYS = new Set(["ArrowUp", "PageUp", "Home"]);
const DOWNWARD_KEYS = new Set(["ArrowDown", "PageDown", "End", " "]);

/**
 * `question`: a question stays at the top, and its answer grows under it as under a reader's eye. `end`: the newest text
 * stays in sight. `reader`: nobody but the reader moves the view.
 */
type Holder = { kind: "question"; exchange: HTMLElement } | { kind: "end" } | { kind: "reader" };

/**
 * The one owner of a thread's scroll position. Any input of the reader takes the view over at once, before the browser
 * has moved; going to the end by oneself means to follow it. scrollTop is written at most once a frame.
 */
export function useThreadScroll(): {
  scroller: RefObject<HTMLDivElement | null>;
  content: RefObject<HTMLDivElement | null>;
  /** There is text below the window that nothing will bring up. */
  away: boolean;
  jumpToEnd: () => void;
  /** Brings the first message of `exchange` to the top and holds it there. */
  anchor: (exchange: HTMLElement) => void;
} {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const holder = useRef<Holder>({ kind: "end" });
  const [away, setAway] = useState(false);
  const place = useRef(() => {});

  const jumpToEnd = useCallback(() => {
    holder.current = { kind: "end" };
    place.current();
  }, []);
  const anchor = useCallback((exchange: HTMLElement) => {
    holder.current = { kind: "question", exchange };
    place.current();
  }, []);

  useEffect(() => {
    const box = scroller.current;
    const inner = content.current;
    if (!box || !inner) return;
    let frame = 0;
    let lastTop = box.scrollTop;
    let pressed = false;
    const distance = () => box.scrollHeight - box.scrollTop - box.clientHeight;

    place.current = () => {
      frame = 0;
      const top = topFor(holder.current, box);
      if (top !== undefined) {
        box.scrollTop = top;
        // The browser rounds; the scroll event that follows must not be taken for the reader's.
        lastTop = box.scrollTop;
      }
      setAway(holder.current.kind !== "end" && distance() > EDGE);
    };
    place.current();
    const resized = new ResizeObserver(() => {
      frame ||= requestAnimationFrame(() => place.current());
    });
    resized.observe(inner);
    resized.observe(box);

    const release = () => {
      if (box.scrollHeight > box.clientHeight) holder.current = { kind: "reader" };
    };
    const releaseQuestion = () => {
      if (holder.current.kind === "question") release();
    };
    const onWheel = (event: WheelEvent) => {
      if (event.deltaY < 0) release();
      else releaseQuestion();
    };
    const onKey = (event: KeyboardEvent) => {
      if (UPWARD_KEYS.has(event.key)) release();
      if (DOWNWARD_KEYS.has(event.key)) releaseQuestion();
    };
    const onPress = () => {
      pressed = true;
    };
    const onRelease = () => {
      pressed = false;
    };
    const onScroll = () => {
      const moved = box.scrollTop - lastTop;
      lastTop = box.scrollTop;
      // Dragging the scrollbar sends neither wheel nor key. Only a move under a press is the reader's: content that
      // shrinks, such as a thought that folds, moves the position as well.
      if (pressed && Math.abs(moved) > 1) release();
      if (holder.current.kind === "reader" && moved > 1 && distance() <= EDGE) holder.current = { kind: "end" };
      setAway(holder.current.kind !== "end" && distance() > EDGE);
    };
    const onSelect = () => {
      const selection = document.getSelection();
      if (selection && !selection.isCollapsed && inner.contains(selection.anchorNode)) release();
    };
    box.addEventListener("wheel", onWheel, { passive: true });
    box.addEventListener("touchmove", release, { passive: true });
    box.addEventListener(READER_SCROLLS, release);
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
      box.removeEventListener(READER_SCROLLS, release);
      box.removeEventListener("keydown", onKey);
      box.removeEventListener("pointerdown", onPress);
      removeEventListener("pointerup", onRelease);
      removeEventListener("pointercancel", onRelease);
      box.removeEventListener("scroll", onScroll);
      document.removeEventListener("selectionchange", onSelect);
    };
  }, []);

  return { scroller, content, away, jumpToEnd, anchor };
}

/** Where the view belongs; undefined where the reader has it. */
function topFor(holder: Holder, box: HTMLElement): number | undefined {
  if (holder.kind === "end") return box.scrollHeight;
  if (holder.kind === "reader" || !holder.exchange.isConnected) return undefined;
  const { exchange } = holder;
  const origin = box.getBoundingClientRect().top - box.scrollTop;
  const top = exchange.getBoundingClientRect().top - origin;
  const questionEnd = (exchange.firstElementChild ?? exchange).getBoundingClientRect().bottom - origin;
  return Math.max(top - ANCHOR_GAP, questionEnd - box.clientHeight * QUESTION_SHARE);
}
