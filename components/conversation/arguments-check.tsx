"use client";

import { CircleAlert } from "lucide-react";
import { ProblemList } from "../structured-output/problem-list.tsx";
import { useVerdict } from "../structured-output/use-verdict.ts";

/** Problems of a call's arguments; nothing when they match the tool's schema. */
export function ArgumentsCheck({ text, schema }: { text: string; schema: unknown }) {
  const verdict = useVerdict(text || "{}", schema);
  if (!verdict || !("problems" in verdict) || verdict.problems.length === 0) return null;
  return (
    <div role="status" className="border-t border-dashed px-4 py-2.5">
      <p className="flex items-center gap-1.5 pb-1 text-[13px] text-destructive">
        <CircleAlert aria-hidden className="size-3.5" /> Doesn’t match the tool’s parameters
      </p>
      <ProblemList problems={verdict.problems} />
    </div>
  );
}
