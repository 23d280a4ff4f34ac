"use client";

import type { ToolTurn } from "#lib/playground/conversation/transcript.ts";
import { type VersionProps, VersionSwitch } from "./version-switch.tsx";

/**
 * Tool results. Usually they are shown inside the calls of the response above, and only their versions here. Results
 * that an edit has moved elsewhere are shown by themselves.
 */
export function ToolMessage({ turn, shownAbove, ...versions }: VersionProps & { turn: ToolTurn; shownAbove: boolean }) {
  if (shownAbove && versions.versionCount < 2) return null;
  return (
    <article aria-label="Tool results" className="flex flex-col gap-2.5">
      {!shownAbove &&
        turn.results.map(({ callId, name, content }) => (
          <section
            key={callId}
            aria-label={`Result of ${name}`}
            className="rounded-2xl border bg-card px-4 pt-2.5 pb-3"
          >
            <h3 className="group-title">Result{name && ` of ${name}`}</h3>
            <pre className="whitespace-pre-wrap break-words pt-1 font-mono text-[13px] leading-5">{content}</pre>
          </section>
        ))}
      <span className="flex items-center justify-end gap-1 text-muted-foreground text-xs empty:hidden">
        {versions.versionCount > 1 && "Results"}
        <VersionSwitch {...versions} />
      </span>
    </article>
  );
}
