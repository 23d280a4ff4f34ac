"use client";

import type { PromptCacheComparison } from "#lib/contract/prompt-cache.ts";
import { describeBreak, describeLoss } from "#lib/playground/trace/prompt-cache.ts";

/** Place where the prompt left the earlier one, the reason, and the cost. */
export function PromptCacheFacts({ comparison }: { comparison: PromptCacheComparison }) {
  const { previous } = comparison;
  if (!comparison.break) return <p className="text-muted-foreground">Continues the prompt of the request before it.</p>;
  const loss = describeLoss(comparison);
  return (
    <>
      <p>{describeBreak(comparison.break, previous)}</p>
      {loss && <p className="text-muted-foreground">{loss}</p>}
    </>
  );
}
