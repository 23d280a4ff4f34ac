"use client";

import { useState } from "react";
import { removeProvider } from "#app/(playground)/providers/_model/provider-api.ts";
import { Button } from "#components/ui/button.tsx";
import { DialogButtons } from "#components/ui/dialog-buttons.tsx";
import { ModalDialog } from "#components/ui/modal-dialog.tsx";
import { showToast } from "#components/ui/toast.tsx";
import type { Provider } from "#lib/contract/provider.ts";
import { useProvidersChanged } from "./use-providers.ts";

/** Confirms that a provider is disconnected, which deletes its stored key. */
export function DisconnectDialog({
  provider: { id, name, has_key },
  onClose,
}: {
  provider: Provider;
  onClose: () => void;
}) {
  const changed = useProvidersChanged();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const disconnect = async () => {
    setBusy(true);
    try {
      await removeProvider(id);
      changed();
      showToast({ title: `${name} is disconnected`, kind: "success" });
      onClose();
    } catch (error) {
      setBusy(false);
      setProblem(error instanceof Error ? error.message : "The provider could not be disconnected. Try again.");
    }
  };
  return (
    <ModalDialog open onClose={onClose} title={`Disconnect ${name}?`} className="w-[28rem]">
      <p>
        Requests to <code className="font-mono text-[13px]">{id}/…</code> will fail with status 404.
        {has_key && " Its API key is deleted from this gateway; it stays valid at the provider."}
      </p>
      {problem && (
        <p role="alert" className="text-destructive">
          {problem}
        </p>
      )}
      <DialogButtons onCancel={onClose}>
        <Button variant="destructive" disabled={busy} onClick={() => void disconnect()}>
          {busy ? "Disconnecting…" : `Disconnect ${name}`}
        </Button>
      </DialogButtons>
    </ModalDialog>
  );
}
