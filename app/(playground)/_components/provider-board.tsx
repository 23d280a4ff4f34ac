"use client";

import { CircleAlert } from "lucide-react";
import Link from "next/link";
import { useCatalogue } from "#components/use-catalogue.ts";
import { isOffline, listUpstreams } from "#lib/playground/models/models.ts";

/** Providers with their status: the number of models when ready, else the problem. */
export function ProviderBoard() {
  const catalogue = useCatalogue();
  const upstreams = listUpstreams(catalogue);
  return (
    <section aria-labelledby="providers" className="mt-6 min-w-0">
      <h2 id="providers" className="group-title pb-2">
        Providers
      </h2>
      <div className="flex min-h-9 min-w-0 flex-wrap items-center gap-2">
        {catalogue.problem ? (
          <p role="alert" className="text-destructive">
            The models could not be listed: {catalogue.problem}
          </p>
        ) : (
          <ul aria-label="Providers" className="flex min-w-0 flex-wrap gap-2">
            {upstreams.map(({ upstream, count, problem }) => (
              <li
                key={upstream}
                className="flex min-h-9 min-w-0 max-w-full items-center gap-2.5 rounded-full border bg-card px-3.5 py-1.5"
              >
                {problem === undefined ? (
                  <span
                    aria-hidden
                    className="live-dot size-2 shrink-0 rounded-full bg-success forced-color-adjust-none"
                  />
                ) : (
                  <CircleAlert aria-hidden className="size-4 shrink-0 text-warning" />
                )}
                <span className="shrink-0 font-medium">{upstream}</span>
                {count > 0 && (
                  <span className="text-numeric shrink-0 text-muted-foreground">
                    {count} {count === 1 ? "model" : "models"}
                  </span>
                )}
                {problem !== undefined && (
                  <span className="min-w-0 text-muted-foreground text-xs">
                    <span className="font-medium text-warning">not ready:</span> {problem}
                  </span>
                )}
              </li>
            ))}
          </ul>
        )}
        {isOffline(upstreams) && (
          <p className="min-w-0 text-[13px] text-muted-foreground">
            Only the built-in sandbox responds.{" "}
            <Link href="/providers" className="text-foreground underline decoration-foreground/30 underline-offset-2">
              Connect a provider
            </Link>
          </p>
        )}
      </div>
    </section>
  );
}
