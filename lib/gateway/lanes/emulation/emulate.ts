/** Joins the streams of the calls that stand for one into its stream, with what the upstream's API cannot do. */
import type { Message } from "#lib/canonical/call.ts";
import type { Part, Usage } from "#lib/canonical/part.ts";
import { createFirstToolCall } from "./first-tool-call.ts";
import { meetSchema, type SchemaTerms } from "./meet-schema.ts";
import type { Emulation } from "./plan-emulation.ts";
import { sumUsage } from "./sum-usage.ts";
import { createLengthWatcher } from "./watch-length.ts";
import { createStopWatcher } from "./watch-stops.ts";

/** Parts that arrived together; `return` ends the call. */
type Source = AsyncIterator<Part[], undefined, undefined>;

export type SchemaCheck = Pick<SchemaTerms, "check" | "upstream"> & {
  /** Sends the conversation of the call again, with more messages. */
  askAgain(messages: Message[]): Promise<Source>;
};

/**
 * @param sources one stream for each of the plan's calls
 * @param schema checks responses; absent without a format
 */
export async function* emulate(
  sources: readonly Source[],
  emulation: Emulation,
  schema?: SchemaCheck,
): AsyncGenerator<Part, void, void> {
  const streams = sources.map((source) => {
    const parts = watch(source, emulation);
    if (!schema) return parts;
    const askAgain = async (messages: Message[]) => watch(await schema.askAgain(messages), emulation);
    return meetSchema(parts, { ...schema, askAgain });
  });
  try {
    if (streams.length === 1) yield* streams[0] as AsyncGenerator<Part, void, void>;
    else yield* mergeChoices(streams);
  } finally {
    for (const source of sources) void source.return?.();
  }
}

async function* watch(
  source: Source,
  { stop, oneToolCall, maxTokens, call: { choices } }: Emulation,
): AsyncGenerator<Part, void, void> {
  const stops = stop.length > 0 ? createStopWatcher(stop, choices) : undefined;
  const length = maxTokens === undefined ? undefined : createLengthWatcher(maxTokens, choices);
  const isFirst = oneToolCall ? createFirstToolCall() : undefined;
  for (;;) {
    const { done, value } = await source.next();
    if (done) return;
    for (const part of value) {
      if (isFirst && !isFirst(part)) continue;
      for (const uncut of stops ? stops.pass(part) : [part]) {
        if (length) yield* length.pass(uncut);
        else yield uncut;
      }
    }
    if (!stops?.hasEnded && !length?.hasEnded) continue;
    // The rest of the response would be paid for and not read.
    void source.return?.();
    return;
  }
}

/** Merges streams of one choice each, in the order in which their Parts arrive. */
async function* mergeChoices(streams: readonly AsyncGenerator<Part, void, void>[]): AsyncGenerator<Part, void, void> {
  const next = (index: number) => {
    const read = async () => ({ index, result: await (streams[index] as (typeof streams)[0]).next() });
    const reading = read();
    // Only the first failure is waited for.
    reading.catch(() => {});
    return reading;
  };
  const pending = new Map(streams.map((_, index) => [index, next(index)]));
  const usages: Usage[] = [];
  let hasStarted = false;
  while (pending.size > 0) {
    const { index, result } = await Promise.race(pending.values());
    if (result.done) {
      pending.delete(index);
      continue;
    }
    pending.set(index, next(index));
    const part = result.value;
    if (part.type === "usage") usages.push(part.usage);
    else if (part.type !== "start") yield "choice" in part ? { ...part, choice: index } : part;
    else if (!hasStarted) {
      hasStarted = true;
      yield part;
    }
    if (part.type === "error") return;
  }
  // The sum of some would be taken for the sum of all.
  if (usages.length === streams.length) yield { type: "usage", usage: sumUsage(usages) };
}
