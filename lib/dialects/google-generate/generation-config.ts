/** `generationConfig` ↔ the sampling, output and reasoning fields of a Call (wire-formats §4.4). */
import type { Call, OutputFormat, ReasoningEffort } from "#lib/canonical/call.ts";
import type { GoogleGenerationConfig } from "#lib/contract/google-generate/wire.ts";
import { findClosedSchema } from "./closed-schema.ts";
import { fromGoogleSchema } from "./from-google-schema.ts";
import { isGemini3 } from "./signatures.ts";
import { toGoogleSchema } from "./to-google-schema.ts";

type Fields = Record<string, unknown>;

/** Have a place in Call, if not always in this form. */
const CARRIED = new Set([
  ...["temperature", "topP", "topK", "candidateCount", "maxOutputTokens", "stopSequences", "seed"],
  ...["presencePenalty", "frequencyPenalty", "responseLogprobs", "logprobs", "responseModalities"],
  ...["responseMimeType", "responseSchema", "responseJsonSchema", "thinkingConfig", "imageConfig"],
]);

/**
 * Sets the fields of `call` that the config has.
 * @returns `rest`, the fields that have no place in a Call, and `exact`, the fields that `writeGenerationConfig` would
 * not restore exactly
 */
export function readGenerationConfig(config: GoogleGenerationConfig, call: Call): { rest: Fields; exact: Fields } {
  set(call, "temperature", config.temperature);
  set(call, "topP", config.topP);
  set(call, "topK", config.topK);
  set(call, "choices", config.candidateCount);
  set(call, "maxOutputTokens", config.maxOutputTokens);
  set(call, "stop", config.stopSequences);
  set(call, "seed", config.seed);
  set(call, "presencePenalty", config.presencePenalty);
  set(call, "frequencyPenalty", config.frequencyPenalty);
  set(call, "logprobs", config.responseLogprobs ? { top: config.logprobs ?? 0 } : undefined);
  set(
    call,
    "modalities",
    config.responseModalities?.map((modality) => modality.toLowerCase()),
  );
  set(call, "aspectRatio", config.imageConfig?.aspectRatio);
  set(call, "output", readOutput(config));
  set(call, "reasoning", readThinking(config.thinkingConfig));
  const written = { ...writeSampling(call), ...writeThinking({ ...call, dropped: [] }) };
  // A single enum value as plain text: no other API has this format.
  const isWord = config.responseMimeType === "text/x.enum";
  const rest: Fields = {};
  const exact: Fields = {};
  for (const [key, value] of Object.entries(config)) {
    if (!CARRIED.has(key) || (isWord && (key === "responseMimeType" || key === "responseSchema"))) rest[key] = value;
    else if (JSON.stringify(written[key]) !== JSON.stringify(value) && !isPlainMimeType(key, config))
      exact[key] = value;
  }
  return { rest, exact };
}

function set<Key extends keyof Call>(call: Call, key: Key, value: Call[Key] | undefined): void {
  if (value !== undefined) call[key] = value;
}

/** Without a schema the MIME type says the same as `output`; with one, both keep their original form. */
function isPlainMimeType(key: string, { responseSchema, responseJsonSchema }: Fields): boolean {
  return key === "responseMimeType" && responseSchema === undefined && responseJsonSchema === undefined;
}

function readOutput({
  responseMimeType,
  responseSchema,
  responseJsonSchema,
}: GoogleGenerationConfig): OutputFormat | undefined {
  if (responseMimeType === "text/plain") return { type: "text" };
  if (responseMimeType !== "application/json") return undefined;
  const schema = responseSchema ? fromGoogleSchema(responseSchema) : responseJsonSchema;
  // This API does not name its schemas; others require a name.
  return schema === undefined ? { type: "json" } : { type: "json-schema", name: "response", schema };
}

const EFFORTS = new Set<string>(["minimal", "low", "medium", "high", "xhigh"]);

function readThinking(thinking: GoogleGenerationConfig["thinkingConfig"]): Call["reasoning"] {
  const level = thinking?.thinkingLevel?.toLowerCase();
  const effort = level !== undefined && EFFORTS.has(level) ? (level as ReasoningEffort) : undefined;
  const budget = thinking?.thinkingBudget;
  if (budget === 0) return { effort: "none" };
  // -1 leaves it to the model, as not saying anything does.
  const budgetTokens = budget !== undefined && budget > 0 ? budget : undefined;
  if (effort === undefined && budgetTokens === undefined) return undefined;
  return {
    ...(effort !== undefined ? { effort } : {}),
    ...(budgetTokens !== undefined ? { budgetTokens } : {}),
  };
}

/** @param exact @param rest see readGenerationConfig: written unchanged */
export function writeGenerationConfig(
  call: Call,
  { rest, exact }: { rest: Fields | undefined; exact: Fields | undefined },
): Fields | undefined {
  const hasOutput = exact?.responseSchema !== undefined || exact?.responseJsonSchema !== undefined;
  const config = {
    ...writeSampling(call),
    ...(exact?.thinkingConfig === undefined ? writeThinking(call) : {}),
    ...(call.output && !hasOutput ? writeOutput(call.output, call) : {}),
    ...exact,
    ...rest,
  };
  return Object.keys(config).length > 0 ? config : undefined;
}

function writeSampling(call: Call): Fields {
  const fields: Fields = {
    temperature: call.temperature,
    topP: call.topP,
    topK: call.topK,
    candidateCount: call.choices,
    maxOutputTokens: call.maxOutputTokens,
    stopSequences: call.stop,
    seed: call.seed,
    presencePenalty: call.presencePenalty,
    frequencyPenalty: call.frequencyPenalty,
    responseLogprobs: call.logprobs ? true : undefined,
    logprobs: call.logprobs?.top || undefined,
    responseModalities: call.modalities?.map((modality) => modality.toUpperCase()),
    imageConfig: call.aspectRatio === undefined ? undefined : { aspectRatio: call.aspectRatio },
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function writeOutput(output: OutputFormat, { model, dropped }: Pick<Call, "model" | "dropped">): Fields {
  if (output.type === "text") return { responseMimeType: "text/plain" };
  const json = { responseMimeType: "application/json" };
  if (output.type === "json" || output.schema === undefined) return json;
  const { description } = output;
  const hasOwn = typeof output.schema === "object" && output.schema.description !== undefined;
  const schema =
    description !== undefined && typeof output.schema === "object" && !hasOwn
      ? { ...output.schema, description }
      : output.schema;
  const path = "response_format.schema";
  const closed = findClosedSchema(schema, { model, path });
  if (closed !== undefined) return { ...json, responseJsonSchema: closed };
  const written = toGoogleSchema(schema, path, dropped);
  if (written.schema) return { ...json, responseSchema: written.schema };
  return written.json ? { ...json, responseJsonSchema: written.json } : json;
}

/** Thinking budgets in tokens, for models that accept a number; from the vendor's own OpenAI-style API. */
const BUDGETS: Record<ReasoningEffort, number> = {
  none: 0,
  minimal: 1024,
  low: 1024,
  medium: 8192,
  high: 24_576,
  xhigh: 24_576,
  max: 24_576,
};
/** From the third generation on thinking cannot be turned off. */
const LEVELS: Record<ReasoningEffort, string> = {
  none: "MINIMAL",
  minimal: "MINIMAL",
  low: "LOW",
  medium: "MEDIUM",
  high: "HIGH",
  xhigh: "HIGH",
  max: "HIGH",
};

function writeThinking({ reasoning, model, dropped }: Call): Fields {
  if (!reasoning || (reasoning.effort === undefined && reasoning.budgetTokens === undefined)) return {};
  const { effort, budgetTokens } = reasoning;
  // Other APIs return reasoning without a setting for it.
  const includeThoughts = effort !== "none";
  if (budgetTokens !== undefined) return { thinkingConfig: { includeThoughts, thinkingBudget: budgetTokens } };
  if (effort === undefined) return {};
  if (!isGemini3(model)) {
    return { thinkingConfig: { ...(includeThoughts ? { includeThoughts } : {}), thinkingBudget: BUDGETS[effort] } };
  }
  if (effort === "none") dropped.push("reasoning_effort");
  // The large models have no level below LOW.
  const level = LEVELS[effort] === "MINIMAL" && /-pro/.test(model) ? "LOW" : LEVELS[effort];
  return { thinkingConfig: { ...(includeThoughts ? { includeThoughts } : {}), thinkingLevel: level } };
}
