"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { createKey } from "#app/(playground)/keys/_model/key-api.ts";
import type { KeyDraft } from "#app/(playground)/keys/_model/new-key.ts";
import { toNewKey } from "#app/(playground)/keys/_model/new-key.ts";
import { ModalDialog } from "#components/ui/modal-dialog.tsx";
import type { CreatedApiKey } from "#lib/contract/api-key.ts";
import { CreatedKey } from "./created-key.tsx";
import { NewKeyForm } from "./new-key-form.tsx";
import { putKey } from "./use-keys.ts";

/** Dialog that creates a key and shows its secret once. The secret is stored only in this dialog. */
export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const [created, setCreated] = useState<CreatedApiKey>();
  /** True once the secret has been copied or the warning was shown. */
  const [mayClose, setMayClose] = useState(false);
  const [warned, setWarned] = useState(false);

  const create = async (draft: KeyDraft) => {
    const made = await createKey(toNewKey(draft));
    const { secret: _, ...key } = made;
    putKey(client, key);
    setCreated(made);
  };
  const close = () => {
    if (created === undefined || mayClose || warned) onClose();
    else setWarned(true);
  };
  return (
    <ModalDialog
      open
      onClose={close}
      title={created ? `Key “${created.name}”` : "Create key"}
      className={created ? "w-[38rem]" : "w-[30rem]"}
    >
      {created ? (
        <CreatedKey
          created={created}
          warned={warned && !mayClose}
          onCopied={() => setMayClose(true)}
          onDone={onClose}
        />
      ) : (
        <NewKeyForm onCreate={create} onCancel={onClose} />
      )}
    </ModalDialog>
  );
}
