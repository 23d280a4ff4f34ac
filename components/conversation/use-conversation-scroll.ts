"use client";

import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

/** Event that code dispatches to the conversation's scroller when it scrolls on the reader's behalf. */
export const READER_SCROLLS = "parlance:reader-scrolls";

/** Distance from the end that counts as being at the end, in pixels. */
const EDGE = 24;
/** Space above an anchored question, in pixels; the same as above the first message. */
const ANCHOR_GAP = 24;
/** Share of the window's height that a question may take. Of a taller one only the end stays visible. */
const QUESTION_SHARE = 0.4;
const UPWARD_KEYS = new Set(["ArrowUp", "PageUp", "Home"]);
const DOWNWARD_KEYS = new Set(["ArrowDown", "PageDown", "End", " "]);

/**
 * `question`: a question stays at the top while its response grows below. `end`: the newest text stays visible.
 * `reader`: only the reader scrolls.
 */
type Holder = { kind: "question"; round: HTMLElement } | { kind: "end" } | { kind: "reader" };

/**
 * Controls the scroll position of a conversation. Any input of the reader takes over at once, before the browser has
 * scrolled; scrolling to the end follows the text again. scrollTop is written at most once per frame, and never while
 * something in it is pressed: a target that moves during a press is not clicked.
 */
export function useConversationScroll(): {
  scroller: RefObject<HTMLDivElement | null>;
  content: RefObject<HTMLDivElement | null>;
  /** True when there is text below the window and the view does not follow it. */
  away: boolean;
  jumpToEnd: () => void;
  /** Scrolls the first message of `round` to the top and holds it there. */
  anchor: (round: HTMLElement) => void;
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
  const anchor = useCallback((round: HTMLElement) => {
    holder.current = { kind: "question", round };
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
      const top = calculateTop(holder.current, box);
      if (top !== undefined) box.scrollTop = top;
      // The browser rounds the position, and resized content moves it; neither is scrolling by the reader.
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
      // Browsers do not always report the release of the scrollbar.
      pressed = target === box || button !== 0 ? "edge" : "content";
    };
    const onRelease = () => {
      const wasHeld = pressed === "content";
      pressed = undefined;
      // After the click event that follows the release.
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
      // Dragging the scrollbar, in-page search and focusing a button outside the viewport fire no wheel or key events.
      // Resized content, such as collapsing reasoning, moves the position as well.
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

/** Measures the values that distinguish the reader's scrolling from a change of the content's size. */
function measure({ scrollTop, scrollHeight, clientHeight }: HTMLElement) {
  return { top: scrollTop, height: scrollHeight, window: clientHeight };
}

/** Returns the target scroll position; undefined while the reader controls it. */
function calculateTop(holder: Holder, box: HTMLElement): number | undefined {
  if (holder.kind === "end") return box.scrollHeight;
  if (holder.kind === "reader" || !holder.round.isConnected) return undefined;
  const { round } = holder;
  const origin = box.getBoundingClientRect().top - box.scrollTop;
  const top = round.getBoundingClientRect().top - origin;
  const questionEnd = (round.firstElementChild ?? round).getBoundingClientRect().bottom - origin;
  return Math.max(top - ANCHOR_GAP, questionEnd - box.clientHeight * QUESTION_SHARE);
}
