import { clsx } from "clsx";
import { ChevronRight } from "lucide-react";
import type { Command } from "#lib/playground/shell/commands/command.ts";
import { showKeys } from "#lib/playground/shell/key-map.ts";
import { CommandIcon } from "./command-icon.tsx";

/** One row: the command's label, its place and its shortcut. */
export function PaletteOption({
  id,
  place,
  command,
  active,
  showGroup,
  onPoint,
  onChoose,
}: {
  id: string;
  place: number;
  command: Command;
  active: boolean;
  showGroup: boolean;
  onPoint: (id: string) => void;
  onChoose: (command: Command) => void;
}) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the field, which owns the list.
    <div
      id={id}
      data-place={place}
      role="option"
      aria-selected={active}
      data-highlighted={active || undefined}
      tabIndex={-1}
      onPointerMove={() => !active && onPoint(command.id)}
      // Keeps the focus in the field.
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => onChoose(command)}
      className={clsx(
        "flex min-h-9 items-center gap-3 rounded-lg px-2.5 py-1.5 pointer-coarse:min-h-11",
        active && "bg-foreground/[0.07]",
      )}
    >
      <CommandIcon command={command} />
      <span className="min-w-0 truncate">{command.label}</span>
      {command.detail && (
        <span className="min-w-0 shrink-[2] truncate text-muted-foreground text-xs">{command.detail}</span>
      )}
      <span className="ml-auto flex shrink-0 items-center gap-1">
        {showGroup && <span className="text-muted-foreground text-xs">{command.group}</span>}
        {command.keys &&
          showKeys(command.keys).map((key) => (
            <kbd
              key={key}
              className="rounded-md border bg-muted px-1.5 font-mono text-xs text-muted-foreground leading-5 pointer-coarse:hidden"
            >
              {key}
            </kbd>
          ))}
        {!command.run && <ChevronRight aria-hidden className="size-3.5 text-muted-foreground" />}
      </span>
    </div>
  );
}
