/**
 * Reads and writes the response object, the response without streaming (spec, Response object; wire-formats §2.4,
 * §2.5).
 */
import type { AssistantContent } from "#lib/canonical/call.ts";
import type { Choice, Reply } from "#lib/canonical/reply.ts";
import { pickUnknownFields } from "#lib/canonical/vendor-data.ts";
import type { ResponsesReply, ResponsesRequest } from "#lib/contract/openai-responses/wire.ts";
import { errors } from "#lib/http/errors.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import type { ReplyIdentity } from "../dialect.ts";
import { DIALECT } from "./dialect-id.ts";
import { readFailure } from "./errors.ts";
import { type Outcome, readFinishReason, writeFinishReason } from "./finish-reason.ts";
import { readOutput } from "./read-output.ts";
import { writeFinalResponse } from "./response-object.ts";
import { readUsage } from "./usage.ts";
import { writeOutput } from "./write-output.ts";

const REPLY_FIELDS = new Set([
  "id",
  "object",
  "created_at",
  "model",
  "status",
  "output",
  "output_text",
  "error",
  "incomplete_details",
  "usage",
]);

/** Returns the fields of a response object that the vocabulary has no place for: settings, and unknown fields. */
export function pickResponseRest(wire: ResponsesReply): Record<string, unknown> | undefined {
  return pickUnknownFields(DIALECT, wire, REPLY_FIELDS)?.[DIALECT];
}

/** @throws GatewayError 502 when the JSON is not a response object; with the upstream's message for a failed one */
export function readReply(json: unknown): Reply {
  const wire = json as ResponsesReply | null;
  if (typeof wire === "object" && wire?.error != null && (wire.status === "failed" || !wire.output)) {
    throw new GatewayError({ type: "upstream_error", ...readFailure(wire.error) });
  }
  if (typeof wire !== "object" || wire === null || !Array.isArray(wire.output)) {
    throw errors.responsesReplyWithoutOutput();
  }
  const rest = pickResponseRest(wire);
  const choice = readOutput(wire.output);
  return {
    ...(wire.id !== undefined ? { id: wire.id } : {}),
    ...(wire.model !== undefined ? { model: wire.model } : {}),
    ...(wire.created_at !== undefined ? { created: wire.created_at } : {}),
    choices: [{ ...choice, finish: readFinishReason(wire, readOutcome(choice.content)) }],
    ...(wire.usage ? { usage: readUsage(wire.usage) } : {}),
    ...(rest ? { vendor: { [DIALECT]: rest } } : {}),
  };
}

function readOutcome(content: AssistantContent[]): Outcome {
  return {
    hasToolCalls: content.some(({ type }) => type === "tool-call"),
    hasRefusal: content.some(({ type }) => type === "refusal"),
  };
}

/** Writes only the first of several choices: this API has no place for more. */
export function writeReply(reply: Reply, identity: ReplyIdentity, wire: ResponsesRequest): Record<string, unknown> {
  const choice: Choice = reply.choices[0] ?? { content: [] };
  const ending = writeFinishReason(choice.finish, readOutcome(choice.content).hasRefusal);
  return writeFinalResponse({
    identity,
    wire,
    ending,
    items: writeOutput(choice, identity.id, ending.status),
    usage: reply.usage,
    upstream: { ...reply.vendor?.[DIALECT], ...choice.vendor?.[DIALECT] },
  });
}
