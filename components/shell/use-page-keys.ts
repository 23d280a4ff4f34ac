import { useEffect } from "react";
import { isTyping } from "./key-map.tsx";

/**
 * Handles the keys that all pages share (lib/playground/shell/key-map.ts). The functions should keep their identity
 * between renders.
 */
export function usePageKeys({
  onPanel,
  onNew,
  onStop,
}: {
  onPanel: () => void;
  onNew: () => void;
  onStop: () => void;
}): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "," && (event.metaKey || event.ctrlKey)) {
        event.preventDefault();
        onPanel();
      } else if (event.altKey && event.code === "KeyN") {
        event.preventDefault();
        onNew();
      } else if (event.key === "/" && !event.metaKey && !event.ctrlKey && !isTyping(event.target)) {
        event.preventDefault();
        document.querySelector<HTMLElement>("#composer")?.focus();
      } else if (event.key === "Escape" && !event.defaultPrevented && !isTyping(event.target)) {
        onStop();
      }
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [onPanel, onNew, onStop]);
}
