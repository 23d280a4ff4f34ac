"use client";

import { type ReactNode, useState } from "react";
import { ModalDialog } from "#components/ui/modal-dialog.tsx";
import type { CreatedApiKey } from "#lib/contract/api-key.ts";
import { CreatedKey } from "./created-key.tsx";

/** Dialog that ends with a key's secret, which is shown once and stored only here. */
export function SecretDialog({
  title,
  className,
  children,
  onClose,
}: {
  title: string;
  /** Class for its width before the secret is shown. */
  className: string;
  children: (show: (created: CreatedApiKey) => void) => ReactNode;
  onClose: () => void;
}) {
  const [created, setCreated] = useState<CreatedApiKey>();
  /** True once the secret has been copied. */
  const [mayClose, setMayClose] = useState(false);
  const [warned, setWarned] = useState(false);
  const close = () => {
    if (created === undefined || mayClose || warned) onClose();
    else setWarned(true);
  };
  return (
    <ModalDialog
      open
      onClose={close}
      title={created ? `Key “${created.name}”` : title}
      className={created ? "w-[38rem]" : className}
    >
      {created ? (
        <CreatedKey
          created={created}
          warned={warned && !mayClose}
          onCopied={() => setMayClose(true)}
          onDone={onClose}
        />
      ) : (
        children(setCreated)
      )}
    </ModalDialog>
  );
}
