/** Sets candidates in a value one by one, and keeps the first with which the whole value is valid. */

import type { SchemaValidator } from "#lib/json-schema/schema-validator.ts";
import { createRandom, hash, type Random } from "../random.ts";
import type { Mentions } from "../text/mentions.ts";
import type { Entity } from "./entity.ts";
import type { PlainSchema } from "./resolve-schema.ts";

/** Slot for a value. `get` returns undefined for an absent optional property. */
export type Slot = {
  name: string;
  path: string;
  schema: unknown;
  depth: number;
  /** Entity that the values of one object are about, such as one city. */
  entity: Entity;
  get(): unknown;
  set(value: unknown): void;
};

export type Trials = {
  /** Paths of the values that are not from the words. */
  placeholders: string[];
  isOver(): boolean;
  isUsed(value: unknown): boolean;
  /** Sets the first valid candidate; returns true when there is one. */
  tryValues(slot: Slot, candidates: readonly unknown[]): boolean;
  /** Each candidate is used once: two fields with one value are rarely right. An absent property never gets it all. */
  inOrder<Value>(candidates: Value[], slot: Slot): Value[];
  /** Notes a present value that is not from the words. */
  markPlaceholder(slot: Slot, resolved: PlainSchema): void;
};

const MOST_TRIALS = 400;
/** Limit in characters of JSON, since each trial validates the whole value. */
const MOST_VALIDATED = 4_000_000;
/** A pattern like `(a+)+` may take for ever on a long string that does not match. */
const RISKY_PATTERN = /"pattern":"(?:[^"\\]|\\.)*[*+}][^()"]*\)[*+{]/;
const LONGEST_FOR_RISKY_PATTERN = 20;

type TrialsOptions = {
  /** Returns the whole value as it stands. */
  whole: () => unknown;
  schema: unknown;
  validator: SchemaValidator;
  mentions: Mentions;
};

export function openTrials({ whole, schema, validator, mentions }: TrialsOptions): Trials {
  const isRisky = RISKY_PATTERN.test(JSON.stringify(schema));
  const most = Math.min(MOST_TRIALS, MOST_VALIDATED / (JSON.stringify(whole())?.length ?? 1));
  const used = new Set<unknown>();
  const placeholders: string[] = [];
  let count = 0;
  return {
    placeholders,
    isOver: () => count > most,
    isUsed: (value) => used.has(value),
    tryValues(slot, candidates) {
      const before = slot.get();
      for (const candidate of candidates) {
        if (isRisky && typeof candidate === "string" && candidate.length > LONGEST_FOR_RISKY_PATTERN) continue;
        if (++count > most) break;
        slot.set(candidate);
        if (validator.isValid(whole())) {
          for (const value of [candidate].flat()) used.add(value);
          return true;
        }
      }
      slot.set(before);
      return false;
    },
    inOrder(candidates, slot) {
      const fresh = candidates.filter((candidate) => !used.has(candidate));
      return slot.get() === undefined ? fresh.filter((candidate) => candidate !== mentions.text) : fresh;
    },
    markPlaceholder(slot, { default: fallback }) {
      const value = slot.get();
      if (value !== undefined && value !== null && fallback === undefined) placeholders.push(slot.path);
    },
  };
}

/** Random numbers of one slot: the same seed and path, the same numbers. */
export function randomFor(slot: Slot, seed: number): Random {
  return createRandom(hash(String(seed), slot.path));
}
