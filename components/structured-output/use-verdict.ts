"use client";

import { useEffect, useState } from "react";
import type { Verdict } from "#lib/playground/json-schema/validate-json.ts";

export type VerdictState = Verdict | { unusable: string };

/** Validates a complete text against a schema; returns undefined until done, and without a schema. */
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
