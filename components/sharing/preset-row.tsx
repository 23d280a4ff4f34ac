"use client";

import { clsx } from "clsx";
import { ChevronRight, Pencil, Star, Trash2 } from "lucide-react";
import { useState } from "react";
import type { SettingChange } from "#lib/playground/sharing/compare-settings.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { SettingChanges } from "./setting-changes.tsx";

/** A preset by name; expanded, it previews its changes. */
export function PresetRow({
  name,
  changes,
  standard = false,
  onApply,
  onStandard,
  onRename,
  onDelete,
}: {
  name: string;
  changes: readonly SettingChange[];
  /** True for the preset of new conversations. */
  standard?: boolean;
  onApply: () => void;
  onStandard?: (on: boolean) => void;
  onRename?: (name: string) => void;
  onDelete?: () => void;
}) {
  const [open, setOpen] = useState(false);
  const [naming, setNaming] = useState(false);
  const rename = (given: string) => {
    setNaming(false);
    if (given.trim() !== "" && given.trim() !== name) onRename?.(given.trim());
  };
  return (
    <li className="flex flex-col gap-2 p-1">
      <div className="flex min-h-8 items-center gap-1 pointer-coarse:min-h-10">
        {naming ? (
          <input
            // biome-ignore lint/a11y/noAutofocus: the user has just asked to type here.
            autoFocus
            aria-label="Preset name"
            defaultValue={name}
            maxLength={80}
            onFocus={(event) => event.target.select()}
            onBlur={(event) => rename(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter") rename(event.currentTarget.value);
              if (event.key !== "Escape") return;
              // The key is handled: it must not also close the dialog.
              event.stopPropagation();
              setNaming(false);
            }}
            className="h-8 min-w-0 flex-1 rounded-lg border border-input bg-background px-2 max-sm:text-base"
          />
        ) : (
          <button
            type="button"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            className="flex h-8 min-w-0 flex-1 items-center gap-1.5 rounded-lg px-1.5 text-left hover:bg-foreground/[0.05] pointer-coarse:h-10"
          >
            <ChevronRight
              aria-hidden
              className={clsx("size-3.5 shrink-0 text-muted-foreground transition-transform", open && "rotate-90")}
            />
            <span className="truncate">{name}</span>
            {standard && (
              <span className="shrink-0 rounded-full border px-1.5 text-xs text-muted-foreground leading-4">
                default
              </span>
            )}
          </button>
        )}
        {onStandard && (
          <IconButton
            size="small"
            label={standard ? `Don’t start new conversations with ${name}` : `Start new conversations with ${name}`}
            aria-pressed={standard}
            onClick={() => onStandard(!standard)}
          >
            <Star className={standard ? "fill-current text-foreground" : undefined} />
          </IconButton>
        )}
        {onRename && (
          <IconButton size="small" label={`Rename ${name}`} data-tooltip="Rename" onClick={() => setNaming(true)}>
            <Pencil />
          </IconButton>
        )}
        {onDelete && (
          <IconButton size="small" label={`Delete ${name}`} data-tooltip="Delete" onClick={onDelete}>
            <Trash2 />
          </IconButton>
        )}
        <Button
          size="small"
          className="pointer-coarse:h-9"
          aria-label={changes.length === 0 ? `In use: ${name}` : `Apply ${name}`}
          disabled={changes.length === 0}
          onClick={onApply}
        >
          {changes.length === 0 ? "In use" : "Apply"}
        </Button>
      </div>
      {open &&
        (changes.length > 0 ? (
          <SettingChanges changes={changes} />
        ) : (
          <p className="px-2 pb-1 text-[13px] text-muted-foreground">Already applied.</p>
        ))}
    </li>
  );
}
