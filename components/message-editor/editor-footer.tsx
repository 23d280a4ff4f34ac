"use client";

import { Play } from "lucide-react";
import type { MessageProblem } from "#lib/playground/conversation/message-problems.ts";
import { countOf } from "#lib/playground/streams/count-of.ts";
import { Button } from "../ui/button.tsx";
import { InlineConfirm } from "../ui/inline-confirm.tsx";

/** Buttons that apply or discard the edited list. */
export function EditorFooter({
  problems,
  asking,
  isBlocked,
  canRun,
  touched,
  onKeep,
  onCancel,
  onApply,
}: {
  problems: readonly MessageProblem[];
  /** True while the user is asked whether to discard the changes. */
  asking: boolean;
  isBlocked: boolean;
  canRun: boolean;
  touched: boolean;
  onKeep: () => void;
  onCancel: () => void;
  onApply: (run: boolean) => void;
}) {
  const errors = problems.filter(({ kind }) => kind === "error").length;
  const warnings = problems.length - errors;
  const counts = [errors > 0 ? countOf(errors, "error") : "", warnings > 0 ? countOf(warnings, "warning") : ""].filter(
    (words) => words !== "",
  );
  return (
    <footer className="shrink-0 border-t bg-background">
      <div className="mx-auto flex w-full max-w-[46rem] flex-wrap items-center gap-2 px-4 pt-2.5 pb-safe">
        {asking ? (
          <InlineConfirm
            question="Discard changes?"
            keep="Keep editing"
            confirm="Discard"
            onKeep={onKeep}
            onConfirm={onCancel}
          />
        ) : (
          <Button variant="ghost" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <span aria-live="polite" className="text-[13px] text-muted-foreground">
          {counts.join(", ")}
        </span>
        <span className="ml-auto flex gap-2">
          <Button disabled={isBlocked || !touched} onClick={() => onApply(false)}>
            Apply
          </Button>
          <Button
            variant="primary"
            disabled={isBlocked || !canRun}
            data-tooltip={canRun ? undefined : "The last message must be the user's or a tool's"}
            onClick={() => onApply(true)}
          >
            <Play aria-hidden /> Apply and run
          </Button>
        </span>
      </div>
    </footer>
  );
}
