"use client";

import { CircleAlert } from "lucide-react";
import { Fragment } from "react";
import { useCatalogue } from "#components/use-catalogue.ts";
import { isOffline, listUpstreams } from "#lib/playground/models/models.ts";

/** Upstreams with their status: the number of models when ready, else the problem. */
export function UpstreamBoard() {
  const catalogue = useCatalogue();
  const upstreams = listUpstreams(catalogue);
  return (
    <section aria-labelledby="upstreams" className="min-w-0 lg:flex lg:gap-4">
      <h2 id="upstreams" className="group-title pb-2 lg:flex lg:h-9 lg:shrink-0 lg:items-center lg:pb-0">
        Upstreams
      </h2>
      <div className="flex min-h-9 min-w-0 flex-wrap items-center gap-2">
        {catalogue.problem ? (
          <p role="alert" className="text-destructive">
            The models could not be listed: {catalogue.problem}
          </p>
        ) : (
          <ul aria-label="Upstreams" className="flex min-w-0 flex-wrap gap-2">
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
          <div className="min-w-0 px-1 text-muted-foreground text-xs">
            <OfflineNote />
          </div>
        )}
      </div>
    </section>
  );
}

const KEY_VARIABLES = ["OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY"];

/** Explains how to add an upstream when only the sandbox is available. */
function OfflineNote() {
  return (
    <p className="text-balance">
      Offline: only the sandbox answers. Set{" "}
      {KEY_VARIABLES.map((name, index) => (
        <Fragment key={name}>
          {index > 0 && (index === KEY_VARIABLES.length - 1 ? " or " : ", ")}
          <code className="font-mono">{name}</code>
        </Fragment>
      ))}
      , or list any server in <code className="font-mono">parlance.config.json</code>, and start again.
    </p>
  );
}
