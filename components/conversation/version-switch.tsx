"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import { IconButton } from "../ui/button.tsx";

export type VersionProps = {
  version: number;
  versionCount: number;
  previous?: string;
  next?: string;
  onVersion: (turnId: string) => void;
};

/** "‹ 2/3 ›": switches between versions of a message after an edit or a regeneration. */
export function VersionSwitch({ version, versionCount, previous, next, onVersion }: VersionProps) {
  if (versionCount < 2) return null;
  return (
    <span className="flex items-center text-muted-foreground">
      <IconButton
        label="Previous version"
        size="small"
        disabled={!previous}
        onClick={() => previous && onVersion(previous)}
      >
        <ChevronLeft />
      </IconButton>
      <span className="text-numeric">
        {version + 1}/{versionCount}
      </span>
      <IconButton label="Next version" size="small" disabled={!next} onClick={() => next && onVersion(next)}>
        <ChevronRight />
      </IconButton>
    </span>
  );
}
