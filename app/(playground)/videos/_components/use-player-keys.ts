import { useEffect, useRef } from "react";
import { isTyping } from "#components/shell/key-map.tsx";

type PlayerKeys = { onStep: (by: 1 | -1) => void; onLoop: () => void; onPlay: () => void; onFullscreen: () => void };

/** Handles the keys of the selected video, wherever the focus is except in a text field. */
export function usePlayerKeys(handlers: PlayerKeys): void {
  const latest = useRef(handlers);
  latest.current = handlers;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey || event.defaultPrevented) return;
      // A range is an input, but takes no text.
      const range = event.target instanceof HTMLInputElement && event.target.type === "range";
      if (isTyping(event.target) && !range) return;
      if (document.querySelector("[role=dialog]")) return;
      const { onStep, onLoop, onPlay, onFullscreen } = latest.current;
      const actions: Record<string, () => void> = {
        ",": () => onStep(-1),
        ".": () => onStep(1),
        l: onLoop,
        k: onPlay,
        f: onFullscreen,
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
