"use client";

import { clsx } from "clsx";
import { Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { type DocsHit, searchDocs } from "#lib/playground/docs/search-docs.ts";

type Found = { query: string; hits: DocsHit[]; failed?: boolean };

/** Search field over all guides: arrows move, Enter opens, `/` focuses it. */
export function DocsSearch() {
  const id = useId();
  const router = useRouter();
  const field = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState("");
  const [found, setFound] = useState<Found>();
  const [place, setPlace] = useState(0);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (query.trim() === "") return setFound(undefined);
    let stale = false;
    searchDocs(query).then(
      (hits) => !stale && setFound({ query, hits }),
      () => !stale && setFound({ query, hits: [], failed: true }),
    );
    return () => {
      stale = true;
    };
  }, [query]);
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
      if ((event.target as HTMLElement).closest("input, textarea, select, [contenteditable]")) return;
      event.preventDefault();
      field.current?.focus();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);

  const hits = found?.hits ?? [];
  const shown = open && found !== undefined;
  const go = (hit: DocsHit) => {
    setQuery("");
    setOpen(false);
    field.current?.blur();
    router.push(hit.id);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const hit = hits[place];
    if (event.key === "ArrowDown") setPlace((place + 1) % Math.max(1, hits.length));
    else if (event.key === "ArrowUp") setPlace((place - 1 + hits.length) % Math.max(1, hits.length));
    else if (event.key === "Enter" && hit) go(hit);
    else if (event.key === "Escape") setQuery("");
    else return;
    event.preventDefault();
  };
  return (
    <search className="docs-search">
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted-foreground"
      />
      <input
        ref={field}
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          setPlace(0);
          setOpen(true);
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
        placeholder="Search docs"
        role="combobox"
        aria-label="Search docs"
        aria-expanded={shown}
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        aria-activedescendant={shown && hits.length > 0 ? `${id}-${place}` : undefined}
        autoComplete="off"
        spellCheck={false}
      />
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label="Search results"
        hidden={!shown || hits.length === 0}
        className="docs-hits"
      >
        {hits.map((hit, position) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the field, which owns the list.
          <div
            key={hit.id}
            id={`${id}-${position}`}
            role="option"
            tabIndex={-1}
            aria-selected={position === place}
            onPointerMove={() => setPlace(position)}
            // Keeps the focus in the field.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => go(hit)}
            className={clsx("rounded-lg px-3 py-2", position === place && "bg-foreground/[0.07]")}
          >
            <div className="truncate">
              <span className="font-medium">{hit.heading}</span>
              {hit.heading !== hit.page && <span className="text-muted-foreground"> · {hit.page}</span>}
            </div>
            <div className="line-clamp-2 text-[13px] text-muted-foreground leading-[18px]">{hit.excerpt}</div>
          </div>
        ))}
      </div>
      {shown && hits.length === 0 && (
        <p role="status" className="docs-hits px-3 py-4 text-muted-foreground">
          {found.failed ? "Search is not available right now." : `No results for “${found.query}”.`}
        </p>
      )}
    </search>
  );
}
