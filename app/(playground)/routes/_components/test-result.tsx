"use client";

import Link from "next/link";
import type { RouteTest } from "#app/(playground)/routes/_model/route-api.ts";
import { AttemptLines } from "#components/route-attempts/attempt-lines.tsx";
import { usePricedAttempts } from "#components/route-attempts/use-priced-attempts.ts";
import { describeSwitch } from "#lib/playground/models/route-attempts.ts";

/** Attempts of a test, and what came of it. */
export function TestResult({ test: { down, attempts, requestId, text, problem } }: { test: RouteTest }) {
  const lines = usePricedAttempts(attempts).map((line) =>
    line.model === down ? { ...line, error: "Pulled down for this test. Nothing was sent to it." } : line,
  );
  return (
    <section
      role="status"
      aria-label="Test result"
      className="flex flex-col gap-2 border-t bg-foreground/[0.02] px-4 py-3"
    >
      <h3 className="flex flex-wrap justify-between gap-x-3 text-[13px]">
        <span className="font-medium">
          {problem === undefined ? (describeSwitch(attempts) ?? "The first model responded.") : "No model responded."}
        </span>
        {requestId && (
          <Link
            href={`/requests?id=${encodeURIComponent(requestId)}`}
            className="text-muted-foreground underline underline-offset-2"
          >
            Open in Requests
          </Link>
        )}
      </h3>
      <AttemptLines attempts={lines} />
      {down !== undefined && !attempts.some(({ model }) => model === down) && (
        <p className="text-[13px] text-muted-foreground">
          <span className="font-mono text-xs">{down}</span> was not reached: another model responded before it.
        </p>
      )}
      {problem !== undefined && <p className="text-[13px] text-destructive [overflow-wrap:anywhere]">{problem}</p>}
      {text && <p className="line-clamp-3 border-l-2 pl-3 text-[13px] text-muted-foreground">{text}</p>}
    </section>
  );
}
