/**
 * Wording: picks one of several equally good sentences. Seed and content decide; temperature and top_p widen the
 * choice, and at 0 the first wording is always used. Choices of one call never get the same combination while there are
 * others.
 */
import type { Call } from "#lib/canonical/call.ts";
import { fingerprint } from "../conversation.ts";
import { hash } from "../random.ts";

export type Wording = {
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
};

const WIDEST = 1000;

export function createWording(call: Call, choice: number): Wording {
  // One mixed-radix number: each pick takes a digit, so that two numbers in a row differ in at least one pick.
  let number = wordingNumber(call) + choice;
  return {
    pick(items) {
      const item = items[number % items.length] ?? items[0];
      number = Math.floor(number / items.length);
      return item;
    },
  };
}

function wordingNumber(call: Call): number {
  const width = Math.round((call.temperature ?? 1) * (call.topP ?? 1) * WIDEST);
  return width === 0 ? 0 : computeSeed(call) % (width + 1);
}

/** Returns the seed of everything that the sandbox invents: the same call, the same seed. */
export function computeSeed(call: Call): number {
  return hash(String(fingerprint(call)), String(call.seed ?? ""));
}
