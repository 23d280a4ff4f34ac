"use client";

import { TriangleAlert } from "lucide-react";
import type { Unsaved } from "#app/(playground)/images/_model/picture-store.ts";

const WORDS: Record<Unsaved, string> = {
  full: "Not stored: this browser has no room left. Download it, or delete pictures that you no longer need.",
  refused: "Not stored: this browser keeps nothing for this page. Download what you want to keep.",
};

/** Warns about an image that is lost when the page closes, with the reason and what to do. */
export function UnsavedNotice({ why }: { why: Unsaved }) {
  return (
    <p role="status" className="flex items-start gap-1.5 text-[13px] text-warning leading-5">
      <TriangleAlert aria-hidden className="mt-[3px] size-3.5 shrink-0" />
      {WORDS[why]}
    </p>
  );
}
