import { Pin, PinOff } from "lucide-react";
import type { RefObject } from "react";
import type { Model } from "#lib/playground/models/models.ts";
import { togglePinnedModel } from "#lib/playground/models/saved-models.ts";
import { showKeys } from "#lib/playground/shell/key-map.ts";
import { Button } from "../ui/button.tsx";

const KEYS = [
  { keys: "↑↓", does: "move" },
  { keys: "Enter", does: "choose" },
] as const;

/** Shortcuts of the list, and the pin button for the active row. */
export function ListFooter({
  model,
  pinned,
  search,
}: {
  model: Model;
  pinned: boolean;
  search: RefObject<HTMLInputElement | null>;
}) {
  const Icon = pinned ? PinOff : Pin;
  return (
    <footer className="flex shrink-0 items-center gap-3 border-t px-3.5 py-1.5 text-muted-foreground text-xs pointer-coarse:hidden">
      {KEYS.map(({ keys, does }) => (
        <span key={keys}>
          <kbd className="font-mono">{keys}</kbd> {does}
        </span>
      ))}
      <Button
        size="small"
        variant="ghost"
        className="ml-auto text-xs"
        onClick={() => {
          togglePinnedModel(model.id);
          search.current?.focus();
        }}
      >
        <Icon aria-hidden />
        <span>
          {pinned ? "Unpin" : "Pin"}
          <span className="sr-only"> {model.name}</span>
        </span>
        <kbd aria-hidden className="font-mono font-normal">
          {showKeys("Alt+P").join(" ")}
        </kbd>
      </Button>
    </footer>
  );
}
