"use client";

import { countModels, type Model } from "#lib/playground/models.ts";

/** Which upstreams have models to offer, so that nobody has to guess what a message can reach. */
export function Upstreams({ models }: { models: readonly Model[] }) {
  const counts = countModels(models);
  return (
    <footer className="until-restored flex min-h-11 shrink-0 flex-wrap items-center justify-center gap-x-5 gap-y-1 px-6 pb-4 text-muted-foreground text-xs">
      <ul aria-label="Upstreams that are ready" className="flex flex-wrap justify-center gap-x-5 gap-y-1">
        {counts.map(({ upstream, count }) => (
          <li key={upstream} className="flex items-center gap-2">
            <span aria-hidden className="size-1.5 rounded-full bg-success" />
            <span className="text-foreground">{upstream}</span>
            {count} {count === 1 ? "model" : "models"}
          </li>
        ))}
      </ul>
      {counts.length === 1 && counts[0]?.upstream === "sandbox" && (
        <p>
          Offline. Set <code className="font-mono">OPENAI_API_KEY</code> to add another.
        </p>
      )}
    </footer>
  );
}
