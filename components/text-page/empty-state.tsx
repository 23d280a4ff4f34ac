"use client";

import { countModels, type Model } from "#lib/playground/models.ts";
import type { Demo, TextPageDefinition } from "./text-page-definition.ts";

export function Greeting({
  greeting: { title, detail },
  problem,
}: Pick<TextPageDefinition, "greeting"> & { problem?: string }) {
  return (
    <div className="until-restored flex flex-1 flex-col items-center justify-end px-6 pb-7 text-center">
      <h2 className="text-balance font-medium text-[26px] leading-8 tracking-[-0.02em]">{title}</h2>
      {problem ? (
        <p role="alert" className="mt-2 max-w-md text-destructive">
          The models could not be listed: {problem}
        </p>
      ) : (
        <p className="mt-2 max-w-md text-balance text-muted-foreground">{detail}</p>
      )}
    </div>
  );
}

export function Suggestions({ demos, onChoose }: { demos: readonly Demo[]; onChoose: (demo: Demo) => void }) {
  return (
    <div className="until-restored flex flex-[1.35] flex-col items-center px-4 pt-5 pb-8">
      <ul aria-label="Suggestions" className="flex max-w-[44rem] flex-wrap justify-center gap-2">
        {demos.map((demo) => {
          const Icon = demo.icon;
          return (
            <li key={demo.label}>
              <button
                type="button"
                onClick={() => onChoose(demo)}
                className="flex h-9 items-center gap-2 rounded-full border bg-background/60 pr-4 pl-3.5 text-[13px] text-muted-foreground transition-[background-color,color,border-color,transform] duration-150 ease-press hover:border-foreground/25 hover:bg-background hover:text-foreground active:scale-[0.98] pointer-coarse:h-11"
              >
                <Icon aria-hidden className="size-3.5" />
                {demo.label}
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

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
