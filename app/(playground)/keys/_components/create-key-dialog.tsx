"use client";

import { useQueryClient } from "@tanstack/react-query";
import { createKey } from "#app/(playground)/keys/_model/key-api.ts";
import { type KeyDraft, toNewKey } from "#app/(playground)/keys/_model/key-draft.ts";
import { KeyForm } from "./key-form.tsx";
import { SecretDialog } from "./secret-dialog.tsx";
import { putKey, useKeys } from "./use-keys.ts";

const SUBMIT = { label: "Create key", busyLabel: "Creating…", failure: "Couldn’t create the key. Try again." };

/** Dialog that creates a key and shows its secret once. */
export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const { data: rules } = useKeys(true);
  return (
    <SecretDialog title="Create key" className="w-[34rem]" onClose={onClose}>
      {(show) => (
        <KeyForm
          rules={rules}
          submit={SUBMIT}
          onCancel={onClose}
          onSubmit={async (draft: KeyDraft) => {
            const created = await createKey(toNewKey(draft));
            const { secret: _, ...key } = created;
            putKey(client, key);
            show(created);
          }}
        />
      )}
    </SecretDialog>
  );
}
