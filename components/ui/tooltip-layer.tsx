"use client";

import { useEffect, useRef, useState } from "react";
import { showKeys } from "#lib/playground/shell/key-map.ts";

type Tip = { text: string; keys?: string; left: number; top: number; side: "top" | "right" | "bottom" };

/** Milliseconds before the first tooltip; the next ones appear at once while the pointer moves on. */
const FIRST_DELAY = 400;
const WARM_PERIOD = 500;

/**
 * Draws the tooltips of all elements with `data-tooltip`. One layer for the whole page, so that buttons cost nothing.
 * Hidden from screen readers, which read the same text as the button's name.
 */
export function TooltipLayer() {
  const [tip, setTip] = useState<Tip>();
  const lastHidden = useRef(0);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let current: Element | null = null;

    const hide = () => {
      clearTimeout(timer);
      if (current) lastHidden.current = performance.now();
      current = null;
      setTip(undefined);
    };
    const show = (target: EventTarget | null, immediate: boolean) => {
      const element = target instanceof Element ? target.closest("[data-tooltip]") : null;
      if (element === current) return;
      hide();
      if (!element) return;
      current = element;
      const warm = performance.now() - lastHidden.current < WARM_PERIOD && lastHidden.current > 0;
      timer = setTimeout(() => setTip(place(element)), immediate || warm ? 0 : FIRST_DELAY);
    };
    /** A tap focuses as well, and nothing would hide the tooltip again. */
    let isTouched = false;
    const onPress = (event: PointerEvent) => {
      isTouched = event.pointerType !== "mouse";
      hide();
    };
    const onPointer = (event: PointerEvent) => {
      if (event.pointerType === "mouse") show(event.target, false);
    };
    const onFocus = (event: FocusEvent) => {
      if (event.target instanceof Element && !isTouched && event.target.matches(":focus-visible"))
        show(event.target, true);
    };
    const onKey = (event: KeyboardEvent) => {
      isTouched = false;
      if (event.key === "Escape") hide();
    };
    document.addEventListener("pointerover", onPointer);
    document.addEventListener("pointerdown", onPress);
    document.addEventListener("focusin", onFocus);
    document.addEventListener("focusout", hide);
    document.addEventListener("scroll", hide, true);
    document.addEventListener("keydown", onKey);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("pointerover", onPointer);
      document.removeEventListener("pointerdown", onPress);
      document.removeEventListener("focusin", onFocus);
      document.removeEventListener("focusout", hide);
      document.removeEventListener("scroll", hide, true);
      document.removeEventListener("keydown", onKey);
    };
  }, []);

  if (!tip) return null;
  const shift = {
    right: "-translate-y-1/2",
    top: "-translate-x-1/2 -translate-y-full",
    bottom: "-translate-x-1/2",
  }[tip.side];
  return (
    <div
      aria-hidden="true"
      style={{ left: tip.left, top: tip.top }}
      className={`pointer-events-none fixed z-[100] flex ${shift} animate-rise w-max max-w-[min(26rem,calc(100vw-1rem))] items-center gap-2 rounded-md bg-primary px-2 py-1 text-primary-foreground text-xs`}
    >
      {tip.text}
      {tip.keys && <kbd className="font-mono text-xs opacity-65">{tip.keys}</kbd>}
    </div>
  );
}

function place(element: Element): Tip | undefined {
  const text = element.getAttribute("data-tooltip");
  if (!text || !element.isConnected) return undefined;
  const named = element.getAttribute("data-tooltip-keys");
  const keys = named ? showKeys(named).join(" ") : undefined;
  const box = element.getBoundingClientRect();
  const wanted = element.getAttribute("data-tooltip-side") ?? "top";
  if (wanted === "right") return { text, keys, side: "right", left: box.right + 8, top: box.top + box.height / 2 };
  // Estimates the width, which keeps the tooltip inside the window without a second layout.
  const half = Math.min((text.length + (keys?.length ?? 0)) * 3.4 + 16, 208, window.innerWidth / 2);
  const left = Math.min(Math.max(box.left + box.width / 2, half), window.innerWidth - half);
  const below = wanted === "bottom" || box.top < 44;
  return { text, keys, side: below ? "bottom" : "top", left, top: below ? box.bottom + 8 : box.top - 8 };
}
