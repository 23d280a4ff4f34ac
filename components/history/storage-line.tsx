"use client";

import { useEffect, useState } from "react";
import { formatBytes } from "#lib/playground/streams/metrics.ts";

/** Share of this browser's storage that the playground uses. */
export function StorageLine({
  count,
}: {
  /** Number of conversations. When it changes, the usage is read again. */ count: number;
}) {
  const [use, setUse] = useState<StorageEstimate>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed count triggers another read.
  useEffect(() => {
    void navigator.storage?.estimate?.().then(setUse, () => {});
  }, [count]);
  if (!use?.usage || !use.quota) return null;
  return (
    <p
      className="px-2.5 text-xs text-muted-foreground tabular-nums"
      data-tooltip="Chats, images and traces in this browser"
    >
      {formatBytes(use.usage)} of {formatBytes(use.quota)} stored here
    </p>
  );
}
