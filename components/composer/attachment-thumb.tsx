"use client";

import { FileText } from "lucide-react";
import type { Attachment } from "#lib/playground/conversation/transcript.ts";
import { formatBytes } from "#lib/playground/streams/metrics.ts";
import { AudioPlayer } from "../audio-player/audio-player.tsx";
import { PlayButton } from "../audio-player/play-button.tsx";
import { useChat } from "../chat/chat-context.tsx";
import { ViewPictureButton } from "../picture-viewer/view-picture-button.tsx";
import { useBlobUrl } from "../use-blob-url.ts";
import { useStoredBlob } from "../use-stored-blob.ts";

/** Thumbnail of an image; a card with the name for any other file. The box has its size before the bytes are read. */
export function AttachmentThumb({ attachment, size }: { attachment: Attachment; size: 64 | 200 }) {
  const image = attachment.mediaType.startsWith("image/");
  const audio = attachment.mediaType.startsWith("audio/");
  const url = useBlobUrl(useStoredBlob(image || audio ? attachment.sha256 : undefined, useChat().loadAttachment));
  const detail = `${attachment.name}, ${formatBytes(attachment.size)}`;
  if (audio && size === 200) return <AudioPlayer url={url} name={attachment.name} size={attachment.size} />;
  if (!image) {
    return (
      <div
        className="flex h-16 max-w-56 items-center gap-2.5 rounded-xl border bg-background pr-3.5 pl-3"
        title={detail}
      >
        {audio ? (
          <PlayButton url={url} name={attachment.name} />
        ) : (
          <FileText aria-hidden className="size-5 shrink-0 text-muted-foreground" />
        )}
        <span className="min-w-0">
          <span className="block truncate text-[13px]">{attachment.name}</span>
          <span className="text-numeric block text-muted-foreground">{formatBytes(attachment.size)}</span>
        </span>
      </div>
    );
  }
  const ratio = attachment.width && attachment.height ? attachment.width / attachment.height : 1;
  const box = size === 64 ? { width: 64, height: 64 } : fitBox(ratio, size);
  return (
    <div className="relative overflow-hidden rounded-xl border bg-muted" style={box} title={detail}>
      {url && (
        // biome-ignore lint/performance/noImgElement: a local blob; the server has nothing to optimise.
        <img
          src={url}
          alt={attachment.name}
          width={box.width}
          height={box.height}
          decoding="async"
          className="size-full animate-rise object-cover"
        />
      )}
      {size === 200 && <ViewPictureButton id={attachment.sha256} description={attachment.name} />}
    </div>
  );
}

function fitBox(ratio: number, edge: number): { width: number; height: number } {
  const clamped = Math.min(2.4, Math.max(0.5, ratio));
  return clamped >= 1
    ? {
        width: Math.round(edge * Math.min(1.4, clamped)),
        height: Math.round((edge * Math.min(1.4, clamped)) / clamped),
      }
    : { width: Math.round(edge * clamped), height: edge };
}
