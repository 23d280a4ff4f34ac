/** Headers of responses (docs/guide/headers.md). */
import type { ReplyHeader } from "./operation.ts";

type Header = { description: string; schema: Record<string, unknown>; example: string };

const text = { type: "string" };

const ownHeaders: Record<ReplyHeader, Header> = {
  "x-gateway-lane": {
    description:
      "Routing of the response: `relay` (the provider's bytes, passed through), `translate` (translated from another API), `bridge` (from a package of the AI SDK) or `sandbox`.",
    schema: { type: "string", enum: ["relay", "translate", "bridge", "sandbox"] },
    example: "sandbox",
  },
  "x-gateway-upstream": {
    description: "Id of the provider that responded.",
    schema: text,
    example: "sandbox",
  },
  "x-gateway-dropped": {
    description: "Fields of the request that had no effect, joined by commas. Absent when every field was used.",
    schema: text,
    example: "seed, logit_bias",
  },
  "x-gateway-emulated": {
    description:
      "Fields of the request that the gateway followed itself, joined by commas. Absent when there are none.",
    schema: text,
    example: "n, stop",
  },
  "x-gateway-prompt": {
    description: "Name and version of the stored prompt that the request called. Absent when it called none.",
    schema: text,
    example: "support/reply@7",
  },
  "x-gateway-placeholders": {
    description:
      "Number of values in the sandbox's JSON that are not in the prompt and stand in for real ones. Absent when there are none.",
    schema: { type: "string", pattern: "^[0-9]+$" },
    example: "3",
  },
  "x-gateway-route": {
    description:
      "Attempts of a route, in order: the model, the status, the time until its response began, and the fields that it did not get. Absent for a request of one model.",
    schema: text,
    example: "openai/gpt-5.4-mini 503 120ms, claude/claude-haiku-4-5 200 840ms lost=seed",
  },
  "x-upstream-request-id": {
    description: "Id that the provider gave the request, if any.",
    schema: text,
    example: "req_011CVabc",
  },
  "x-exchange-status": {
    description: "Status of the recorded response.",
    schema: { type: "string", pattern: "^[0-9]{3}$" },
    example: "200",
  },
  "x-goog-upload-url": {
    description: "URL for the bytes of the file. Anyone who knows it can continue the upload.",
    schema: { type: "string", format: "uri" },
    example: "http://localhost:3000/upload/v1beta/files?upload_id=abc&upload_protocol=resumable",
  },
  "x-goog-upload-status": {
    description: "Whether the gateway expects more bytes.",
    schema: { type: "string", enum: ["active", "final", "cancelled"] },
    example: "final",
  },
  "x-goog-upload-size-received": {
    description: "Bytes of the file that the gateway has so far.",
    schema: { type: "string", pattern: "^[0-9]+$" },
    example: "5",
  },
  "set-cookie": {
    description: "The session's cookie, which scripts cannot read; emptied when the session ends.",
    schema: text,
    example: "parlance_session=…; Path=/; HttpOnly; SameSite=Strict; Max-Age=2592000",
  },
  etag: {
    description: "Changes with the content; send it as `if-none-match`.",
    schema: text,
    example: '"2c26b46b68ffc68f"',
  },
  "accept-ranges": { description: "That `range` may ask for a part.", schema: text, example: "bytes" },
  "content-range": {
    description: "Part of the whole that this is.",
    schema: text,
    example: "bytes 0-1023/4096",
  },
};

const count = { type: "string", pattern: "^[0-9]+$" };
const seconds = { type: "string", pattern: "^[0-9]+\\.[0-9]{3}s$" };
const OF_KEY = "Absent for a key without such a limit.";

const limitHeaders: Record<string, Header> = {
  ...describeLimit("requests", "1000"),
  ...describeLimit("tokens", "100000"),
  ratelimit: {
    description: `Rest of each limit of the key, and the seconds until it renews (draft-ietf-httpapi-ratelimit-headers). ${OF_KEY}`,
    schema: text,
    example: '"requests";r=59;t=42',
  },
  "ratelimit-policy": {
    description: `The limits of the key, each with its window in seconds. ${OF_KEY}`,
    schema: text,
    example: '"requests";q=60;w=60',
  },
};

function describeLimit(unit: "requests" | "tokens", limit: string): Record<string, Header> {
  return {
    [`x-ratelimit-limit-${unit}`]: {
      description: `Limit of ${unit} per minute. ${OF_KEY}`,
      schema: count,
      example: limit,
    },
    [`x-ratelimit-remaining-${unit}`]: {
      description: `Part of the ${unit} of this minute that is left. ${OF_KEY}`,
      schema: count,
      example: "59",
    },
    [`x-ratelimit-reset-${unit}`]: {
      description: `Time until the limit of ${unit} renews. ${OF_KEY}`,
      schema: seconds,
      example: "41.500s",
    },
  };
}

/** Headers of limits, which every response to a call may have. */
export const LIMIT_HEADERS: readonly string[] = Object.keys(limitHeaders);

export const headerComponents = {
  ...ownHeaders,
  ...limitHeaders,
  "x-request-id": {
    description:
      "The request's id, which errors and the request log name too; the request's own `x-request-id` when it sent one. Also sent as `request-id`.",
    schema: text,
    example: "req_3f1c9a5be2",
  },
  "x-gateway-error-source": {
    description: "Source of the error: `upstream` when it comes from the provider, otherwise `gateway`.",
    schema: { type: "string", enum: ["gateway", "upstream"] },
    example: "gateway",
  },
  "retry-after": {
    description: "Seconds to wait before the next try.",
    schema: text,
    example: "30",
  },
  upgrade: { description: "The protocol that the path takes.", schema: text, example: "websocket" },
  allow: { description: "The methods that the path takes.", schema: text, example: "GET, DELETE" },
  "www-authenticate": { description: "Which kind of credential is expected.", schema: text, example: "Bearer" },
};

export function listHeaderNames(names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(["x-request-id", ...names].map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
