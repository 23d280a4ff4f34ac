/**
 * Plans what the gateway does itself because an upstream's API cannot: several choices, stop sequences, one tool call at
 * a time. Only what gives exactly the response that was asked for is emulated; everything else is dropped and named.
 */
import type { Call } from "#lib/canonical/call.ts";
import type { Dialect } from "#lib/dialects/dialect.ts";
import { EMULATION_LIMITS } from "#lib/gateway/limits.ts";

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
};

/**
 * @param client dialect that the response is written in
 * @param target dialect of the upstream
 * @returns undefined when nothing is emulated
 */
export function planEmulation(
  call: Call,
  { client, target }: { client: Pick<Dialect, "showsStopSequence">; target: Pick<Dialect, "lacks"> },
): Emulation | undefined {
  const { lacks } = target;
  const names: string[] = [];
  const sent: Call = { ...call, stream: true };
  const stop = findStop(call, { client, target });
  if (stop) {
    names.push("stop");
    delete sent.stop;
  }
  const { choices = 1 } = call;
  const isSplit = lacks.choices === true && choices > 1 && choices <= EMULATION_LIMITS.choices;
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
  return { call: sent, names, stop: stop ?? [], calls: isSplit ? choices : 1, oneToolCall };
}

/** Returns sequences that the upstream does not take, or takes without naming the one that ended the response. */
function findStop(
  { stop }: Call,
  { client, target: { lacks } }: Parameters<typeof planEmulation>[1],
): readonly string[] | undefined {
  const sequences = stop?.filter((sequence) => sequence !== "") ?? [];
  if (sequences.length === 0 || sequences.length > EMULATION_LIMITS.stops) return undefined;
  const isUnnamed = client.showsStopSequence === true && lacks.stopName === true;
  return sequences.length > (lacks.stopsOver ?? Number.POSITIVE_INFINITY) || isUnnamed ? sequences : undefined;
}
