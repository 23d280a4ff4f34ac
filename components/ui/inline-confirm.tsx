"use client";

import { Button } from "./button.tsx";

/** Confirms an irreversible action in place. The harmless answer has the focus. */
export function InlineConfirm({
  question,
  keep = "Keep",
  confirm,
  onKeep,
  onConfirm,
}: {
  question: string;
  keep?: string;
  confirm: string;
  onKeep: () => void;
  onConfirm: () => void;
}) {
  return (
    <span className="flex items-center gap-1 rounded-lg bg-destructive/[0.07] pl-2.5">
      <span className="text-[13px]">{question}</span>
      <Button size="small" variant="ghost" autoFocus onClick={onKeep}>
        {keep}
      </Button>
      <Button size="small" variant="ghost" className="text-destructive" onClick={onConfirm}>
        {confirm}
      </Button>
    </span>
  );
}
