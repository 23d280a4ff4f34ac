"use client";

import type { ApiKey } from "#lib/contract/api-key.ts";
import { EditKeyDialog } from "./edit-key-dialog.tsx";
import { RevokeDialog } from "./revoke-dialog.tsx";
import { RotateDialog } from "./rotate-dialog.tsx";
import { useKeys } from "./use-keys.ts";

export type OpenDialog = { kind: "edit" | "rotate" | "revoke"; apiKey: ApiKey };

/** The open dialog of a key. */
export function KeyDialog({
  kind,
  apiKey: opened,
  ownId,
  onClose,
}: OpenDialog & {
  /** Id of the key that this browser signed in with. */
  ownId: string | undefined;
  onClose: () => void;
}) {
  const { data } = useKeys(true);
  const key = data?.data.find(({ id }) => id === opened.id) ?? opened;
  if (kind === "edit") return <EditKeyDialog apiKey={key} rules={data} onClose={onClose} />;
  if (kind === "rotate") return <RotateDialog rotatedKey={key} onClose={onClose} />;
  return <RevokeDialog revokedKey={key} own={key.id === ownId} onClose={onClose} />;
}
