import { useEffect, useState } from "react";
import type { Coverage } from "#app/(playground)/images/_model/mask/plane/coverage.ts";
import type { MaskState } from "#lib/playground/images/mask-state.ts";

/**
 * Returns how much of an image a mask edits; undefined without a mask, and until it is known. The mask code is loaded
 * on demand. Masks that the editor has drawn are already measured; others are measured in a worker.
 */
export function useCoverage(mask: MaskState | undefined): Coverage | undefined {
  const [counted, setCounted] = useState<{ mask: MaskState; coverage: Coverage }>();
  useEffect(() => {
    if (!mask) return;
    let gone = false;
    void count(mask).then((coverage) => {
      if (!gone) setCounted({ mask, coverage });
    });
    return () => {
      gone = true;
    };
  }, [mask]);
  // While a new stroke is measured, the coverage of the mask before it is returned.
  return mask ? counted?.coverage : undefined;
}

async function count(mask: MaskState): Promise<Coverage> {
  const { knownCoverage } = await import("#app/(playground)/images/_model/mask/plane/coverage.ts");
  const known = knownCoverage(mask);
  if (known) return known;
  const { requestCoverage } = await import("#app/(playground)/images/_model/mask/worker/ask-mask-worker.ts");
  return requestCoverage(mask);
}
