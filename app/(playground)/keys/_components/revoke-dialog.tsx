"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { revokeKey } from "#app/(playground)/keys/_model/key-api.ts";
import { Button } from "#components/ui/button.tsx";
import { DialogButtons } from "#components/ui/dialog-buttons.tsx";
import { ModalDialog } from "#components/ui/modal-dialog.tsx";
import { RelativeTime } from "#components/ui/relative-time.tsx";
import { showToast } from "#components/ui/toast.tsx";
import { useNow } from "#components/use-now.ts";
import type { ApiKey } from "#lib/contract/api-key.ts";
import { putKey } from "./use-keys.ts";

/** Confirms that a key is to be revoked, which cannot be undone. Shows its name and when it was last used. */
export function RevokeDialog({
  revokedKey: { id, name, prefix, last_used_at },
  own,
  onClose,
}: {
  revokedKey: ApiKey;
  /** True for the key that this browser signed in with. */
  own: boolean;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const now = useNow(30_000);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const revoke = async () => {
    setBusy(true);
    try {
      putKey(client, await revokeKey(id));
      showToast({ title: `Revoked “${name}”`, kind: "success" });
      onClose();
    } catch (error) {
      setBusy(false);
      setProblem(error instanceof Error ? error.message : "Couldn’t revoke the key.");
    }
  };
  return (
    <ModalDialog open onClose={onClose} title={`Revoke “${name}”?`} className="w-[28rem]">
      <p>
        <code className="font-mono text-[13px]">{prefix}…</code>{" "}
        {last_used_at === null ? (
          "was never used."
        ) : (
          <>
            was last used <RelativeTime time={last_used_at} now={now} past className="font-medium" />.
          </>
        )}
      </p>
      <p className="text-muted-foreground">
        Apps that use this key will get a 401 error, and browsers signed in with it are signed out. You can’t undo this.
      </p>
      {own && <p className="text-warning">You’re signed in with this key. Revoking it signs you out.</p>}
      {problem && (
        <p role="alert" className="text-destructive">
          {problem}
        </p>
      )}
      <DialogButtons cancel="Cancel" onCancel={onClose}>
        <Button variant="destructive" disabled={busy} onClick={() => void revoke()}>
          Revoke
        </Button>
      </DialogButtons>
    </ModalDialog>
  );
}
