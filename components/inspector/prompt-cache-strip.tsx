"use client";

import { useSyncExternalStore } from "react";
import type { TraceView } from "#lib/playground/inspector/trace-view.ts";
import { PromptCacheFacts } from "./prompt-cache-facts.tsx";
import { usePromptCache } from "./use-prompt-cache.ts";

/** Break of the prompt's cache, under the header of the inspector; nothing while the prompt goes on. */
export function PromptCacheStrip({ view }: { view: TraceView }) {
  // A string, so that events of the stream do not render it again.
  const read = () => view.get().record?.requestId ?? "";
  const id = useSyncExternalStore(view.subscribe, read, read);
  const comparison = usePromptCache(id === "" ? undefined : id);
  if (!comparison?.break) return null;
  return (
    <section
      aria-label="Prompt cache"
      className="shrink-0 border-b px-3 py-2 text-[13px] leading-5 shadow-[inset_2px_0_0_var(--warning)]"
    >
      <h3 className="font-medium">The prompt cache was left</h3>
      <PromptCacheFacts comparison={comparison} />
    </section>
  );
}
