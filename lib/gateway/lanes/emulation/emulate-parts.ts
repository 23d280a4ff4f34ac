import { createPartStream, type PartStream } from "../part-stream.ts";
import { emulate, type SchemaCheck } from "./emulate.ts";
import type { Emulation } from "./plan-emulation.ts";

/**
 * Returns the part stream of an emulated call. Its end, or a reader that leaves, cancels all upstream calls.
 * @param sources streams of the upstream calls; grows by a call that is sent later
 * @param createSchemaCheck creates the check of responses; absent without a format
 */
export function emulateParts(
  sources: readonly PartStream[],
  emulation: Emulation,
  createSchemaCheck?: (signal: AbortSignal) => SchemaCheck,
): PartStream {
  return createPartStream((signal) => {
    signal.addEventListener("abort", () => {
      for (const source of sources) void source.return();
    });
    return emulate(sources, emulation, createSchemaCheck?.(signal));
  });
}
