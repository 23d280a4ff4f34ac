import { useEffect, useRef } from "react";
import { isTyping } from "#components/shell/key-map.tsx";
import type { PlayerActions } from "./player-controls.tsx";

/** Handles the keys of the selected video, wherever the focus is except in a text field. */
export function usePlayerKeys(handlers: PlayerActions): void {
  const latest = useRef(handlers);
  latest.current = handlers;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey || event.defaultPrevented) return;
      // A range is an input, but takes no text.
      const range = event.target instanceof HTMLInputElement && event.target.type === "range";
      if (isTyping(event.target) && !range) return;
      if (document.querySelector("[role=dialog]")) return;
      const { step, loop, play, mute, fillScreen } = latest.current;
      const actions: Record<string, () => void> = {
        ",": () => step(-1),
        ".": () => step(1),
        l: loop,
        k: play,
        m: mute,
        f: fillScreen,
      };
      const action = actions[event.key.toLowerCase()];
      if (!action) return;
      event.preventDefault();
      action();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}
