/** Facts of one stream event in terms that all dialects share. */

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
  /** The delta's text, or a short description of the event. */
  preview: string;
  /** Name of the tool call that begins here. */
  tool?: string;
  /** Finish reason, as the dialect names it, when the response ends here. */
  finish?: string;
  /** Output tokens so far, as the upstream counted them. */
  outputTokens?: number;
};

/** Returns true for kinds that carry content. */
export const isContent = (kind: EventKind): boolean =>
  kind === "text" || kind === "reasoning" || kind === "tool" || kind === "image";
