/** Describes logged requests in words. */
import type { LoggedRequest } from "#lib/contract/logged-request.ts";
import type { TextPage } from "#lib/playground/history/history.ts";

/** Display names of dialects, and their pages. */
export const DIALECT_NAMES: Readonly<Record<string, { name: string; page?: TextPage }>> = {
  "openai-chat": { name: "Chat Completions", page: "chat" },
  "openai-responses": { name: "Responses", page: "responses" },
  "anthropic-messages": { name: "Messages", page: "messages" },
  "google-generate": { name: "Gemini", page: "generate-content" },
  "google-interactions": { name: "Interactions" },
  "openai-embeddings": { name: "Embeddings" },
  "google-embeddings": { name: "Gemini embeddings" },
  "openai-audio": { name: "Audio" },
  "openai-moderations": { name: "Moderations" },
  "openai-completions": { name: "Completions" },
  rerank: { name: "Rerank" },
  "pass-through": { name: "Other route" },
  "openai-images": { name: "Images" },
  "openai-videos": { name: "Videos" },
  "google-operations": { name: "Operations" },
};

/** Names of the ways that a request can take. */
export const LANE_NAMES: Readonly<Record<string, string>> = {
  relay: "Pass-through",
  translate: "Translated",
  bridge: "SDK bridge",
  sandbox: "Sandbox",
};

export const LANE_WORDS: Readonly<Record<string, string>> = {
  relay: "Passed through unchanged.",
  translate: "Translated between APIs.",
  bridge: "Sent through an AI SDK package.",
  sandbox: "Answered by the built-in sandbox.",
};

/** Returns the requested model, else the route. */
export function getRequestTitle({ model, route, id }: LoggedRequest): string {
  return model ?? route ?? (id.startsWith("video_") ? "Video" : "Unknown path");
}

export type StatusTone = "good" | "left" | "refused" | "broken";

export function getStatusTone(status: number): StatusTone {
  if (status === 499) return "left";
  if (status >= 500) return "broken";
  return status >= 400 ? "refused" : "good";
}

const STATUS_WORDS: Readonly<Record<number, string>> = {
  400: "Bad request",
  401: "Invalid key",
  402: "No budget or credit",
  403: "Not allowed",
  404: "Not found",
  405: "Wrong method",
  408: "Timed out",
  409: "Conflict",
  410: "Gone",
  413: "Too large",
  415: "Wrong type",
  429: "Rate limited",
  499: "Cancelled",
  500: "Gateway error",
  502: "Provider error",
  503: "Overloaded",
  504: "Provider timeout",
  529: "Overloaded",
};

export function statusWords(status: number): string {
  if (status < 400) return "Succeeded";
  return STATUS_WORDS[status] ?? (status < 500 ? "Refused" : "Failed");
}

const NEXT_STEPS: Readonly<Record<number, string>> = {
  400: "Fix the field named in the message and retry.",
  401: "Use an active key (see Keys).",
  402: "Raise the key’s budget (see Keys), or add credit with the provider.",
  403: "Use a key with the required scope, models and endpoints (see Keys).",
  404: "Check the model name in GET /v1/models, or the SDK’s base URL.",
  409: "Use a unique x-request-id for each request.",
  413: "Send smaller files, or raise limits.bodyBytes in the config file.",
  415: "Send JSON, with content-type: application/json.",
  429: "Wait for Retry-After, raise the key’s limits (see Keys), or spread the load across models.",
  499: "The client disconnected early. Raise its timeout, or stream the response.",
  500: "Search the server log for this request ID.",
  504: "Ask for less output, stream the response, or raise this provider’s timeouts in the config file.",
};

/** Returns the suggested fix for a failure; undefined for a success. */
export function describeNextStep({ status, upstream }: LoggedRequest): string | undefined {
  if (status < 400) return undefined;
  const known = NEXT_STEPS[status];
  if (known) return known;
  if (status < 500) return "Fix what the message names and retry.";
  return `Usually temporary. Retry or use another model${upstream ? `; the home page shows whether ${upstream} is ready` : ""}.`;
}

/** Returns output tokens per second after the first byte; undefined when that is meaningless. */
export function tokensPerSecond({ output_tokens, first_byte_ms, total_ms, stream }: LoggedRequest): number | undefined {
  const seconds = (total_ms - (first_byte_ms ?? total_ms)) / 1000;
  return stream && output_tokens && seconds > 0.05 ? output_tokens / seconds : undefined;
}
