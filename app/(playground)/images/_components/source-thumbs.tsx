"use client";

import type { Attachment } from "#lib/playground/transcript.ts";
import { useStoredImageUrl } from "./images-context.tsx";

/** What an edit started from, small. */
export function SourceThumbs({ sources, masked }: { sources: readonly Attachment[]; masked: boolean }) {
  if (sources.length === 0) return null;
  return (
    <ul aria-label={masked ? "Made from, with a mask" : "Made from"} className="flex gap-1">
      {sources.map((source) => (
        <li key={source.sha256}>
          <Thumb source={source} />
        </li>
      ))}
    </ul>
  );
}

function Thumb({ source }: { source: Attachment }) {
  const url = useStoredImageUrl(source.sha256);
  return (
    <div className="checkerboard size-8 overflow-hidden rounded-lg border" title={source.name}>
      {url && (
        // biome-ignore lint/performance/noImgElement: bytes of this browser; there is nothing for a server to optimise.
        <img src={url} alt={source.name} width={32} height={32} decoding="async" className="size-full object-cover" />
      )}
    </div>
  );
}
