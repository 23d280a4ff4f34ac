"use client";

import dynamic from "next/dynamic";
import { useCallback, useEffect, useRef, useState } from "react";
import { takeEarlyPaletteKey } from "#lib/playground/shell/early-input.ts";
import { holdEarlyKey, takeEarlyText } from "./early-keys.ts";

const Palette = dynamic(() => import("./palette/palette.tsx").then((module) => module.Palette), { ssr: false });

const EVENT = "parlance:palette";

/** Opens the command palette from anywhere on the page. */
export function showPalette(): void {
  dispatchEvent(new Event(EVENT));
}

/** Opens the palette on Ctrl+K or ⌘K, wherever the focus is; loaded on first use. */
export function PaletteHost() {
  const [state, setState] = useState<"never" | "open" | "closed">("never");
  /** Known to the next key already, where the state waits for a render. */
  const isOpen = useRef(false);
  const close = useCallback(() => {
    isOpen.current = false;
    setState("closed");
  }, []);
  useEffect(() => {
    const open = () => {
      takeEarlyText();
      isOpen.current = true;
      setState("open");
    };
    const onKey = (event: KeyboardEvent) => {
      if (isPaletteKey(event)) {
        event.preventDefault();
        if (isOpen.current) close();
        else open();
      } else if (isOpen.current && !document.activeElement?.closest('[role="dialog"]')) holdEarlyKey(event);
    };
    addEventListener(EVENT, open);
    // In the capture phase, before fields that use the key themselves.
    addEventListener("keydown", onKey, true);
    if (takeEarlyPaletteKey()) open();
    return () => {
      removeEventListener(EVENT, open);
      removeEventListener("keydown", onKey, true);
    };
  }, [close]);
  if (state === "never") return null;
  return <Palette open={state === "open"} onClose={close} />;
}

function isPaletteKey({ key, metaKey, ctrlKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === "k" && (metaKey || ctrlKey) && !altKey && !shiftKey;
}
