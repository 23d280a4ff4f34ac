"use client";

import { diffLines } from "diff";
import { useMemo } from "react";
import { type PromptDraft, toDefinition, toDraft, writeLines } from "#app/(playground)/prompts/_model/prompt-draft.ts";
import type { PromptDefinition } from "#lib/contract/stored-prompt.ts";

/** Time limit of a comparison in milliseconds. */
const LIMIT = 1_500;
const SIGNS = { same: " ", added: "+", removed: "−" } as const;

/** Lines that differ between two versions, or between a version and the draft. */
export function VersionDiff({
  before,
  after,
  draft,
  label,
}: {
  before: PromptDefinition;
  after?: PromptDefinition;
  draft?: PromptDraft;
  label: string;
}) {
  const lines = useMemo(() => {
    const changes = diffLines(writeOf(toDraft(before)), writeOf(draft ?? toDraft(after ?? before)), { timeout: LIMIT });
    return changes?.flatMap(({ value, added, removed }) => {
      const kind: keyof typeof SIGNS = added ? "added" : removed ? "removed" : "same";
      return value
        .replace(/\n$/, "")
        .split("\n")
        .map((text) => ({ text, kind }));
    });
  }, [before, after, draft]);
  if (!lines) return <p className="mt-2 text-[13px] text-muted-foreground">These differ too much to compare.</p>;
  return (
    <figure aria-label={label} className="mt-2">
      <figcaption className="text-muted-foreground text-xs">{label}</figcaption>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, also by keyboard.
        tabIndex={0}
        className="mt-1 max-h-80 overflow-auto rounded-lg bg-muted p-2 font-mono text-xs leading-relaxed"
      >
        {lines.map(({ text, kind }, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity, and never move.
            key={index}
            className={
              kind === "added" ? "block bg-success/15" : kind === "removed" ? "block bg-destructive/15" : "block"
            }
          >
            {SIGNS[kind]} {text}
          </span>
        ))}
      </pre>
    </figure>
  );
}

function writeOf(draft: PromptDraft): string {
  try {
    return writeLines(toDefinition(draft));
  } catch {
    // Fields that are no JSON yet are compared without them.
    return writeLines(toDefinition({ ...draft, more: "" }));
  }
}
