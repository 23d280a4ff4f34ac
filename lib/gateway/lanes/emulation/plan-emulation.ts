/**
 * Plans what the gateway does itself because an upstream cannot: several choices, stop sequences, one tool call at a
 * time, a limit on tokens, a schema. Only what gives exactly the response that was asked for is emulated; everything else
 * is dropped and named.
 */
import type { Call, OutputFormat } from "#lib/canonical/call.ts";
import type { IgnoredField } from "#lib/config/upstream-settings.ts";
import type { Dialect } from "#lib/dialects/dialect.ts";
import { EMULATION_LIMITS } from "#lib/gateway/limits.ts";
import { withInstruction } from "./meet-schema.ts";

export type Emulation = {
  /** Call for the upstream, without what is emulated; its events are watched, so it is always a stream. */
  call: Call;
  /** Names of the emulated fields, in openai-chat's spelling. */
  names: string[];
  /** Sequences that end the text of a choice. */
  stop: readonly string[];
  /** Calls that are sent at once, each for one choice. */
  calls: number;
  /** True where only the first tool call of a choice counts. */
  oneToolCall: boolean;
  /** Tokens after which the gateway ends a choice. */
  maxTokens: number | undefined;
  /** Format that the gateway asks for in words, and checks. */
  format: CheckedFormat | undefined;
};

type CheckedFormat = Exclude<OutputFormat, { type: "text" }>;

/**
 * @param client dialect that the response is written in
 * @param target dialect of the upstream
 * @param ignores fields of its dialect that the upstream ignores
 * @returns undefined when nothing is emulated
 */
export function planEmulation(
  call: Call,
  {
    client,
    target,
    ignores = [],
  }: {
    client: Pick<Dialect, "showsStopSequence">;
    target: Pick<Dialect, "lacks">;
    ignores?: readonly IgnoredField[] | undefined;
  },
): Emulation | undefined {
  const { lacks } = target;
  const { choices = 1 } = call;
  const hasTooMany = choices > EMULATION_LIMITS.choices;
  const names = listIgnoredFields(call, ignores).filter((name) => name !== "response_format" || !hasTooMany);
  const format = names.includes("response_format") ? (call.output as CheckedFormat) : undefined;
  // The limit is sent as well: some APIs require it.
  const maxTokens = names.includes("max_completion_tokens") ? call.maxOutputTokens : undefined;
  const sent: Call = { ...(format ? withInstruction(call, format) : call), stream: true };
  const stop = findStop(call, { client, target });
  if (stop) {
    names.push("stop");
    delete sent.stop;
  }
  // Each response is checked, and asked for again, on its own.
  const isSplit = (lacks.choices === true || format !== undefined) && choices > 1 && !hasTooMany;
  if (isSplit) {
    names.push("n");
    delete sent.choices;
  }
  const oneToolCall = lacks.oneToolCall === true && call.parallelToolCalls === false && (call.tools?.length ?? 0) > 0;
  if (oneToolCall) {
    names.push("parallel_tool_calls");
    delete sent.parallelToolCalls;
  }
  if (names.length === 0) return undefined;
  return { call: sent, names, stop: stop ?? [], calls: isSplit ? choices : 1, oneToolCall, maxTokens, format };
}

/** Names the fields of a call that the upstream ignores, in openai-chat's spelling. */
export function listIgnoredFields({ output, maxOutputTokens }: Call, ignores: readonly IgnoredField[] = []): string[] {
  const hasFormat = output !== undefined && output.type !== "text";
  return [
    ...(ignores.includes("response_format") && hasFormat ? ["response_format"] : []),
    ...(ignores.includes("max_tokens") && maxOutputTokens !== undefined ? ["max_completion_tokens"] : []),
  ];
}

/** Returns sequences that the upstream does not take, or takes without naming the one that ended the response. */
function findStop(
  { stop }: Call,
  { client, target: { lacks } }: Pick<Parameters<typeof planEmulation>[1], "client" | "target">,
): readonly string[] | undefined {
  const sequences = stop?.filter((sequence) => sequence !== "") ?? [];
  if (sequences.length === 0 || sequences.length > EMULATION_LIMITS.stops) return undefined;
  const isUnnamed = client.showsStopSequence === true && lacks.stopName === true;
  return sequences.length > (lacks.stopsOver ?? Number.POSITIVE_INFINITY) || isUnnamed ? sequences : undefined;
}
