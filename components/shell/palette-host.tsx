"use client";

import dynamic from "next/dynamic";
import { useEffect, useState } from "react";
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
  useEffect(() => {
    const open = () => setState("open");
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      setState((before) => (before === "open" ? "closed" : "open"));
    };
    addEventListener(EVENT, open);
    // In the capture phase, before fields that use the key themselves.
    addEventListener("keydown", onKey, true);
    return () => {
      removeEventListener(EVENT, open);
      removeEventListener("keydown", onKey, true);
    };
  }, []);
  useEffect(() => {
    if (state !== "open") return;
    takeEarlyText();
    const hold = (event: KeyboardEvent) => {
      if (!document.activeElement?.closest('[role="dialog"]')) holdEarlyKey(event);
    };
    addEventListener("keydown", hold, true);
    return () => removeEventListener("keydown", hold, true);
  }, [state]);
  if (state === "never") return null;
  return <Palette open={state === "open"} onClose={() => setState("closed")} />;
}
