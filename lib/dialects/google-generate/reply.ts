/**
 * Reads and writes the candidate result, the response without streaming (spec, Candidate result; wire-formats §4.7).
 */
import type { AssistantContent, ReasoningContent } from "#lib/canonical/call.ts";
import { createReasoningCarrier } from "#lib/canonical/carried-reasoning.ts";
import { type CarriedReasoning, omitVendor, sealReasoningIntoId } from "#lib/canonical/opaque.ts";
import type { Choice, Reply } from "#lib/canonical/reply.ts";
import { pickUnknownFields } from "#lib/canonical/vendor-data.ts";
import type { GoogleCandidate, GoogleReply } from "#lib/contract/google-generate/wire.ts";
import { checkIndex, MAXIMUM_CHOICES } from "#lib/contract/wire-index.ts";
import { errors } from "#lib/http/errors.ts";
import type { ReplyIdentity } from "../dialect.ts";
import { readIndexed } from "../malformed.ts";
import { createCallIds } from "./call-ids.ts";
import { CANDIDATE_FIELDS } from "./candidate-metadata.ts";
import { readPart, writePart } from "./content-parts.ts";
import { DIALECT } from "./dialect-id.ts";
import { readFinishReason, writeFinishReason } from "./finish-reason.ts";
import { readSources, writeSources } from "./grounding.ts";
import type { GroundedText } from "./locate-segment.ts";
import { readLogprobs, writeLogprobs } from "./logprobs.ts";
import { writeSignatureFields } from "./signatures.ts";
import { readUsage, writeUsage } from "./usage.ts";

type Fields = Record<string, unknown>;

const REPLY_FIELDS = new Set(["candidates", "usageMetadata", "modelVersion", "responseId"]);
const BLOCKED_FIELDS = new Set([...REPLY_FIELDS, "promptFeedback"]);

/** @throws GatewayError 502 when the JSON is neither a candidate result nor a refused prompt, or has a bad index */
export function readReply(json: unknown): Reply {
  const wire = json as GoogleReply | null;
  const blocked = isBlocked(wire);
  if (!wire || (!blocked && !(Array.isArray(wire.candidates) && wire.candidates.length > 0))) {
    throw errors.googleReplyWithoutCandidates();
  }
  return {
    ...readHead(wire),
    choices: blocked ? [createBlockedChoice(wire)] : readIndexed(() => readCandidates(wire)),
    ...(wire.usageMetadata ? { usage: readUsage(wire.usageMetadata) } : {}),
  };
}

/** A refused prompt has no candidates, and HTTP status 200 (§4.6). */
export function isBlocked(wire: GoogleReply | null): boolean {
  return !!wire?.promptFeedback?.blockReason && !wire.candidates?.length;
}

/** Reads the fields of the whole response, which a reply and each event of a stream repeat. */
export function readHead(wire: GoogleReply): Pick<Reply, "id" | "model" | "created" | "vendor"> {
  const vendor = pickUnknownFields(DIALECT, wire as Fields, isBlocked(wire) ? BLOCKED_FIELDS : REPLY_FIELDS);
  const created = wire.createTime ? Math.floor(Date.parse(wire.createTime) / 1000) : Number.NaN;
  return {
    ...(wire.responseId !== undefined ? { id: wire.responseId } : {}),
    ...(wire.modelVersion !== undefined ? { model: wire.modelVersion } : {}),
    ...(Number.isNaN(created) ? {} : { created }),
    ...(vendor ? { vendor } : {}),
  };
}

function createBlockedChoice(wire: GoogleReply): Choice {
  return {
    content: [],
    finish: { unified: "content-filter", raw: String(wire.promptFeedback?.blockReason) },
    vendor: { [DIALECT]: { promptFeedback: wire.promptFeedback } },
  };
}

/**
 * Returns a candidate's choice: its `index`, or its place in the list when it has none.
 * @throws WireIndexError
 */
export function readCandidateIndex({ index }: GoogleCandidate, position: number): number {
  return checkIndex(index ?? position, { field: "candidates[].index", limit: MAXIMUM_CHOICES });
}

function readCandidates(wire: GoogleReply): Choice[] {
  const callId = createCallIds(wire.responseId);
  const choices: Choice[] = [];
  wire.candidates?.forEach((candidate, position) => {
    const index = readCandidateIndex(candidate, position);
    while (choices.length <= index) choices.push({ content: [] });
    choices[index] = readCandidate(candidate, (call) => callId(index, call));
  });
  return choices;
}

function readCandidate(wire: GoogleCandidate, callId: (position: number) => string): Choice {
  let calls = 0;
  const content = (wire.content?.parts ?? []).map((part) => {
    const read = readPart(part, () => callId(calls));
    if (read.type === "tool-call") calls++;
    return read;
  });
  const choice: Choice = { content };
  const vendor = pickUnknownFields(DIALECT, wire as Fields, CANDIDATE_FIELDS);
  const sources = readSources(vendor?.[DIALECT], () =>
    content.flatMap((one, part) => (one.type === "text" ? { text: one.text, part } : [])),
  );
  if (sources.length > 0) choice.sources = sources;
  const logprobs = readLogprobs(wire.logprobsResult);
  if (logprobs) choice.logprobs = { content: logprobs };
  if (wire.finishReason) choice.finish = readFinishReason(wire.finishReason, calls > 0);
  if (vendor) choice.vendor = vendor;
  return choice;
}

export function writeReply(reply: Reply, identity: ReplyIdentity): Fields {
  const blocked = reply.choices.find((choice) => choice.vendor?.[DIALECT]?.promptFeedback !== undefined);
  return {
    ...(blocked
      ? { promptFeedback: blocked.vendor?.[DIALECT]?.promptFeedback }
      : { candidates: reply.choices.map(writeCandidate) }),
    ...(reply.usage ? { usageMetadata: writeUsage(reply.usage) } : {}),
    modelVersion: identity.model,
    responseId: identity.id,
    ...reply.vendor?.[DIALECT],
  };
}

function writeCandidate(choice: Choice, index: number): Fields {
  const parts: Fields[] = [];
  const texts: GroundedText[] = [];
  const carrier = createReasoningCarrier();
  for (const content of choice.content) {
    if (content.type === "text") {
      texts.push({ text: content.text, part: parts.length });
      carrier.say(content.text);
    }
    if (content.type === "reasoning") carrier.reason(withoutOwn(content));
    const part = writeAnswerPart(content, content.type === "tool-call" ? carrier.take() : []);
    if (part) parts.push(part);
  }
  const vendorFields = choice.vendor?.[DIALECT];
  return {
    // A candidate without parts trips clients that look for the first one's text.
    content: { parts: parts.length > 0 ? parts : [{ text: "" }], role: "model" },
    ...(choice.finish ? { finishReason: writeFinishReason(choice.finish) } : {}),
    index,
    ...(choice.logprobs?.content ? { logprobsResult: writeLogprobs(choice.logprobs.content) } : {}),
    ...writeSources(choice.sources, { own: vendorFields, texts }),
    ...vendorFields,
  };
}

/**
 * Writes a part of a response for the client. Other dialects' vendor data travels in its signature and in a call's id.
 * Returns undefined for content that this API cannot express.
 * @param reasoning that led to a call, for clients that drop the reasoning's own parts
 */
export function writeAnswerPart(content: AssistantContent, reasoning: CarriedReasoning[] = []): Fields | undefined {
  if (content.type === "unknown") return writePart(content, undefined);
  if (content.type === "refusal") return { text: content.text };
  const fields = writeSignatureFields(content.vendor);
  if (content.type !== "tool-call") return writePart(content, fields);
  const id = sealReasoningIntoId(content.id, { vendor: omitVendor(content.vendor, DIALECT), reasoning });
  return writePart({ ...content, id }, fields);
}

/** Removes this dialect's vendor data, which has a slot of its own: a call's id carries only other vendors' data. */
export function withoutOwn({ type, text, vendor }: ReasoningContent): ReasoningContent {
  const foreign = omitVendor(vendor, DIALECT);
  return { type, text, ...(foreign ? { vendor: foreign } : {}) };
}
