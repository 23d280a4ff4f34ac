import type { KeyboardEvent } from "react";
import { togglePinnedModel } from "#lib/playground/models/saved-models.ts";

/** Returns the key handler of the search field: arrows, Home and End move, Enter chooses, Alt+P pins. */
export function useOptionKeys({
  options,
  active,
  onMove,
  onChoose,
}: {
  /** Ids of the rows, in their order. Ids that begin with a colon are no models. */
  options: readonly string[];
  active: string | undefined;
  onMove: (option: string | undefined) => void;
  onChoose: (option: string) => void;
}): (event: KeyboardEvent) => void {
  return (event) => {
    if (active === undefined) return;
    const at = options.indexOf(active);
    const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: options.length - 1 };
    const next = steps[event.key];
    if (next !== undefined) {
      event.preventDefault();
      onMove(options[(next + options.length) % options.length]);
    }
    if (event.key === "Enter" && !event.nativeEvent.isComposing) {
      event.preventDefault();
      onChoose(active);
    }
    // With Alt, `event.key` on a Mac is the character typed, so compare the code.
    if (event.altKey && event.code === "KeyP" && !active.startsWith(":")) {
      event.preventDefault();
      togglePinnedModel(active);
    }
  };
}
