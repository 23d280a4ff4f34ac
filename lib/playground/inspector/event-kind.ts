/** Classifies each event of a stream. Pure, and never throws: malformed events are shown as well. */

import { type Fields, fields } from "../dialects/json-fields.ts";
import { readErrorFrame } from "../gateway/errors.ts";
import type { TraceEvent } from "../streams/event-log.ts";
import type { EventFacts } from "./event-facts.ts";
import { readMessagesEvent } from "./kinds/anthropic-messages.ts";
import { readGenerateContentEvent } from "./kinds/google-generate.ts";
import { readInteractionEvent } from "./kinds/google-interactions.ts";
import { readChatCompletionEvent } from "./kinds/openai-chat.ts";
import { readImagesEvent } from "./kinds/openai-images.ts";
import { readResponsesEvent } from "./kinds/openai-responses.ts";

export type TraceDialect =
  | "openai-chat"
  | "openai-responses"
  | "anthropic-messages"
  | "google-generate"
  | "google-interactions"
  | "openai-images"
  | "openai-videos";

const READERS: Record<TraceDialect, (body: Fields) => EventFacts> = {
  "openai-chat": readChatCompletionEvent,
  "openai-responses": readResponsesEvent,
  "anthropic-messages": readMessagesEvent,
  "google-generate": readGenerateContentEvent,
  "google-interactions": readInteractionEvent,
  "openai-images": readImagesEvent,
  "openai-videos": () => ({ kind: "other", preview: "" }),
};

/** Returns the dialect of a path. */
export function findPathDialect(path: string): TraceDialect {
  if (path.includes("/interactions")) return "google-interactions";
  if (path.includes("/responses")) return "openai-responses";
  if (path.includes("/messages")) return "anthropic-messages";
  if (path.includes(":generateContent") || path.includes(":streamGenerateContent")) return "google-generate";
  if (path.includes("/images/")) return "openai-images";
  if (path.includes("/videos") || path.includes(":predictLongRunning")) return "openai-videos";
  return "openai-chat";
}

/** Limit on a preview, in characters; a row shows one line. */
const LONGEST_PREVIEW = 200;

export function readEventFacts(dialect: TraceDialect, event: TraceEvent): EventFacts {
  const facts = readWholeFacts(dialect, event);
  return facts.preview.length > LONGEST_PREVIEW
    ? { ...facts, preview: `${facts.preview.slice(0, LONGEST_PREVIEW)}…` }
    : facts;
}

/** Returns the facts with the delta's whole text as the preview. */
export function readWholeFacts(dialect: TraceDialect, { data, form }: TraceEvent): EventFacts {
  if (form === "comment") return { kind: "ping", preview: data };
  if (data === "[DONE]") return { kind: "done", preview: "[DONE]" };
  const body = parse(data);
  if (body === undefined) return { kind: "other", preview: data.slice(0, LONGEST_PREVIEW) };
  // A whole Response has `error: null` when there is no error.
  const failure = body.error === null ? undefined : readErrorFrame(body);
  if (failure) return { kind: "error", preview: failure.message };
  return READERS[dialect](body);
}

function parse(data: string): Fields | undefined {
  try {
    return fields(JSON.parse(data));
  } catch {
    return undefined;
  }
}
