/** `generation_config` ↔ the sampling and reasoning fields of a Call (wire-formats §14.3). */
import type { Call, ReasoningEffort } from "#lib/canonical/call.ts";
import type { InteractionsConfig } from "#lib/contract/google-interactions/wire.ts";
import { withoutNulls } from "../without-nulls.ts";
import { readToolChoice, writeToolChoice } from "./tools.ts";

type Fields = Record<string, unknown>;

const CARRIED = new Set([
  ...["temperature", "top_p", "seed", "stop_sequences", "max_output_tokens", "thinking_level", "tool_choice"],
  "image_config",
]);

/** Sets the fields of `call` that the config has. @returns the others, which are vendor data */
export function readGenerationConfig(given: InteractionsConfig, call: Call): Fields {
  const config = withoutNulls(given);
  const { tool_choice: choice, image_config: image, thinking_level: level } = config;
  set(call, "temperature", config.temperature);
  set(call, "topP", config.top_p);
  set(call, "seed", config.seed);
  set(call, "stop", config.stop_sequences);
  set(call, "maxOutputTokens", config.max_output_tokens);
  set(call, "reasoning", level && { effort: level });
  set(call, "toolChoice", choice && readToolChoice(choice));
  set(call, "aspectRatio", image?.aspect_ratio);
  const rest: Fields = Object.fromEntries(Object.entries(config).filter(([key]) => !CARRIED.has(key)));
  // No other API has calls that are checked against their schemas but not required.
  if (choice && JSON.stringify(writeToolChoice(readToolChoice(choice))) !== JSON.stringify(choice)) {
    rest.tool_choice = choice;
  }
  if (image) {
    const { aspect_ratio: _, ...others } = withoutNulls(image);
    if (Object.keys(others).length > 0) rest.image_config = image;
  }
  return rest;
}

function set<Key extends keyof Call>(call: Call, key: Key, value: Call[Key] | null | undefined): void {
  if (value != null) call[key] = value;
}

const LEVELS: Record<ReasoningEffort, string> = {
  none: "minimal",
  minimal: "minimal",
  low: "low",
  medium: "medium",
  high: "high",
  xhigh: "high",
  max: "high",
};

/** @param rest see readGenerationConfig; undefined for a call of another dialect */
export function writeGenerationConfig(call: Call, rest: Fields | undefined): Fields | undefined {
  const { reasoning, toolChoice, tools } = call;
  const effort = reasoning?.effort;
  // From the third generation on thinking cannot be turned off.
  if (effort === "none") call.dropped.push("reasoning_effort");
  // The API refuses a tool choice without functions.
  const hasFunctions = tools?.some((tool) => tool.kind === "function");
  const fields: Fields = {
    temperature: call.temperature,
    top_p: call.topP,
    seed: call.seed,
    stop_sequences: call.stop,
    max_output_tokens: call.maxOutputTokens,
    thinking_level: effort && LEVELS[effort],
    // Other APIs return reasoning without a setting for it.
    thinking_summaries: rest === undefined && effort && effort !== "none" ? "auto" : undefined,
    tool_choice: toolChoice && hasFunctions ? writeToolChoice(toolChoice) : undefined,
    ...rest,
  };
  const config = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  return Object.keys(config).length > 0 ? config : undefined;
}
