"use client";

import { Popover } from "@base-ui/react/popover";
import { clsx } from "clsx";
import { Braces, Brain, ChartNoAxesColumn, Check, Eye, FileText, Search, Wrench } from "lucide-react";
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { describePrice } from "#lib/playground/cost.ts";
import { formatContext, type Model, type ModelCapability, searchModels } from "#lib/playground/models.ts";
import { noteChosenModel, RECENT, readRecentModels, withRecentModels } from "#lib/playground/recent-models.ts";

const CAPABILITIES: { name: ModelCapability; label: string; icon: typeof Eye }[] = [
  { name: "vision", label: "Images", icon: Eye },
  { name: "files", label: "Files", icon: FileText },
  { name: "tools", label: "Tools", icon: Wrench },
  { name: "jsonSchema", label: "JSON Schema", icon: Braces },
  { name: "reasoning", label: "Reasoning", icon: Brain },
  { name: "logprobs", label: "Log probabilities", icon: ChartNoAxesColumn },
];

const GROUP_TITLES: Record<string, string> = { alias: "aliases", [RECENT]: "recent" };

/** A list with a search field over it: arrows move, Enter chooses, Esc leaves. */
export function ModelPopover({
  open,
  anchor,
  models,
  value,
  onChange,
  onClose,
}: {
  open: boolean;
  anchor: HTMLElement | null;
  models: readonly Model[];
  value: string | undefined;
  onChange: (id: string) => void;
  onClose: () => void;
}) {
  const search = useRef<HTMLInputElement>(null);
  return (
    <Popover.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Popover.Portal>
        <Popover.Positioner
          anchor={anchor}
          side="bottom"
          align="start"
          sideOffset={6}
          collisionPadding={8}
          className="z-50"
        >
          <Popover.Popup
            initialFocus={search}
            finalFocus={() => anchor}
            aria-label="Choose a model"
            className="flex max-h-[min(32rem,var(--available-height))] w-[30rem] max-w-[calc(100vw-1rem)] origin-(--transform-origin) flex-col overflow-hidden rounded-2xl bg-popover shadow-float outline-none transition-[opacity,scale] duration-150 ease-press data-ending-style:scale-[0.98] data-starting-style:scale-[0.98] data-ending-style:opacity-0 data-starting-style:opacity-0"
          >
            <ModelList
              search={search}
              models={models}
              value={value}
              onChoose={(id) => {
                noteChosenModel(id);
                onChange(id);
                onClose();
              }}
            />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

function ModelList({
  search,
  models,
  value,
  onChoose,
}: {
  search: RefObject<HTMLInputElement | null>;
  models: readonly Model[];
  value: string | undefined;
  onChoose: (id: string) => void;
}) {
  const [query, setQuery] = useState("");
  const [recent] = useState(readRecentModels);
  const groups = useMemo(() => {
    const found = searchModels(models, query);
    return query.trim() === "" ? withRecentModels(found, recent) : found;
  }, [models, query, recent]);
  const flat = useMemo(() => groups.flatMap((group) => group.models), [groups]);
  const [active, setActive] = useState(() =>
    Math.max(
      0,
      flat.findIndex((model) => model.id === value),
    ),
  );
  const list = useRef<HTMLDivElement>(null);
  const activeId = flat[active]?.id;

  useEffect(() => {
    if (activeId)
      list.current?.querySelector(`[data-model="${CSS.escape(activeId)}"]`)?.scrollIntoView({ block: "nearest" });
  }, [activeId]);

  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: active + 1, ArrowUp: active - 1, Home: 0, End: flat.length - 1 };
    const next = steps[event.key];
    if (next !== undefined) {
      event.preventDefault();
      setActive((next + flat.length) % Math.max(1, flat.length));
    }
    if (event.key === "Enter" && activeId && !event.nativeEvent.isComposing) {
      event.preventDefault();
      onChoose(activeId);
    }
  };

  return (
    <>
      <div className="flex items-center gap-2 border-b px-3.5">
        <Search aria-hidden className="size-4 shrink-0 text-muted-foreground" />
        <input
          ref={search}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
          placeholder="Search: name, vision, tools, <$1"
          role="combobox"
          aria-label="Search models"
          aria-expanded="true"
          aria-controls="model-list"
          aria-activedescendant={activeId && `model-${activeId}`}
          className="h-11 min-w-0 flex-1 bg-transparent text-sm outline-none max-sm:text-base"
        />
      </div>
      <div
        ref={list}
        id="model-list"
        role="listbox"
        aria-label="Models"
        tabIndex={-1}
        className="min-h-0 flex-1 overflow-y-auto p-1.5"
      >
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options; a fieldset may not stand in a listbox.
          <div key={group.upstream} role="group" aria-labelledby={`models-${group.upstream}`} className="pb-1">
            <div id={`models-${group.upstream}`} className="group-title px-2.5 pt-2 pb-1">
              {GROUP_TITLES[group.upstream] ?? group.upstream}
            </div>
            {group.models.map((model) => (
              <ModelOption
                key={model.id}
                model={model}
                selected={model.id === value}
                active={model.id === activeId}
                onPoint={() => setActive(flat.indexOf(model))}
                onChoose={() => onChoose(model.id)}
              />
            ))}
          </div>
        ))}
        {flat.length === 0 && (
          <p className="px-3 py-8 text-center text-muted-foreground">No model matches “{query}”.</p>
        )}
      </div>
    </>
  );
}

function ModelOption({
  model,
  selected,
  active,
  onPoint,
  onChoose,
}: {
  model: Model;
  selected: boolean;
  active: boolean;
  onPoint: () => void;
  onChoose: () => void;
}) {
  const capabilities = CAPABILITIES.filter(({ name }) => model.capabilities?.[name]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the search field, which keeps the focus.
    <div
      id={`model-${model.id}`}
      data-model={model.id}
      role="option"
      tabIndex={-1}
      aria-selected={selected}
      data-highlighted={active || undefined}
      onPointerMove={onPoint}
      onClick={onChoose}
      className={clsx("rounded-[10px] px-2.5 py-2", active && "bg-foreground/[0.06]")}
    >
      <div className="flex items-center gap-2">
        <span className="max-w-[70%] shrink-0 truncate font-medium">{model.name}</span>
        {model.name !== model.id && (
          <span className="truncate font-mono text-[11px] text-muted-foreground tracking-tight">{model.id}</span>
        )}
        <span className="ml-auto flex shrink-0 items-center gap-1 text-muted-foreground max-sm:hidden">
          {capabilities.map(({ name, label, icon: Icon }) => (
            <span key={name} role="img" aria-label={label} data-tooltip={label}>
              <Icon className="size-3.5" />
            </span>
          ))}
        </span>
        {model.price && (
          <span
            data-tooltip="US dollars for a million tokens, in and out"
            className="text-numeric min-w-16 shrink-0 text-right text-muted-foreground max-sm:hidden"
          >
            {describePrice(model.price)}
          </span>
        )}
        <span className="text-numeric w-9 shrink-0 text-right text-muted-foreground max-sm:ml-auto">
          {model.contextWindow ? formatContext(model.contextWindow) : ""}
        </span>
        <Check aria-hidden className={clsx("size-4 shrink-0", !selected && "invisible")} />
      </div>
      {model.description && (
        <p className="mt-0.5 line-clamp-2 pr-6 text-[13px] text-muted-foreground leading-[18px]">{model.description}</p>
      )}
    </div>
  );
}
