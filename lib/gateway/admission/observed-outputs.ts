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

export function createObservedOutputs(): ObservedOutputs {
  const outputs = new LRUCache<string, number[]>({ max: ADMISSION_LIMITS.observedModels });
  return {
    expect(keyId, model) {
      const known = outputs.get(`${keyId} ${model}`);
      if (!known) return ADMISSION_LIMITS.expectedOutput;
      const sorted = known.toSorted((a, b) => a - b);
      return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.95))] as number;
    },
    add(keyId, model, tokens) {
      const name = `${keyId} ${model}`;
      const known = outputs.get(name) ?? [];
      known.push(tokens);
      if (known.length > REMEMBERED) known.shift();
      outputs.set(name, known);
    },
  };
}
