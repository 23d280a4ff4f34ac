"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ProviderFields } from "#app/(playground)/providers/_model/provider-form.ts";
import { editFields, startFields } from "#app/(playground)/providers/_model/provider-form.ts";
import { ModalDialog } from "#components/ui/modal-dialog.tsx";
import type { Provider, ProviderList } from "#lib/contract/provider.ts";
import { CUSTOM_PRESET, type ProviderPreset } from "#lib/contract/provider-presets.ts";
import { ConnectForm } from "./connect-form.tsx";
import { ConnectedView } from "./connected-view.tsx";
import { PROVIDERS, useProvidersChanged } from "./use-providers.ts";

/** Connects a provider, or edits one that is connected. */
export function ConnectDialog({
  preset,
  provider,
  onClose,
}: {
  preset: ProviderPreset;
  /** Provider to edit; absent when a new one is connected. */
  provider?: Provider;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const changed = useProvidersChanged();
  const [initial] = useState<ProviderFields>(() => {
    if (provider) return editFields(provider);
    const taken = client.getQueryData<ProviderList>(PROVIDERS)?.data.map(({ id }) => id) ?? [];
    return startFields(preset, taken);
  });
  const [connected, setConnected] = useState<{ saved: Provider; model: string | null }>();
  const what = preset === CUSTOM_PRESET ? "a server" : preset.name;
  return (
    <ModalDialog
      open
      onClose={onClose}
      title={connected ? connected.saved.name : provider ? `Edit ${provider.name}` : `Connect ${what}`}
      className="w-[32rem]"
    >
      {connected ? (
        <ConnectedView {...connected} isEdit={provider !== undefined} onDone={onClose} />
      ) : (
        <ConnectForm
          preset={preset}
          provider={provider}
          initial={initial}
          onCancel={onClose}
          onSaved={(saved, model) => {
            changed();
            setConnected({ saved, model });
          }}
        />
      )}
    </ModalDialog>
  );
}
