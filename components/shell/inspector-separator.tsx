"use client";

import { clsx } from "clsx";
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { setInspectorSize } from "#lib/playground/shell/preferences.ts";

/** Pixels by key: towards the page's edge the inspector shrinks, away from it it grows. */
const STEPS = {
  bottom: { ArrowUp: 24, ArrowDown: -24, PageUp: 160, PageDown: -160 },
  right: { ArrowLeft: 24, ArrowRight: -24, PageUp: 160, PageDown: -160 },
} satisfies Record<string, Record<string, number>>;
type Side = keyof typeof STEPS;

/** Sizes in pixels; keep in step with globals.css. */
const SMALLEST: Record<Side, number> = { bottom: 176, right: 360 };
const STAGE_WIDTH = 480;

/** Inner edge of the inspector: resizes it by dragging or by keys; a double click resets the size. */
export function InspectorSeparator() {
  const bar = useRef<HTMLDivElement>(null);
  const [{ side, size, largest }, setSize] = useState({ side: "bottom" as Side, size: 0, largest: 0 });
  useEffect(() => {
    const zone = bar.current?.closest<HTMLElement>(".inspector-zone");
    if (!zone) return;
    const observer = new ResizeObserver(() => {
      const side: Side = getComputedStyle(zone).getPropertyValue("--docked") === "right" ? "right" : "bottom";
      const { width, height } = zone.getBoundingClientRect();
      const room = zone.parentElement?.clientWidth ?? 0;
      setSize(
        side === "right"
          ? { side, size: Math.round(width), largest: room - STAGE_WIDTH }
          : { side, size: Math.round(height), largest: Math.round(innerHeight * 0.72) },
      );
    });
    observer.observe(zone);
    return () => observer.disconnect();
  }, []);

  const resize = (wanted: number) =>
    setInspectorSize(side === "right" ? "width" : "height", Math.min(largest, Math.max(SMALLEST[side], wanted)));

  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = STEPS[side];
    const step = steps[event.key];
    if (step === undefined && event.key !== "Home" && event.key !== "End") return;
    event.preventDefault();
    resize(step === undefined ? (event.key === "Home" ? SMALLEST[side] : largest) : size + step);
  };
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    const at = ({ clientX, clientY }: { clientX: number; clientY: number }) => (side === "right" ? clientX : clientY);
    const before = size + at(event);
    const target = event.currentTarget;
    target.setPointerCapture(event.pointerId);
    document.documentElement.dataset.wireDrag = "";
    const onMove = (moved: globalThis.PointerEvent) => resize(before - at(moved));
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
      aria-orientation={side === "right" ? "vertical" : "horizontal"}
      aria-valuemin={SMALLEST[side]}
      aria-valuemax={largest}
      aria-valuenow={size}
      className={clsx(
        "group absolute z-10 flex touch-none -outline-offset-2",
        side === "right"
          ? "inset-y-0 left-0 w-2 cursor-col-resize items-center pointer-coarse:w-4"
          : "inset-x-0 top-0 h-2 cursor-row-resize justify-center pointer-coarse:h-4",
      )}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onDoubleClick={() => setInspectorSize(side === "right" ? "width" : "height", undefined)}
    >
      <span
        aria-hidden="true"
        className={clsx(
          "rounded-full bg-foreground/15 transition-colors duration-150 group-hover:bg-accent group-focus-visible:bg-accent",
          side === "right" ? "ml-[3px] h-9 w-[3px]" : "mt-[3px] h-[3px] w-9",
        )}
      />
    </div>
  );
}
