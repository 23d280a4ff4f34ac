import { type EventKind, isContent } from "../inspector/event-facts.ts";
import { readWholeFacts, type TraceDialect } from "../inspector/event-kind.ts";
import type { TraceRow } from "../inspector/trace-rows.ts";

/** Joined text of consecutive deltas of one kind. */
export type AssembledPart = { kind: EventKind; text: string };

/** Joins the deltas of a response: one part per stretch of text or reasoning, and per tool call. */
export function assembleParts(dialect: TraceDialect, rows: readonly TraceRow[]): AssembledPart[] {
  const parts: AssembledPart[] = [];
  for (const { event, kind, tool } of rows) {
    if (!isContent(kind) || kind === "image") continue;
    const text = readWholeFacts(dialect, event).preview;
    const last = parts.at(-1);
    if (last?.kind === kind && tool === undefined) last.text += text;
    else parts.push({ kind, text });
  }
  return parts;
}
