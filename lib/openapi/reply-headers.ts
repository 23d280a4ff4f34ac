/** Headers of responses (docs/guide/headers.md). */
import type { ReplyHeader } from "./operation.ts";

type Header = { description: string; schema: Record<string, unknown>; example: string };

const text = { type: "string" };

const ownHeaders: Record<ReplyHeader, Header> = {
  "x-gateway-lane": {
    description:
      "How the answer was made: `relay` (the upstream's bytes as they came), `translate` (read from one convention, written in another), `bridge` (answered by a package of the AI SDK) or `sandbox`.",
    schema: { type: "string", enum: ["relay", "translate", "bridge", "sandbox"] },
    example: "sandbox",
  },
  "x-gateway-upstream": {
    description: "Id of the upstream that answered.",
    schema: text,
    example: "sandbox",
  },
  "x-gateway-dropped": {
    description: "Fields of the request that had no effect, joined by commas. Absent when every field was used.",
    schema: text,
    example: "seed, logit_bias",
  },
  "x-upstream-request-id": {
    description: "The id that the upstream gave the request, where it gave one.",
    schema: text,
    example: "req_011CVabc",
  },
  "x-exchange-status": {
    description: "The status with which the exchange was answered.",
    schema: { type: "string", pattern: "^[0-9]{3}$" },
    example: "200",
  },
  "x-goog-upload-url": {
    description: "Where the bytes of the file go. Whoever knows it may go on with the upload.",
    schema: { type: "string", format: "uri" },
    example: "http://localhost:3000/upload/v1beta/files?upload_id=abc&upload_protocol=resumable",
  },
  "x-goog-upload-status": {
    description: "Whether more bytes are awaited.",
    schema: { type: "string", enum: ["active", "final", "cancelled"] },
    example: "final",
  },
  "x-goog-upload-size-received": {
    description: "How many bytes of the file are here so far.",
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
    description: "Which part of the whole this is.",
    schema: text,
    example: "bytes 0-1023/4096",
  },
};

export const headerComponents = {
  ...ownHeaders,
  "x-request-id": {
    description:
      "The request's id, which errors and the request log name too; the request's own `x-request-id` when it sent one. Also sent as `request-id`.",
    schema: text,
    example: "req_3f1c9a5be2",
  },
  "x-gateway-error-source": {
    description: "Whose words the error is: `upstream` where it passes on what the upstream answered, else `gateway`.",
    schema: { type: "string", enum: ["gateway", "upstream"] },
    example: "gateway",
  },
  "retry-after": {
    description: "Seconds to wait before the next try.",
    schema: text,
    example: "30",
  },
  allow: { description: "The methods that the path takes.", schema: text, example: "GET, DELETE" },
  "www-authenticate": { description: "Which kind of credential is expected.", schema: text, example: "Bearer" },
};

export function listHeaderNames(names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(["x-request-id", ...names].map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
