"use client";

import dynamic from "next/dynamic";
import { useEffect, useState } from "react";

const KeyMapDialog = dynamic(() => import("./key-map-dialog.tsx").then((module) => module.KeyMapDialog));

const EVENT = "parlance:key-map";

/** Opens the list of keyboard shortcuts from anywhere on the page. */
export function showKeyMap(): void {
  dispatchEvent(new Event(EVENT));
}

/** List of keyboard shortcuts. Opens on `?` outside fields; loaded on first use. */
export function KeyMap() {
  const [state, setState] = useState<"never" | "open" | "closed">("never");
  useEffect(() => {
    const open = () => setState("open");
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "?" && !isTyping(event.target)) open();
    };
    addEventListener(EVENT, open);
    addEventListener("keydown", onKey);
    return () => {
      removeEventListener(EVENT, open);
      removeEventListener("keydown", onKey);
    };
  }, []);
  if (state === "never") return null;
  return <KeyMapDialog open={state === "open"} onClose={() => setState("closed")} />;
}

export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
