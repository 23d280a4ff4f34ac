import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { searchDocs } from "#lib/playground/docs/search-docs.ts";
import type { CommandGroup } from "#lib/playground/shell/commands/arrange-commands.ts";

const NONE: readonly CommandGroup[] = [];
/** Shortest text that is searched for in the guides, in characters. */
const MIN_QUERY = 3;
const MAX_SHOWN = 5;

/** Returns the sections of the guides that match the typed text, as a group of their own; empty until found. */
export function useDocsCommands(query: string): readonly CommandGroup[] {
  const router = useRouter();
  const [groups, setGroups] = useState(NONE);
  useEffect(() => {
    if (query.trim().length < MIN_QUERY) return setGroups(NONE);
    let stale = false;
    searchDocs(query)
      // Without the index the palette still has its commands.
      .catch(() => [])
      .then((hits) => {
        if (stale) return;
        const commands = hits.slice(0, MAX_SHOWN).map(({ id, page, heading }) => ({
          id: `docs.${id}`,
          label: heading,
          group: "Docs",
          detail: heading === page ? undefined : page,
          run: () => router.push(id),
        }));
        setGroups(commands.length > 0 ? [{ title: "Docs", commands }] : NONE);
      });
    return () => {
      stale = true;
    };
  }, [query, router]);
  return groups;
}
