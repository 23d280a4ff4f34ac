import { LRUCache } from "lru-cache";
import { ADMISSION_LIMITS } from "../limits.ts";

/** Expected length of a response, from the ones that a key has got of a model before. */
export type ObservedOutputs = {
  /** Returns the 95th percentile of the last outputs in tokens; a default before there are any. */
  expect(keyId: string, model: string): number;
  add(keyId: string, model: string, tokens: number): void;
};

/** Outputs that are remembered of one key and model. */
const REMEMBERED = 64;

/** The last outputs as a ring, and their 95th percentile, which is computed anew after some of them. */
type Observed = { outputs: number[]; next: number; percentile: number; isStale: boolean };

export function createObservedOutputs(): ObservedOutputs {
  const observed = new LRUCache<string, Observed>({ max: ADMISSION_LIMITS.observedModels });
  return {
    expect(keyId, model) {
      const known = observed.get(`${keyId} ${model}`);
      if (!known) return ADMISSION_LIMITS.expectedOutput;
      if (known.isStale) {
        const sorted = known.outputs.toSorted((a, b) => a - b);
        known.percentile = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.95))] as number;
        known.isStale = false;
      }
      return known.percentile;
    },
    add(keyId, model, tokens) {
      const name = `${keyId} ${model}`;
      const known = observed.get(name);
      if (!known) {
        observed.set(name, { outputs: [tokens], next: 1, percentile: tokens, isStale: false });
        return;
      }
      // An output above the percentile counts at once, and while there are few, each one does.
      known.isStale ||= known.outputs.length < REMEMBERED || tokens > known.percentile || known.next % 8 === 0;
      known.outputs[known.next % REMEMBERED] = tokens;
      known.next++;
    },
  };
}
