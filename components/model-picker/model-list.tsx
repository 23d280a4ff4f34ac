"use client";

import { Search } from "lucide-react";
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { catalogue } from "#lib/playground/models/catalogue.ts";
import { PINNED, RECENT, shelveModels } from "#lib/playground/models/model-shelves.ts";
import type { Model, UnavailableUpstream } from "#lib/playground/models/models.ts";
import { pinnedModels, recentModels, togglePinnedModel } from "#lib/playground/models/saved-models.ts";
import { useStore } from "../use-store.ts";
import { ListFooter } from "./list-footer.tsx";
import { ModelOption } from "./model-option.tsx";

const SHELF_TITLES: Record<string, string> = { alias: "aliases", [RECENT]: "recent", [PINNED]: "pinned" };
const NONE_PINNED: readonly string[] = [];
const NONE_UNAVAILABLE: readonly UnavailableUpstream[] = [];

/** List of models: arrows move, Enter selects, Alt+P pins, Esc closes; the focus stays in the search field. */
export function ModelList({
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
  const pinned = useSyncExternalStore(pinnedModels.subscribe, pinnedModels.get, () => NONE_PINNED);
  // Read once, so that a selection in another tab does not reorder an open list.
  const [recent] = useState(recentModels.get);
  const unavailable = useStore(catalogue, ({ listed }) => listed?.unavailable ?? NONE_UNAVAILABLE);
  const shelves = useMemo(
    () => shelveModels(models, { query, pinned, recent, unavailable }),
    [models, query, pinned, recent, unavailable],
  );
  const flat = useMemo(() => shelves.flatMap((shelf) => shelf.models), [shelves]);
  const [pointed, setPointed] = useState(value);
  const active = flat.find(({ id }) => id === pointed) ?? flat[0];
  const list = useRef<HTMLDivElement>(null);
  const findDraftProblem = ({ upstream }: Model) => unavailable.find((entry) => entry.upstream === upstream)?.message;
  const choose = (model: Model) => findDraftProblem(model) === undefined && onChoose(model.id);

  const activeId = active?.id;
  useEffect(() => {
    if (activeId)
      list.current?.querySelector(`[data-model="${CSS.escape(activeId)}"]`)?.scrollIntoView({ block: "nearest" });
  }, [activeId]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (!active) return;
    const at = flat.indexOf(active);
    const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: flat.length - 1 };
    const next = steps[event.key];
    if (next !== undefined) {
      event.preventDefault();
      setPointed(flat[(next + flat.length) % flat.length]?.id);
    }
    if (event.key === "Enter" && !event.nativeEvent.isComposing) {
      event.preventDefault();
      choose(active);
    }
    // With Alt, `event.key` on a Mac is the character typed, so compare the code.
    if (event.altKey && event.code === "KeyP") {
      event.preventDefault();
      togglePinnedModel(active.id);
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
            setPointed(undefined);
          }}
          onKeyDown={onKeyDown}
          placeholder="Search: name, id, vision, tools, <$1, >100k"
          role="combobox"
          aria-label="Search models"
          aria-expanded="true"
          aria-controls="model-list"
          aria-keyshortcuts="Alt+P"
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
        {shelves.map(({ name, models: members, problem }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options; a fieldset may not stand in a listbox.
          <div key={name} role="group" aria-labelledby={`models-${name}`} className="pb-1">
            <div id={`models-${name}`} className="px-2.5 pt-2 pb-1">
              <span className="group-title">{SHELF_TITLES[name] ?? name}</span>
              {problem !== undefined && <span className="block text-warning text-xs">Not ready: {problem}</span>}
            </div>
            {members.map((model) => (
              <ModelOption
                key={model.id}
                model={model}
                selected={model.id === value}
                active={model === active}
                pinned={pinned.includes(model.id)}
                problem={findDraftProblem(model)}
                onPoint={() => setPointed(model.id)}
                onChoose={() => choose(model)}
              />
            ))}
          </div>
        ))}
        {flat.length === 0 && query.trim() !== "" && (
          <p className="px-3 py-8 text-center text-muted-foreground">No model matches “{query}”.</p>
        )}
      </div>
      {active && <ListFooter model={active} pinned={pinned.includes(active.id)} search={search} />}
    </>
  );
}
