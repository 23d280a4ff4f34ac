"use client";

import { useSyncExternalStore } from "react";
import type { TraceView } from "#lib/playground/inspector/trace-view.ts";
import { PromptCacheFacts } from "./prompt-cache-facts.tsx";
import { usePromptCache } from "./use-prompt-cache.ts";

/** Shortest prompt that providers cache (OpenAI's guide of prompt caching): the loss of less is none. */
const LEAST_CACHED_TOKENS = 1_024;

/** Break of the prompt's cache, under the header of the inspector; nothing while the prompt goes on. */
export function PromptCacheStrip({ view }: { view: TraceView }) {
  // A string, so that events of the stream do not render it again.
  const read = () => view.get().record?.requestId ?? "";
  const id = useSyncExternalStore(view.subscribe, read, read);
  const comparison = usePromptCache(id === "" ? undefined : id);
  if (!comparison?.break || (comparison.lost_tokens ?? 0) < LEAST_CACHED_TOKENS) return null;
  return (
    <section
      aria-label="Prompt cache"
      className="shrink-0 border-b px-3 py-2 text-[13px] leading-5 shadow-[inset_2px_0_0_var(--warning)]"
    >
      <p className="font-medium">Prompt cache missed</p>
      <PromptCacheFacts comparison={comparison} />
    </section>
  );
}
