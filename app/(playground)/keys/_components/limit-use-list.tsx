"use client";

import { clsx } from "clsx";
import { getLimitTone, LimitMeter } from "#components/limits/limit-meter.tsx";
import { RelativeTime } from "#components/ui/relative-time.tsx";
import { useNow } from "#components/use-now.ts";
import type { LimitUse } from "#lib/contract/key-policy.ts";
import { formatAmount, LIMITS } from "#lib/playground/limits/limit-names.ts";

/** Remaining amounts of all limits of a key and of its group. */
export function LimitUseList({ uses, group }: { uses: readonly LimitUse[]; group: string | null }) {
  const now = useNow(1_000);
  return (
    <section aria-labelledby="limit-use" className="rounded-xl border bg-foreground/[0.02] px-3.5 py-2.5">
      <h3 id="limit-use" className="group-title pb-1.5">
        Current use
      </h3>
      <ul className="flex flex-col gap-2">
        {uses.map((use) => {
          const { limit, owner, amount, remaining, resets_at } = use;
          const tone = getLimitTone(use);
          return (
            <li key={`${owner} ${limit}`} className="flex flex-col gap-1">
              <span className="flex flex-wrap justify-between gap-x-3 text-[13px]">
                <span>
                  {LIMITS[limit].label}
                  {owner === "group" && <span className="text-muted-foreground"> · group {group}</span>}
                </span>
                <span className="tabular-nums">
                  <span className={clsx(tone === "none" && "text-destructive", tone === "low" && "text-warning")}>
                    {formatAmount(limit, remaining)} left
                  </span>
                  <span className="text-muted-foreground">
                    {" "}
                    of {formatAmount(limit, amount)}
                    {resets_at !== null && (
                      <>
                        , resets <Reset at={resets_at} now={now} />
                      </>
                    )}
                  </span>
                </span>
              </span>
              <LimitMeter use={use} />
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Seconds within a minute, else the relative time. */
function Reset({ at, now }: { at: number; now: number }) {
  const seconds = Math.max(0, Math.ceil((at - now) / 1_000));
  return seconds <= 60 ? <>in {seconds} s</> : <RelativeTime time={at} now={now} />;
}
