"use client";

import { describeModelCount } from "#app/(playground)/providers/_model/describe-provider.ts";
import { findPreset } from "#app/(playground)/providers/_model/provider-form.ts";
import { Button } from "#components/ui/button.tsx";
import { ProviderMark } from "#components/ui/provider-mark.tsx";
import type { Provider } from "#lib/contract/provider.ts";
import type { ProviderPreset } from "#lib/contract/provider-presets.ts";
import { useLocalServers } from "./use-providers.ts";

/** Offers the model servers that run on the gateway's machine and are not connected yet. */
export function LocalOffers({
  ready,
  providers,
  onConnect,
}: {
  ready: boolean;
  providers: readonly Provider[] | undefined;
  onConnect: (preset: ProviderPreset) => void;
}) {
  const { data = [] } = useLocalServers(ready);
  if (!providers) return null;
  const offers = data.filter(({ base_url }) => providers.every((provider) => provider.base_url !== base_url));
  if (offers.length === 0) return null;
  return (
    <ul aria-label="Servers on this machine" className="flex flex-col gap-2">
      {offers.map(({ preset, name, model_count }) => (
        <li
          key={preset}
          className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-2xl border border-success/40 bg-success/[0.06] px-4 py-3"
        >
          <ProviderMark provider={preset} className="size-5" />
          <p className="min-w-0 flex-1 basis-56">
            <span className="font-medium">{name}</span> is running on this machine: {describeModelCount(model_count)}.
          </p>
          <Button variant="primary" onClick={() => onConnect(findPreset(preset))}>
            Connect<span className="sr-only"> {name}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}
