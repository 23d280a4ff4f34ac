"use client";

import { ChevronDown, ChevronRight, CornerDownLeft, Plug, Search } from "lucide-react";
import Link from "next/link";
import { type RefObject, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { catalogue } from "#lib/playground/models/catalogue.ts";
import { BEHAVIOURS, PINNED, RECENT, readTypedId, shelveModels } from "#lib/playground/models/model-shelves.ts";
import type { Model, UnavailableUpstream } from "#lib/playground/models/models.ts";
import { pinnedModels, recentModels } from "#lib/playground/models/saved-models.ts";
import { useStore } from "../use-store.ts";
import { ActionOption } from "./action-option.tsx";
import { ListFooter } from "./list-footer.tsx";
import { ModelOption } from "./model-option.tsx";
import { useOptionKeys } from "./use-option-keys.ts";

const SHELF_TITLES: Record<string, string> = { alias: "aliases", [RECENT]: "recent", [PINNED]: "pinned" };
const NONE_PINNED: readonly string[] = [];
const NONE_UNAVAILABLE: readonly UnavailableUpstream[] = [];
/** Row that shows or hides the test behaviours, and row that uses the id as typed. */
const FOLD = ":fold";
const TYPED = ":typed";

/**
 * List of models, any of which can also be typed by its id: arrows move, Enter selects, Alt+P pins, Esc closes; the
 * focus stays in the search field.
 */
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
  const behaviours = shelves.find(({ name }) => name === BEHAVIOURS)?.models ?? [];
  const [unfolded, setUnfolded] = useState(() => behaviours.some(({ id }) => id === value));
  const isUnfolded = unfolded || query.trim() !== "";
  const typed = readTypedId(query, models);
  const shown = shelves.flatMap(({ name, models: members }) => (name === BEHAVIOURS && !isUnfolded ? [] : members));
  const isFoldShown = behaviours.length > 0 && query.trim() === "";
  const ids = shown.map(({ id }) => id);
  const options = [
    ...ids.slice(0, isUnfolded ? ids.length - behaviours.length : undefined),
    ...(isFoldShown ? [FOLD] : []),
    ...(isUnfolded ? ids.slice(ids.length - behaviours.length) : []),
    ...(typed === undefined ? [] : [TYPED]),
  ];
  const [pointed, setPointed] = useState(value);
  const active = pointed !== undefined && options.includes(pointed) ? pointed : options[0];
  const activeModel = shown.find(({ id }) => id === active);
  const list = useRef<HTMLDivElement>(null);
  const findProblem = ({ upstream }: Model) => unavailable.find((entry) => entry.upstream === upstream)?.message;
  const choose = (option: string) => {
    const model = shown.find(({ id }) => id === option);
    if (option === FOLD) setUnfolded(!unfolded);
    else if (option === TYPED) typed !== undefined && onChoose(typed);
    else if (model && findProblem(model) === undefined) onChoose(option);
  };

  useEffect(() => {
    if (active)
      list.current?.querySelector(`[data-model="${CSS.escape(active)}"]`)?.scrollIntoView({ block: "nearest" });
  }, [active]);
  const onKeyDown = useOptionKeys({ options, active, onMove: setPointed, onChoose: choose });

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
          placeholder="Search or type a model ID: vision, <$1, >100k"
          role="combobox"
          aria-label="Search models"
          aria-expanded="true"
          aria-controls="model-list"
          aria-keyshortcuts="Alt+P"
          aria-activedescendant={active && `model-${active}`}
          autoCapitalize="off"
          autoComplete="off"
          spellCheck={false}
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
        {shelves.map(({ name, models: members, problem }) => {
          const isFold = name === BEHAVIOURS;
          return (
            // biome-ignore lint/a11y/useSemanticElements: a group of options; a fieldset may not stand in a listbox.
            <div
              key={name}
              role="group"
              aria-label={isFold ? "Test behaviours" : undefined}
              aria-labelledby={isFold ? undefined : `models-${name}`}
              className="pb-1"
            >
              {isFold && isFoldShown && (
                <ActionOption
                  id={FOLD}
                  icon={unfolded ? ChevronDown : ChevronRight}
                  active={active === FOLD}
                  expanded={unfolded}
                  onPoint={() => setPointed(FOLD)}
                  onChoose={() => choose(FOLD)}
                >
                  Test behaviours <span className="text-muted-foreground">({members.length})</span>
                </ActionOption>
              )}
              {!isFold && (
                <div id={`models-${name}`} className="px-2.5 pt-2 pb-1">
                  <span className="group-title">{SHELF_TITLES[name] ?? name}</span>
                  {problem !== undefined && <span className="block text-warning text-xs">Not ready: {problem}</span>}
                </div>
              )}
              {(!isFold || isUnfolded) &&
                members.map((model) => (
                  <ModelOption
                    key={model.id}
                    model={model}
                    selected={model.id === value}
                    active={model.id === active}
                    pinned={pinned.includes(model.id)}
                    problem={findProblem(model)}
                    onPoint={() => setPointed(model.id)}
                    onChoose={() => choose(model.id)}
                  />
                ))}
            </div>
          );
        })}
        {typed !== undefined && (
          <ActionOption
            id={TYPED}
            icon={CornerDownLeft}
            active={active === TYPED}
            onPoint={() => setPointed(TYPED)}
            onChoose={() => choose(TYPED)}
          >
            Use “<span className="font-mono text-[13px]">{typed}</span>”
          </ActionOption>
        )}
        {options.length === 0 && query.trim() !== "" && (
          <p className="px-3 py-8 text-center text-muted-foreground">No model matches “{query}”.</p>
        )}
      </div>
      <Link
        href="/providers"
        className="flex shrink-0 items-center gap-2 border-t px-3.5 py-2 text-[13px] hover:bg-foreground/[0.04] pointer-coarse:py-3"
      >
        <Plug aria-hidden className="size-4 text-muted-foreground" />
        Connect a provider
      </Link>
      {activeModel && <ListFooter model={activeModel} pinned={pinned.includes(activeModel.id)} search={search} />}
    </>
  );
}
