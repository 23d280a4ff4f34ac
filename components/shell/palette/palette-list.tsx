"use client";

import { Search, X } from "lucide-react";
import { type KeyboardEvent, type RefObject, useEffect, useId, useMemo, useRef, useState } from "react";
import { arrangeCommands } from "#lib/playground/shell/commands/arrange-commands.ts";
import type { Command } from "#lib/playground/shell/commands/command.ts";
import { recentCommands } from "#lib/playground/shell/commands/recent-commands.ts";
import { takeEarlyText } from "../early-keys.ts";
import { PaletteOption } from "./palette-option.tsx";
import { useDocsCommands } from "./use-docs-commands.ts";
import { useChoices, useInnerCommands, usePaletteCommands } from "./use-palette-commands.ts";

/** A field with a list below: arrows move, Enter runs, Backspace in an empty field goes back a level. */
export function PaletteList({
  field,
  level,
  onChoose,
  onBack,
}: {
  field: RefObject<HTMLInputElement | null>;
  /** Command whose choices are listed; all commands when absent. */
  level: Extract<Command, { run?: undefined }> | undefined;
  onChoose: (command: Command) => void;
  onBack: () => void;
}) {
  const id = useId();
  const [query, setQuery] = useState("");
  /** Command that Enter runs. Stored by command, so that rows added later do not move the selection. */
  const [active, setActive] = useState<string>();
  const list = useRef<HTMLDivElement>(null);
  const commands = usePaletteCommands();
  const inner = useInnerCommands(commands);
  const choices = useChoices(level);
  const [recent] = useState(recentCommands);
  const docs = useDocsCommands(level ? "" : query);
  const groups = useMemo(
    () =>
      level
        ? arrangeCommands({ commands: choices ?? [], query, recent: [] })
        : [...arrangeCommands({ commands, inner, query, recent }), ...docs],
    [level, choices, commands, inner, query, recent, docs],
  );
  const flat = useMemo(() => groups.flatMap((group) => group.commands), [groups]);
  const place = Math.max(
    0,
    flat.findIndex((command) => command.id === active),
  );
  const optionId = (position: number) => `${id}-${position}`;

  useEffect(() => {
    list.current?.querySelector(`[data-place="${place}"]`)?.scrollIntoView({ block: "nearest" });
  }, [place]);

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const steps: Record<string, number> = { ArrowDown: place + 1, ArrowUp: place - 1, Home: 0, End: flat.length - 1 };
    const next = steps[event.key];
    const chosen = flat[place];
    if (next !== undefined) setActive(flat[(next + flat.length) % Math.max(1, flat.length)]?.id);
    else if (event.key === "Enter" && chosen) onChoose(chosen);
    else if (event.key === "Backspace" && query === "" && level) onBack();
    else return;
    event.preventDefault();
  };

  let position = -1;
  return (
    <>
      <div className="flex items-center gap-2 border-b pr-2 pl-4">
        <Search aria-hidden className="size-4 shrink-0 text-muted-foreground" />
        {level && (
          <button
            type="button"
            aria-label={`Back from ${level.label}`}
            onClick={onBack}
            className="flex h-7 max-w-[45%] shrink-0 items-center gap-1 rounded-md bg-foreground/[0.07] px-2 text-[13px] pointer-coarse:h-9"
          >
            <span className="truncate">{level.label}</span>
            <X aria-hidden className="size-3 shrink-0" />
          </button>
        )}
        <input
          ref={field}
          value={query}
          onFocus={() => {
            // Taken here, because React may run an updater twice, and the text is there once.
            const early = takeEarlyText();
            setQuery((typed) => early + typed);
          }}
          onChange={(event) => {
            setQuery(event.target.value);
            setActive(undefined);
          }}
          onKeyDown={onKeyDown}
          placeholder={level?.placeholder ?? "Search actions, models and conversations"}
          role="combobox"
          aria-label={level?.placeholder ?? "Search commands"}
          aria-expanded="true"
          aria-autocomplete="list"
          aria-controls={`${id}-list`}
          aria-activedescendant={flat.length > 0 ? optionId(place) : undefined}
          autoComplete="off"
          spellCheck={false}
          className="h-12 min-w-0 flex-1 bg-transparent text-[15px] outline-none max-sm:text-base"
        />
        <kbd className="mr-2 rounded-md border px-1.5 py-0.5 font-mono text-xs text-muted-foreground pointer-coarse:hidden">
          Esc
        </kbd>
      </div>
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={level?.label ?? "Commands"}
        tabIndex={-1}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-1.5"
      >
        {groups.map((group, number) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options; a fieldset may not stand in a listbox.
          <div
            key={group.title}
            role="group"
            aria-label={group.title || "Results"}
            className={number > 0 ? "pt-4" : ""}
          >
            {group.title && (
              <div aria-hidden className="px-2.5 pb-1 text-muted-foreground text-xs">
                {group.title}
              </div>
            )}
            {group.commands.map((command) => {
              position += 1;
              const here = position;
              return (
                <PaletteOption
                  key={command.id}
                  id={optionId(here)}
                  place={here}
                  command={command}
                  active={here === place}
                  showGroup={group.title === "" || group.title === "Recent"}
                  onPoint={setActive}
                  onChoose={onChoose}
                />
              );
            })}
          </div>
        ))}
      </div>
      {flat.length === 0 && (
        <p role="status" className="px-3 py-8 text-center text-muted-foreground">
          {level && !choices ? "Loading…" : query ? `Nothing matches “${query}”.` : "No options."}
        </p>
      )}
    </>
  );
}
