/** Writes a Call as options of an AI SDK language model (`LanguageModelV4CallOptions`). */
import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4ToolChoice,
  SharedV4ProviderOptions,
} from "@ai-sdk/provider";
import type { Call, JsonSchema, ReasoningEffort, Tool, ToolChoice } from "#lib/canonical/call.ts";
import type { VendorKey } from "./vendor-metadata.ts";
import { writePrompt } from "./write-prompt.ts";

type Options = LanguageModelV4CallOptions;

/** Adds the fields that the options cannot hold to `call.dropped`, in openai-chat's spelling. */
export function writeOptions(
  call: Call,
  { key, providerOptions }: { key: VendorKey; providerOptions?: SharedV4ProviderOptions | undefined },
): Options {
  const options: Options = {
    prompt: writePrompt(call, key),
    ...writeTools(call),
    ...optional("maxOutputTokens", call.maxOutputTokens),
    ...optional("temperature", call.temperature),
    ...optional("topP", call.topP),
    ...optional("topK", call.topK),
    ...optional("frequencyPenalty", call.frequencyPenalty),
    ...optional("presencePenalty", call.presencePenalty),
    ...optional("seed", call.seed),
    ...optional("stopSequences", call.stop),
    ...optional("responseFormat", writeResponseFormat(call)),
    ...optional("reasoning", writeReasoning(call)),
    ...optional("providerOptions", providerOptions),
  };
  dropForeign(call);
  return options;
}

function optional<Name extends string, Value>(name: Name, value: Value): { [name in Name]?: NonNullable<Value> } {
  return value == null ? {} : ({ [name]: value } as { [name in Name]: NonNullable<Value> });
}

function writeTools({ tools, toolChoice, dropped }: Call): Pick<Options, "tools" | "toolChoice"> {
  const allowed = toolChoice?.mode === "allowed" ? new Set(toolChoice.names) : undefined;
  const written = (tools ?? []).flatMap((tool) => {
    // The AI SDK has no list of allowed tools: the others are not sent, with the same effect.
    if (allowed && !allowed.has(tool.name)) return [];
    const definition = writeTool(tool);
    if (!definition) dropped.push(`tools.${tool.name}`);
    return definition ?? [];
  });
  const choice = toolChoice && writeToolChoice(toolChoice);
  const isPossible =
    choice?.type === "tool" ? written.some(({ name }) => name === choice.toolName) : written.length > 0;
  if (choice && !isPossible && choice.type !== "none" && choice.type !== "auto") dropped.push("tool_choice");
  if (written.length === 0) return {};
  return { tools: written, ...(choice && isPossible ? { toolChoice: choice } : {}) };
}

/** Returns undefined for a tool that takes free text, and for one that another vendor runs. */
function writeTool(tool: Tool): LanguageModelV4FunctionTool | undefined {
  if (tool.kind !== "function") return undefined;
  const { name, description, parameters, strict } = tool;
  return {
    type: "function",
    name,
    ...optional("description", description),
    inputSchema: objectSchema(parameters),
    ...optional("strict", strict),
  };
}

type Schema = LanguageModelV4FunctionTool["inputSchema"];

/** Providers require an object schema, even for a tool without parameters. */
function objectSchema(schema: JsonSchema | undefined): Schema {
  if (typeof schema !== "object") return { type: "object", properties: {} };
  return (schema.type === "object" ? schema : { ...schema, type: "object" }) as Schema;
}

function writeToolChoice(choice: ToolChoice): LanguageModelV4ToolChoice {
  if (choice.mode === "tool") return { type: "tool", toolName: choice.name };
  if (choice.mode === "allowed") return { type: choice.require ? "required" : "auto" };
  return { type: choice.mode };
}

/** Strictness is omitted: each provider has its own option for it. */
function writeResponseFormat({ output }: Call): Options["responseFormat"] {
  if (!output || output.type === "text") return undefined;
  if (output.type === "json") return { type: "json" };
  return {
    type: "json",
    name: output.name,
    ...optional("description", output.description),
    ...(typeof output.schema === "object" ? { schema: output.schema as Schema } : {}),
  };
}

/** Limits in thinking tokens for each effort, for requests that send a number. */
const EFFORTS: [number, ReasoningEffort][] = [
  [0, "none"],
  [2_048, "low"],
  [8_192, "medium"],
];

/** The AI SDK has an effort but no budget. */
function writeReasoning({ reasoning, dropped }: Call): ReasoningEffort | undefined {
  const { effort, budgetTokens } = reasoning ?? {};
  if (budgetTokens === undefined) return effort;
  if (budgetTokens > 0) dropped.push("reasoning.budget_tokens");
  // A negative budget means that the model decides.
  if (effort !== undefined || budgetTokens < 0) return effort;
  return EFFORTS.find(([most]) => budgetTokens <= most)?.[1] ?? "high";
}

function dropForeign(call: Call): void {
  const drop = (name: string, isSet: boolean) => {
    if (isSet) call.dropped.push(name);
  };
  drop("n", (call.choices ?? 1) > 1);
  drop("parallel_tool_calls", call.parallelToolCalls === false);
  drop("verbosity", call.verbosity !== undefined);
  drop("logit_bias", call.logitBias !== undefined);
  drop("logprobs", call.logprobs !== undefined);
  drop("modalities", call.modalities?.some((modality) => modality !== "text") ?? false);
  drop("aspect_ratio", call.aspectRatio !== undefined);
  drop("metadata", call.metadata !== undefined);
  drop("user", call.user !== undefined);
  drop("safety_identifier", call.safetyIdentifier !== undefined);
  drop("prompt_cache_key", call.promptCacheKey !== undefined);
  drop("service_tier", call.serviceTier !== undefined && call.serviceTier !== "auto");
  for (const dialect in call.vendor) {
    // `max_tokens` is the older name of a limit that is already read.
    for (const name in call.vendor[dialect]) drop(name, name !== "max_tokens");
  }
}
