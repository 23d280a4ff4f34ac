"use client";

import type { Attachment } from "#lib/playground/conversation/transcript.ts";
import { StoredThumb } from "./stored-thumb.tsx";

/** Small thumbnails of the input images of an edit. */
export function InputImageThumbs({ sources, masked }: { sources: readonly Attachment[]; masked: boolean }) {
  if (sources.length === 0) return null;
  return (
    <ul aria-label={masked ? "Made from, with a mask" : "Made from"} className="flex gap-1">
      {sources.map((source) => (
        <li key={source.sha256}>
          <StoredThumb source={source} title={source.name} className="size-8 rounded-lg" />
        </li>
      ))}
    </ul>
  );
}
