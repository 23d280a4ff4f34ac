/** Describes logged requests in words. */
import type { LoggedRequest } from "#lib/contract/logged-request.ts";
import type { TextPage } from "#lib/playground/history/history.ts";

/** Display names of dialects, and their pages. */
export const DIALECT_NAMES: Readonly<Record<string, { name: string; page?: TextPage }>> = {
  "openai-chat": { name: "Chat completions", page: "chat" },
  "openai-responses": { name: "Responses", page: "responses" },
  "anthropic-messages": { name: "Messages", page: "messages" },
  "google-generate": { name: "Generate content", page: "generate-content" },
  "openai-images": { name: "Images" },
  "openai-videos": { name: "Videos" },
  "google-operations": { name: "Operations" },
};

export const LANE_WORDS: Readonly<Record<string, string>> = {
  relay: "The upstream speaks the client's convention: the bytes passed as they are.",
  translate: "The upstream speaks another convention: request and answer were translated.",
  bridge: "A package of the AI SDK asked the provider.",
  sandbox: "The built-in models answered.",
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
  401: "No valid key",
  402: "No credit",
  403: "Not allowed",
  404: "Not found",
  405: "Wrong method",
  408: "Timed out",
  409: "Conflict",
  410: "Gone",
  413: "Too large",
  415: "Wrong type",
  429: "Rate limited",
  499: "Client left",
  500: "Fault of the gateway",
  502: "Upstream failed",
  503: "Overloaded",
  504: "Upstream too slow",
  529: "Overloaded",
};

export function statusWords(status: number): string {
  if (status < 400) return "Succeeded";
  return STATUS_WORDS[status] ?? (status < 500 ? "Refused" : "Failed");
}

const NEXT_STEPS: Readonly<Record<number, string>> = {
  400: "Change the field that the message names, and send it again.",
  401: "Send a key that is in force: the page Keys lists them.",
  402: "Add credit at the provider, or ask another model.",
  403: "Use a key whose scopes cover this route.",
  404: "Compare the name with the list of models, GET /v1/models, or the path with the base URL of the SDK.",
  409: "Send each request under an id of its own.",
  413: "Send smaller files, or raise limits.bodyBytes in the config file.",
  415: "Send JSON, with content-type: application/json.",
  429: "Wait as long as Retry-After says, or spread the load over other models. The gateway has tried again already.",
  499: "Look at the client's own timeout: it went away before the answer was complete. Streaming brings the first words sooner.",
  500: "Look for this request id in the output of the server, and report what stands there.",
  504: "Ask for less at once, stream the answer, or raise the timeouts of this upstream in the config file.",
};

/** Returns the suggested fix for a failure; undefined for a success. */
export function describeNextStep({ status, upstream }: LoggedRequest): string | undefined {
  if (status < 400) return undefined;
  const known = NEXT_STEPS[status];
  if (known) return known;
  if (status < 500) return "Change what the message names, and send it again.";
  return `This is usually brief. Try again, or ask another model${upstream ? `: /readyz and the home page tell whether ${upstream} answers` : ""}.`;
}

/** Returns output tokens per second after the first byte; undefined when that is meaningless. */
export function tokensPerSecond({ output_tokens, first_byte_ms, total_ms, stream }: LoggedRequest): number | undefined {
  const seconds = (total_ms - (first_byte_ms ?? total_ms)) / 1000;
  return stream && output_tokens && seconds > 0.05 ? output_tokens / seconds : undefined;
}
