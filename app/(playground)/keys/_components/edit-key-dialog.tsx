"use client";

import { useQueryClient } from "@tanstack/react-query";
import { updateKey } from "#app/(playground)/keys/_model/key-api.ts";
import { toKeyChanges } from "#app/(playground)/keys/_model/key-draft.ts";
import { ModalDialog } from "#components/ui/modal-dialog.tsx";
import { showToast } from "#components/ui/toast.tsx";
import type { ApiKey, ApiKeyList } from "#lib/contract/api-key.ts";
import { KeyForm } from "./key-form.tsx";
import { LimitUseList } from "./limit-use-list.tsx";
import { putKey } from "./use-keys.ts";

const SUBMIT = { label: "Save changes", busyLabel: "Saving…", failure: "Couldn’t save the key. Try again." };

/** Dialog that changes a key's name, expiry and limits, and shows what is left of them. */
export function EditKeyDialog({
  apiKey,
  rules,
  onClose,
}: {
  /** The key as it was last read, so that what is left is live. */
  apiKey: ApiKey;
  rules: ApiKeyList | undefined;
  onClose: () => void;
}) {
  const client = useQueryClient();
  return (
    <ModalDialog open onClose={onClose} title={`Edit “${apiKey.name}”`} className="w-[34rem]">
      <KeyForm
        apiKey={apiKey}
        rules={rules}
        submit={SUBMIT}
        onCancel={onClose}
        onSubmit={async (draft) => {
          const changes = toKeyChanges(draft, apiKey, Date.now());
          if (Object.keys(changes).length > 0) {
            const changed = await updateKey(apiKey.id, changes);
            putKey(client, changed);
            showToast({ title: `Saved “${changed.name}”`, kind: "success" });
          }
          onClose();
        }}
      >
        {apiKey.use.length > 0 && <LimitUseList uses={apiKey.use} group={apiKey.group} />}
      </KeyForm>
    </ModalDialog>
  );
}
