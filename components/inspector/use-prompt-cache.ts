import { useEffect, useState } from "react";
import type { PromptCacheComparison } from "#lib/contract/prompt-cache.ts";
import { loadPromptCache } from "#lib/playground/trace/prompt-cache.ts";

/** Loads the comparison of a request that has ended; undefined while it loads, null without one. */
export function usePromptCache(id: string | undefined): PromptCacheComparison | null | undefined {
  const [loaded, setLoaded] = useState<{ id: string; comparison: PromptCacheComparison | null }>();
  useEffect(() => {
    if (id === undefined) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    void loadPromptCache(id, { signal }).then((comparison) => !signal.aborted && setLoaded({ id, comparison }));
    return () => leaving.abort();
  }, [id]);
  return loaded && loaded.id === id ? loaded.comparison : undefined;
}
