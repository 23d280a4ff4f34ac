"use client";

import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { setInspectorHeight } from "#lib/playground/shell/preferences.ts";

/** Pixels by key. */
const STEPS: Record<string, number> = { ArrowUp: 24, ArrowDown: -24, PageUp: 160, PageDown: -160 };
/** Initial height of the inspector in pixels; keep in step with globals.css. */
const USUAL = 368;
const SMALLEST = 176;

const largest = () => Math.round(window.innerHeight * 0.72);

/** Upper edge of the inspector: resizes it by dragging or by keys; a double click resets the height. */
export function InspectorSeparator() {
  const bar = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(USUAL);
  const measure = () => bar.current?.closest(".inspector-zone")?.getBoundingClientRect().height ?? USUAL;
  const change = (next: number) => {
    const kept = Math.min(largest(), Math.max(SMALLEST, next));
    setInspectorHeight(kept);
    setHeight(Math.round(kept));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined && event.key !== "Home" && event.key !== "End") return;
    event.preventDefault();
    change(step === undefined ? (event.key === "Home" ? SMALLEST : largest()) : measure() + step);
  };
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    const before = measure() + event.clientY;
    const target = event.currentTarget;
    target.setPointerCapture(event.pointerId);
    document.documentElement.dataset.wireDrag = "";
    const onMove = (moved: globalThis.PointerEvent) => change(before - moved.clientY);
    const onEnd = () => {
      delete document.documentElement.dataset.wireDrag;
      target.removeEventListener("pointermove", onMove);
      target.removeEventListener("lostpointercapture", onEnd);
    };
    target.addEventListener("pointermove", onMove);
    target.addEventListener("lostpointercapture", onEnd);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an `hr` cannot be moved
    <div
      ref={bar}
      role="separator"
      tabIndex={0}
      aria-label="Inspector size"
      aria-orientation="horizontal"
      aria-valuemin={SMALLEST}
      aria-valuemax={typeof window === "undefined" ? USUAL : largest()}
      aria-valuenow={height}
      className="group absolute inset-x-0 top-0 z-10 flex h-2 cursor-row-resize touch-none justify-center -outline-offset-2 pointer-coarse:h-4"
      onKeyDown={onKeyDown}
      onFocus={() => setHeight(Math.round(measure()))}
      onPointerDown={onPointerDown}
      onDoubleClick={() => change(USUAL)}
    >
      <span
        aria-hidden="true"
        className="mt-[3px] h-[3px] w-9 rounded-full bg-foreground/15 transition-colors duration-150 group-hover:bg-accent group-focus-visible:bg-accent"
      />
    </div>
  );
}
