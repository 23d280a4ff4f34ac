"use client";

import Link from "next/link";
import type { AttemptCount } from "#app/(playground)/routes/_model/count-attempts.ts";
import { describeShare, describeSuccess } from "#app/(playground)/routes/_model/describe-route.ts";
import { COUNTED_REQUESTS } from "#app/(playground)/routes/_model/route-api.ts";
import { Button } from "#components/ui/button.tsx";
import { RelativeTime } from "#components/ui/relative-time.tsx";
import { useNow } from "#components/use-now.ts";
import type { RouteTarget } from "#lib/contract/route-state.ts";
import { TargetState } from "./target-state.tsx";

/** One model of a route: its share, its state, and how its last requests went. */
export function TargetRow({
  target,
  count,
  onPullDown,
}: {
  target: RouteTarget;
  count: AttemptCount | undefined;
  /** Tests the route without this model; absent while a test runs, and when the route cannot be tested here. */
  onPullDown: (() => void) | undefined;
}) {
  const { model, places, available } = target;
  const success = describeSuccess(count);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1.5 px-4 py-2 not-first:border-t">
      <span className="min-w-0 flex-1 basis-52 font-mono text-[13px] [overflow-wrap:anywhere]">{model}</span>
      <span className="w-16 text-[13px] text-muted-foreground tabular-nums max-sm:w-auto">{describeShare(target)}</span>
      <span className="w-32 max-sm:w-auto">
        <TargetState target={target} />
      </span>
      <span
        className="w-40 text-[13px] text-muted-foreground tabular-nums max-sm:w-auto"
        title={`Attempts of the last ${COUNTED_REQUESTS} requests of this route`}
      >
        {success ?? "No requests yet"}
      </span>
      <Button
        size="small"
        disabled={!onPullDown || !available}
        onClick={onPullDown}
        data-tooltip="Tests the route as if this model answered 503. Other requests are not affected."
        className="max-sm:ml-auto"
      >
        Pull down<span className="sr-only"> {model} for one test</span>
      </Button>
      {places && (
        <p className="basis-full text-[13px] text-muted-foreground">
          {places.running} of {places.concurrency} places taken{places.waiting > 0 && `, ${places.waiting} waiting`}
        </p>
      )}
      {count?.lastFailure && <LastFailure failure={count.lastFailure} />}
    </li>
  );
}

function LastFailure({
  failure: { time, status, error, requestId },
}: {
  failure: NonNullable<AttemptCount["lastFailure"]>;
}) {
  const now = useNow(10_000);
  return (
    <p className="basis-full truncate text-[13px] text-muted-foreground" title={error ?? undefined}>
      Last failure{" "}
      <Link href={`/requests?id=${encodeURIComponent(requestId)}`} className="underline underline-offset-2">
        <RelativeTime time={time} now={now} past />
      </Link>
      : <span className="text-destructive">{status}</span>
      {error && ` ${error}`}
    </p>
  );
}
