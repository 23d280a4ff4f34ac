import { LRUCache } from "lru-cache";
import { ADMISSION_LIMITS } from "../limits.ts";

/** Outputs that are remembered of one key and model. */
const REMEMBERED = 64;

/** Expected length of a response, from the ones that a key has got of a model before. */
export class ObservedOutputs {
  /** The last outputs in tokens, as a ring. */
  private readonly outputs: number[] = [];
  private next = 0;
  /** Their 95th percentile, as far as it is not stale. */
  private percentile: number = ADMISSION_LIMITS.expectedOutput;
  private isStale = false;

  /** Returns the 95th percentile; a default before there are any outputs. */
  expect(): number {
    if (this.isStale) {
      const sorted = this.outputs.toSorted((a, b) => a - b);
      this.percentile = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.95))] as number;
      this.isStale = false;
    }
    return this.percentile;
  }

  add(tokens: number): void {
    const { outputs, next, percentile } = this;
    const replaced = outputs[next % REMEMBERED];
    // The percentile stays where an output replaces another one on the same side of it.
    this.isStale ||= replaced === undefined || Math.sign(replaced - percentile) !== Math.sign(tokens - percentile);
    outputs[next % REMEMBERED] = tokens;
    this.next++;
  }
}

/** Returns a function that finds the outputs of a key and a model. */
export function createObservedOutputs(): (keyId: string, model: string) => ObservedOutputs {
  const observed = new LRUCache<string, ObservedOutputs>({ max: ADMISSION_LIMITS.observedModels });
  return (keyId, model) => {
    const name = `${keyId} ${model}`;
    let known = observed.get(name);
    if (!known) {
      known = new ObservedOutputs();
      observed.set(name, known);
    }
    return known;
  };
}
