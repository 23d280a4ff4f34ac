"use client";

import { Ban, EarOff, EyeOff, X } from "lucide-react";
import type { Attachment } from "#lib/playground/conversation/transcript.ts";
import { AttachmentThumb } from "./attachment-thumb.tsx";

/** Attachments above the text, each with a remove button, and a warning when the model does not accept its kind. */
export function AttachmentTray({
  attachments,
  vision,
  acceptsFiles,
  refuse,
  onRemove,
}: {
  attachments: readonly Attachment[];
  vision?: boolean;
  acceptsFiles?: boolean;
  /** Returns the reason that the page's API cannot carry a file. */
  refuse?: (file: Attachment) => string | undefined;
  onRemove: (sha256: string) => void;
}) {
  const blind = vision === false && attachments.some((attachment) => attachment.mediaType.startsWith("image/"));
  const isAudio = ({ mediaType }: Attachment) => mediaType.startsWith("audio/");
  const reasons = [...new Set(attachments.flatMap((attachment) => refuse?.(attachment) ?? []))];
  return (
    <div className="px-3.5 pt-3.5">
      <ul className="flex flex-wrap gap-2" aria-label="Attachments">
        {attachments.map((attachment) => (
          <li key={attachment.sha256} className="group relative animate-rise">
            <AttachmentThumb attachment={attachment} size={64} />
            <button
              type="button"
              aria-label={`Remove ${attachment.name}`}
              onClick={() => onRemove(attachment.sha256)}
              className="absolute -top-1.5 -right-1.5 grid size-5 place-items-center rounded-full bg-primary text-primary-foreground opacity-0 transition-opacity before:absolute before:-inset-2 focus-visible:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100"
            >
              <X aria-hidden className="size-3" />
            </button>
          </li>
        ))}
      </ul>
      {reasons.map((reason) => (
        <p key={reason} role="alert" className="mt-2 flex items-start gap-1.5 text-[13px] text-destructive">
          <Ban aria-hidden className="mt-[3px] size-3.5 shrink-0" />
          {reason}
        </p>
      ))}
      {acceptsFiles === false && reasons.length === 0 && attachments.some(isAudio) && (
        <p className="mt-2 flex items-center gap-1.5 text-[13px] text-warning">
          <EarOff aria-hidden className="size-3.5" />
          This model may not support audio. The audio will still be sent.
        </p>
      )}
      {blind && (
        <p className="mt-2 flex items-center gap-1.5 text-[13px] text-warning">
          <EyeOff aria-hidden className="size-3.5" />
          This model may not support images. The image will still be sent.
        </p>
      )}
    </div>
  );
}
