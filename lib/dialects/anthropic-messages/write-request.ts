/** Writes a Call as the request of `POST /v1/messages` (wire-formats §3.2). */
import type { Call } from "#lib/canonical/call.ts";
import { DIALECT } from "./dialect-id.ts";
import { getDefaultMaxTokens } from "./model-generation.ts";
import { writeOutputFormat } from "./output-format.ts";
import { writeThinking } from "./thinking.ts";
import { writeTools } from "./tools.ts";
import { writeMessages } from "./write-messages.ts";

/** Adds the names of dropped fields to `call.dropped`. */
export function writeRequest(call: Call): Record<string, unknown> {
  const {
    output_config: ownOutput,
    metadata: pickOwnMetadata,
    ...vendorFields
  } = (call.vendor?.[DIALECT] ?? {}) as OwnFields;
  const maxTokens = call.maxOutputTokens ?? getDefaultMaxTokens(call.model);
  const { thinking, effort } = writeThinking(call, maxTokens);
  const isThinking = thinking !== undefined && thinking.type !== "disabled";
  const format = writeOutputFormat(call.output, call.dropped);
  const user = call.user ?? call.safetyIdentifier;
  const body: Record<string, unknown> = {
    model: call.model,
    max_tokens: maxTokens,
    ...writeMessages(call),
    ...writeTools(call),
    ...(thinking ? { thinking } : {}),
    ...section("output_config", { ...(effort ? { effort } : {}), ...(format ? { format } : {}), ...ownOutput }),
    ...section("metadata", { ...(user !== undefined ? { user_id: user } : {}), ...pickOwnMetadata }),
  };
  Object.assign(body, writeSampling(call, isThinking));
  const tier = writeServiceTier(call);
  if (tier) body.service_tier = tier;
  if (call.stream) body.stream = true;
  Object.assign(body, vendorFields);
  dropForeign(call, body);
  return body;
}

type OwnFields = {
  output_config?: Record<string, unknown>;
  metadata?: Record<string, unknown>;
  [field: string]: unknown;
};

function section(name: string, fields: Record<string, unknown>): Record<string, unknown> {
  return Object.keys(fields).length > 0 ? { [name]: fields } : {};
}

function writeSampling(call: Call, isThinking: boolean): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  const { temperature, topP, topK, stop, dropped } = call;
  // With thinking the API accepts only temperature 1 and no top_k.
  if (temperature !== undefined && (temperature > 1 || (isThinking && temperature !== 1))) dropped.push("temperature");
  else if (temperature !== undefined) body.temperature = temperature;
  if (topP !== undefined) body.top_p = topP;
  if (topK !== undefined && isThinking) dropped.push("top_k");
  else if (topK !== undefined) body.top_k = topK;
  if (stop) {
    // The API refuses stop sequences of white space only.
    const sequences = stop.filter((sequence) => sequence.trim() !== "");
    if (sequences.length < stop.length) dropped.push("stop_sequences");
    if (sequences.length > 0 || stop.length === 0) body.stop_sequences = sequences;
  }
  return body;
}

/** The "default" tier is this API's standard tier; other tiers have no counterpart. */
function writeServiceTier({ serviceTier, dropped }: Call): string | undefined {
  if (serviceTier === "default") return "standard_only";
  if (serviceTier !== undefined && serviceTier !== "auto") dropped.push("service_tier");
  return serviceTier === "auto" ? "auto" : undefined;
}

function dropForeign(call: Call, body: Record<string, unknown>): void {
  const drop = (name: string, isSet: boolean) => {
    if (isSet) call.dropped.push(name);
  };
  drop("n", (call.choices ?? 1) > 1);
  drop("verbosity", call.verbosity !== undefined);
  drop("frequency_penalty", (call.frequencyPenalty ?? 0) !== 0);
  drop("presence_penalty", (call.presencePenalty ?? 0) !== 0);
  drop("seed", call.seed !== undefined);
  drop("logit_bias", call.logitBias !== undefined);
  drop("logprobs", call.logprobs !== undefined);
  drop("modalities", call.modalities?.some((modality) => modality !== "text") ?? false);
  drop("aspect_ratio", call.aspectRatio !== undefined);
  drop("metadata", call.metadata !== undefined);
  drop("safety_identifier", call.safetyIdentifier !== undefined && call.user !== undefined);
  drop("prompt_cache_key", call.promptCacheKey !== undefined);
  for (const dialect in call.vendor) {
    // A field of the same name here means the same (such as a deprecated spelling of a limit).
    if (dialect !== DIALECT) for (const name in call.vendor[dialect]) drop(name, !(name in body));
  }
}
