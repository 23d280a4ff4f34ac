"use client";

import { useEffect, useState } from "react";
import type { Verdict } from "#lib/playground/json-schema/validate-json.ts";

export type VerdictState = Verdict | { unusable: string };

/** Holds a whole text against a schema; undefined until that is done, and while there is none. */
export function useVerdict(text: string, schema: unknown): VerdictState | undefined {
  const [verdict, setVerdict] = useState<{ of: string; state: VerdictState }>();
  useEffect(() => {
    if (schema === undefined) return;
    let gone = false;
    import("#lib/playground/json-schema/validate-json.ts")
      .then(({ validateJson }) => validateJson(text, schema))
      .catch((error: unknown) => ({ unusable: error instanceof Error ? error.message : String(error) }))
      .then((state) => {
        if (!gone) setVerdict({ of: text, state });
      });
    return () => {
      gone = true;
    };
  }, [text, schema]);
  return schema !== undefined && verdict?.of === text ? verdict.state : undefined;
}
