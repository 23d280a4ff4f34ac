"use client";

import { clsx } from "clsx";
import Link from "next/link";
import { isOffline, listUpstreams, type Model, type UnavailableUpstream } from "#lib/playground/models/models.ts";

/** Upstreams with their number of models, or a note that their models could not be listed. */
export function Upstreams({
  models,
  unavailable,
}: {
  models: readonly Model[];
  unavailable: readonly UnavailableUpstream[];
}) {
  const upstreams = listUpstreams({ models, unavailable });
  return (
    <footer className="until-restored flex min-h-11 shrink-0 flex-wrap max-sm:min-h-[3.25rem] items-center justify-center gap-x-5 gap-y-1 px-6 pb-4 text-center text-muted-foreground text-xs">
      <ul aria-label="Providers" className="flex flex-wrap justify-center gap-x-5 gap-y-1">
        {upstreams.map(({ upstream, count, problem }) => (
          <li key={upstream} data-tooltip={problem} className="flex items-center gap-2">
            <span
              aria-hidden
              className={clsx(
                "size-1.5 rounded-full forced-color-adjust-none",
                problem === undefined ? "bg-success" : "bg-warning",
              )}
            />
            <span className="text-foreground">{upstream}</span>
            {count === 1 ? "1 model" : count > 0 ? `${count} models` : ""}
            {problem !== undefined && <span className="text-warning">cannot list its models</span>}
          </li>
        ))}
      </ul>
      {isOffline(upstreams) && (
        <p>
          Sandbox only.{" "}
          <Link href="/providers" className="text-foreground underline decoration-foreground/30 underline-offset-4">
            Connect a provider
          </Link>
        </p>
      )}
    </footer>
  );
}
