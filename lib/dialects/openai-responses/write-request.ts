/** Writes a Call as the request of `POST /v1/responses` (wire-formats §2.1). */
import type { Call, Message, OutputFormat } from "#lib/canonical/call.ts";
import { omitVendor } from "#lib/canonical/opaque.ts";
import { DIALECT } from "./dialect-id.ts";
import { LOGPROBS } from "./read-request.ts";
import { writeTool, writeToolChoice } from "./tools.ts";
import { type WrittenItem, writeItems } from "./write-items.ts";

/** Adds the names of dropped fields to `call.dropped`. */
export function writeRequest(call: Call): Record<string, unknown> {
  const vendorFields = call.vendor?.[DIALECT];
  const isOwn = vendorFields !== undefined;
  const { reasoning, text, include, ...vendor } = (vendorFields ?? {}) as Record<
    string,
    Record<string, unknown> | undefined
  >;
  const drop = (name: string) => void call.dropped.push(name);
  const { instructions, messages } = splitInstructions(call.messages, isOwn);
  const body: Record<string, unknown> = { model: call.model };
  put(body, "instructions", instructions);
  put(body, "input", writeInput(writeItems({ messages, isOwn, dropped: call.dropped }), messages));
  const tools = call.tools?.flatMap((tool) => {
    const written = writeTool(tool, isOwn);
    if (!written) drop(`tools.${tool.name}`);
    return written ?? [];
  });
  put(body, "tools", tools);
  put(body, "tool_choice", call.toolChoice && writeToolChoice(call.toolChoice, call.tools));
  put(body, "text", join({ ...writeFormat(call.output), verbosity: call.verbosity, ...text }));
  put(body, "reasoning", join({ effort: call.reasoning?.effort, ...reasoning }));
  put(body, "include", writeInclude(call, include));
  put(body, "top_logprobs", call.logprobs?.top || undefined);
  put(body, "max_output_tokens", call.maxOutputTokens);
  put(body, "parallel_tool_calls", call.parallelToolCalls);
  put(body, "temperature", call.temperature);
  put(body, "top_p", call.topP);
  put(body, "metadata", call.metadata);
  put(body, "user", call.user);
  put(body, "safety_identifier", call.safetyIdentifier);
  put(body, "prompt_cache_key", call.promptCacheKey);
  put(body, "service_tier", call.serviceTier);
  // Other APIs store nothing; this one does unless `store` is false.
  if (!isOwn) body.store = false;
  if (call.stream) body.stream = true;
  dropLosses(call, drop);
  return Object.assign(body, vendor);
}

function put(body: Record<string, unknown>, key: string, value: unknown): void {
  if (value !== undefined) body[key] = value;
}

/** The fields that are set; undefined when none is. */
function join(fields: Record<string, unknown>): Record<string, unknown> | undefined {
  const set = Object.entries(fields).filter(([, value]) => value !== undefined);
  return set.length > 0 ? Object.fromEntries(set) : undefined;
}

function writeInput(items: WrittenItem[], messages: readonly Message[]): string | WrittenItem[] | undefined {
  const [only] = messages;
  const isText = messages.length === 1 && only?.role === "user" && typeof only.content === "string" && !only.vendor;
  if (isText) return only.content as string;
  return items.length > 0 ? items : undefined;
}

/** Takes the instructions: another dialect's leading system messages, or this dialect's own `instructions`. */
function splitInstructions(
  messages: readonly Message[],
  isOwn: boolean,
): { instructions?: string; messages: readonly Message[] } {
  const isLeading = (message: Message) =>
    isOwn
      ? message.role === "system" && message.topLevel === true
      : message.role === "system" || message.role === "developer";
  const end = messages.findIndex((message) => !isLeading(message));
  const count = end < 0 ? messages.length : end;
  // A call of system text alone would leave no input.
  if (count === 0 || (count === messages.length && !isOwn)) return { messages };
  const texts = messages.slice(0, count).map(plainText);
  if (texts.includes(undefined)) return { messages };
  return { instructions: texts.join("\n\n"), messages: messages.slice(count) };
}

function plainText({ content }: Message): string | undefined {
  if (typeof content === "string") return content;
  const texts = content.map((part) => (part.type === "text" ? part.text : undefined));
  return texts.includes(undefined) ? undefined : texts.join("\n\n");
}

function writeFormat(format: OutputFormat | undefined): { format?: Record<string, unknown> } {
  if (!format) return {};
  if (format.type === "text") return { format: { type: "text" } };
  if (format.type === "json") return { format: { type: "json_object" } };
  const { type: _, ...definition } = format;
  // A schema is required here.
  return { format: { type: "json_schema", ...definition, schema: definition.schema ?? {} } };
}

const ENCRYPTED_REASONING = "reasoning.encrypted_content";

/** Requests the encrypted reasoning for clients of other dialects that want reasoning: the upstream stores none. */
function writeInclude(call: Call, given: unknown): string[] | undefined {
  const include = Array.isArray(given) ? [...given] : [];
  const effort = call.reasoning?.effort;
  if (!call.vendor?.[DIALECT] && effort && effort !== "none") include.push(ENCRYPTED_REASONING);
  if (call.logprobs) include.push(LOGPROBS);
  return include.length > 0 ? include : undefined;
}

/** Chat's older name of a limit that Call has too. */
const DUPLICATE_NAMES = new Set(["max_tokens"]);

function dropLosses(call: Call, drop: (name: string) => void): void {
  const losses: [string, unknown][] = [
    ["frequency_penalty", call.frequencyPenalty],
    ["presence_penalty", call.presencePenalty],
    ["seed", call.seed],
    ["stop", call.stop],
    ["n", call.choices !== undefined && call.choices > 1 ? call.choices : undefined],
    ["logit_bias", call.logitBias],
    ["top_k", call.topK],
    ["aspect_ratio", call.aspectRatio],
    ["reasoning.budget_tokens", call.reasoning?.budgetTokens],
    ["modalities", call.modalities?.some((modality) => modality !== "text") ? call.modalities : undefined],
  ];
  for (const [name, value] of losses) if (value !== undefined) drop(name);
  for (const fields of Object.values(omitVendor(call.vendor, DIALECT) ?? {})) {
    for (const name of Object.keys(fields)) if (!DUPLICATE_NAMES.has(name)) drop(name);
  }
}
