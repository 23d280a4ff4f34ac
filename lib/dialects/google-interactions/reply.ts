/** Reads and writes the interaction, the response without streaming (wire-formats §14.4). */
import type { Choice, Reply } from "#lib/canonical/reply.ts";
import { pickUnknownFields } from "#lib/canonical/vendor-data.ts";
import type { InteractionReply, InteractionsRequest } from "#lib/contract/google-interactions/wire.ts";
import { isRecord } from "#lib/contract/is-record.ts";
import { errors } from "#lib/http/errors.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import type { ReplyIdentity } from "../dialect.ts";
import { DIALECT } from "./dialect-id.ts";
import { readFailure } from "./errors.ts";
import { readFinishReason, writeFinishReason } from "./finish-reason.ts";
import { readOutputSteps, writeOutputSteps } from "./output-steps.ts";
import { readUsage, writeUsage } from "./usage.ts";

const REPLY_FIELDS = new Set([
  ...["id", "object", "model", "status", "created", "updated", "steps", "usage", "errors", "role"],
  // Settings of the request, and what the upstream stored.
  ...["input", "previous_interaction_id"],
]);

/** Returns the fields of an interaction that the vocabulary has no place for. */
function pickRest(wire: InteractionReply): Reply["vendor"] {
  const given = Object.fromEntries(Object.entries(wire).filter(([, value]) => value != null));
  return pickUnknownFields(DIALECT, given, REPLY_FIELDS);
}

/** Reads the fields that the first event of a stream has too. */
export function readHead(wire: InteractionReply): Pick<Reply, "id" | "model" | "created" | "vendor"> {
  const created = wire.created ? Math.floor(Date.parse(wire.created) / 1_000) : Number.NaN;
  const vendor = pickRest(wire);
  return {
    ...(typeof wire.id === "string" ? { id: wire.id } : {}),
    ...(typeof wire.model === "string" ? { model: wire.model } : {}),
    ...(Number.isNaN(created) ? {} : { created }),
    ...(vendor ? { vendor } : {}),
  };
}

/** Returns the reason of a failed interaction: in its errors, or in the step that failed. */
export function findFailure(wire: InteractionReply): unknown {
  const [first] = Array.isArray(wire.errors) ? wire.errors : [];
  const failed = Array.isArray(wire.steps) ? wire.steps.findLast((step) => isRecord(step?.error)) : undefined;
  return first ?? failed?.error ?? wire.error;
}

/** @throws GatewayError 502 when the JSON is not an interaction; with the upstream's message for a failed one */
export function readReply(json: unknown): Reply {
  const wire = json as InteractionReply | null;
  if (!isRecord(wire)) throw errors.interactionWithoutSteps();
  if (wire.error != null || wire.status === "failed") {
    throw new GatewayError({ type: "upstream_error", ...readFailure(findFailure(wire)) });
  }
  if (!Array.isArray(wire.steps)) throw errors.interactionWithoutSteps();
  const output = readOutputSteps(wire.steps.filter(isRecord) as NonNullable<InteractionReply["steps"]>);
  const hasCalls = output.content.some(({ type }) => type === "tool-call");
  return {
    ...readHead(wire),
    choices: [{ ...output, finish: readFinishReason(wire, hasCalls) }],
    ...(isRecord(wire.usage) ? { usage: readUsage(wire.usage) } : {}),
  };
}

/** Writes only the first of several choices: this API has no place for more. */
export function writeReply(reply: Reply, identity: ReplyIdentity, wire: InteractionsRequest): Record<string, unknown> {
  const choice: Choice = reply.choices[0] ?? { content: [] };
  return {
    ...writeHead(identity, wire),
    ...writeFinishReason(choice.finish),
    steps: writeOutputSteps(choice),
    ...(reply.usage ? { usage: writeUsage(reply.usage) } : {}),
    ...reply.vendor?.[DIALECT],
  };
}

/** Fields of every form of an interaction. */
export function writeHead(
  { id, created, model, readTime }: ReplyIdentity,
  { previous_interaction_id: previous }: Pick<InteractionsRequest, "previous_interaction_id">,
): Record<string, unknown> {
  return {
    id,
    object: "interaction",
    model,
    created: toTime(created),
    updated: toTime(readTime?.() ?? created),
    ...(previous == null ? {} : { previous_interaction_id: previous }),
  };
}

function toTime(seconds: number): string {
  return new Date(Math.floor(seconds) * 1_000).toISOString().replace(".000Z", "Z");
}
