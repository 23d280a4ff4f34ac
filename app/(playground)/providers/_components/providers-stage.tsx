"use client";

import { ConfigNotice } from "#components/ui/config-notice.tsx";
import { LoadingLine } from "#components/ui/loading-rows.tsx";
import { ReadFailure } from "#components/ui/read-failure.tsx";
import type { Provider } from "#lib/contract/provider.ts";
import type { ProviderPreset } from "#lib/contract/provider-presets.ts";
import { LocalOffers } from "./local-offers.tsx";
import { PresetCards } from "./preset-cards.tsx";
import { ProviderRow } from "./provider-row.tsx";
import { useProviders } from "./use-providers.ts";

/** The config file's state, the providers, and the presets to connect another. */
export function ProvidersStage({
  ready,
  onConnect,
  onEdit,
  onDisconnect,
}: {
  /** True when the signed-in user may see the providers. */
  ready: boolean;
  onConnect: (preset: ProviderPreset) => void;
  onEdit: (provider: Provider) => void;
  onDisconnect: (provider: Provider) => void;
}) {
  const { data, error, refetch } = useProviders(ready);
  const isEmpty = data?.data.every(({ source }) => source === "built-in") ?? false;
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
      <div className="mx-auto flex w-full max-w-page flex-1 flex-col gap-5 px-4 pt-2 pb-10">
        {data && <ConfigNotice config={data.config} />}
        {error && !data ? (
          <ReadFailure what="the providers" why={error.message} onRetry={() => void refetch()} />
        ) : (
          <>
            <section aria-labelledby="providers">
              <h2 id="providers" className="group-title pb-2">
                Your providers
              </h2>
              <ul aria-label="Providers" aria-busy={!data} className="overflow-hidden rounded-2xl border bg-card">
                {data
                  ? data.data.map((provider) => (
                      <ProviderRow
                        key={`${provider.source} ${provider.id}`}
                        provider={provider}
                        onEdit={onEdit}
                        onDisconnect={onDisconnect}
                      />
                    ))
                  : [60, 40].map((width) => (
                      <li key={width} className="flex h-16 items-center px-4 not-first:border-t">
                        <LoadingLine width={width} />
                      </li>
                    ))}
              </ul>
              {isEmpty && (
                <p className="px-1 pt-3 text-muted-foreground">
                  No provider is connected yet, so only the built-in sandbox responds.
                </p>
              )}
            </section>
            <LocalOffers ready={ready} providers={data?.data} onConnect={onConnect} />
            <PresetCards disabled={!data} onConnect={onConnect} />
          </>
        )}
      </div>
    </div>
  );
}
