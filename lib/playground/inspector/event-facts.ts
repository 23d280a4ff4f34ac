/** What one event of a stream is, in words that all dialects share. */

export const EVENT_KINDS = [
  "text",
  "reasoning",
  "tool",
  "image",
  "usage",
  "finish",
  "meta",
  "ping",
  "error",
  "done",
  "other",
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

export const KIND_LABELS: Record<EventKind, string> = {
  text: "text",
  reasoning: "reasoning",
  tool: "tool call",
  image: "image",
  usage: "usage",
  finish: "finish",
  meta: "meta",
  ping: "ping",
  error: "error",
  done: "done",
  other: "other",
};

export type EventFacts = {
  kind: EventKind;
  /** The delta's text, or a few words on what the event tells. */
  preview: string;
  /** A tool call begins here: its name. */
  tool?: string;
  /** The answer ends here: the reason, as the wire has it. */
  finish?: string;
  /** As the upstream counted them up to here. */
  outputTokens?: number;
};

/** The kinds that a reader waits for. */
export const isContent = (kind: EventKind): boolean =>
  kind === "text" || kind === "reasoning" || kind === "tool" || kind === "image";
