"use client";

import type { ResponseChoice } from "#lib/playground/conversation/model-response.ts";
import { formatBytes } from "#lib/playground/streams/metrics.ts";
import { CopyButton } from "../ui/copy-button.tsx";

const NAMES = { signature: "Signature", encrypted: "Encrypted reasoning" };

/** Opaque parts of a response's reasoning. Shows the start of each and copies it whole. */
export function Seals({ seals }: { seals: NonNullable<ResponseChoice["seals"]> }) {
  return (
    <ul aria-label="Reasoning signatures" className="mt-2 flex flex-col gap-0.5 text-xs">
      {seals.map(({ kind, value }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an append-only list.
        <li key={index} className="flex items-center gap-2" data-tooltip="Goes back to the model with the conversation">
          <span className="shrink-0">{NAMES[kind]}</span>
          <code className="min-w-0 truncate font-mono text-xs">{value.slice(0, 48)}</code>
          <span className="text-numeric shrink-0">{formatBytes(value.length)}</span>
          <CopyButton size="small" label={`Copy ${NAMES[kind].toLowerCase()}`} text={() => value} />
        </li>
      ))}
    </ul>
  );
}
