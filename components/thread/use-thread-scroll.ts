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
 * has moved; going to the end by oneself means to follow it. scrollTop is written at most once a frame, and never while
 * something in the thread is pressed: what moves away under a press is not clicked.
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
    let last = measure(box);
    let pressed: "content" | "edge" | undefined;
    const distance = () => box.scrollHeight - box.scrollTop - box.clientHeight;

    place.current = () => {
      const top = topFor(holder.current, box);
      if (top !== undefined) box.scrollTop = top;
      // The browser rounds, and content that changes its size moves; neither must be taken for the reader's scrolling.
      last = measure(box);
      setAway(holder.current.kind !== "end" && distance() > EDGE);
    };
    place.current();
    const resized = new ResizeObserver(() => {
      if (pressed === "content") last = measure(box);
      else place.current();
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
    const onPress = ({ target, button }: PointerEvent) => {
      // Browsers do not always tell when the scrollbar is let go.
      pressed = target === box || button !== 0 ? "edge" : "content";
    };
    const onRelease = () => {
      const wasHeld = pressed === "content";
      pressed = undefined;
      // After the click that the release makes.
      if (wasHeld) frame ||= requestAnimationFrame(placeLate);
    };
    const placeLate = () => {
      frame = 0;
      if (!pressed) place.current();
    };
    const onScroll = () => {
      const now = measure(box);
      const moved = now.top - last.top;
      const isSameSize = now.height === last.height && now.window === last.window;
      last = now;
      // Dragging the scrollbar sends neither wheel nor key, nor do a search in the page and the focus that goes to a
      // button out of sight. Content that changes its size, such as a thought that folds, moves the position as well.
      if ((pressed || isSameSize) && Math.abs(moved) > 1) release();
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

/** What tells a move by the reader from one that comes with the content's size. */
function measure({ scrollTop, scrollHeight, clientHeight }: HTMLElement) {
  return { top: scrollTop, height: scrollHeight, window: clientHeight };
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
