"use client";

import { Plus } from "lucide-react";
import { ALL_PRESETS } from "#app/(playground)/providers/_model/provider-form.ts";
import { ProviderMark } from "#components/ui/provider-mark.tsx";
import { CUSTOM_PRESET, type ProviderPreset } from "#lib/contract/provider-presets.ts";

/** Id of the section. */
export const CONNECT_SECTION = "connect";

/** A card for each provider that can be connected. */
export function PresetCards({
  disabled,
  onConnect,
}: {
  disabled: boolean;
  onConnect: (preset: ProviderPreset) => void;
}) {
  return (
    <section id={CONNECT_SECTION} aria-labelledby="connect-title" className="scroll-mt-3">
      <h2 id="connect-title" className="group-title pb-2">
        Connect a provider
      </h2>
      <ul aria-labelledby="connect-title" className="grid grid-cols-2 gap-2.5 sm:grid-cols-3 lg:grid-cols-4">
        {ALL_PRESETS.map((preset) => (
          <li key={preset.id} className="min-w-0">
            <button
              type="button"
              disabled={disabled}
              onClick={() => onConnect(preset)}
              className="flex h-full w-full items-center gap-3 rounded-2xl border bg-card px-3.5 py-3 text-left transition-[border-color,box-shadow] duration-200 ease-press hover:border-foreground/25 hover:shadow-composer disabled:opacity-60"
            >
              <span className="grid size-9 shrink-0 place-items-center rounded-[10px] bg-foreground/[0.05]">
                {preset === CUSTOM_PRESET ? (
                  <Plus aria-hidden className="size-5" />
                ) : (
                  <ProviderMark provider={preset.id} className="size-5" />
                )}
              </span>
              <span className="min-w-0">
                <span className="block truncate font-medium">{preset.name}</span>
                <span className="block truncate text-muted-foreground text-xs">{describePreset(preset)}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function describePreset(preset: ProviderPreset): string {
  if (preset === CUSTOM_PRESET) return "Any base URL";
  return preset.port === undefined ? "API key" : `Local, port ${preset.port}`;
}
