/** Log probabilities like a model's: invented, but deterministic, sorted, and of total probability at most 1. */
import type { TokenLogprob } from "#lib/canonical/part.ts";
import type { Random } from "../random.ts";

// biome-ignore format: a word list
const COMMON = [
  " the", " a", " of", " and", " to", " in", " is", " for", " it", " that", " with", " as", ".", ",", "\n", " you",
  " this", " on", " be", " are", " or", ":", " an", " can",
] as const;

/** @param top number of alternatives, 0 to 20 (wire-formats §1.5) */
export function createLogprob({ token, top, random }: { token: string; top: number; random: Random }): TokenLogprob {
  // Mostly sure, now and then in doubt, as sampled text is.
  const probability = 0.35 + 0.64 * random.next() ** 0.4;
  const chosen = entry(token, probability);
  if (top === 0) return { ...chosen, top: [] };
  const alternatives = [chosen];
  let left = 1 - probability;
  for (const candidate of candidatesFor(token, random)) {
    if (alternatives.length >= top) break;
    // Never more likely than the previous one, so that the list is sorted.
    const before = Math.exp(alternatives.at(-1)?.logprob ?? 0);
    const share = Math.min(left * (0.3 + 0.3 * random.next()), before);
    left -= share;
    alternatives.push(entry(candidate, share));
  }
  return { ...chosen, top: alternatives };
}

function entry(token: string, probability: number) {
  return { token, logprob: Math.min(Math.log(probability), -1e-7), bytes: [...Buffer.from(token, "utf8")] };
}

/** Returns other spellings of the token, then frequent tokens in a random order. */
function candidatesFor(token: string, random: Random): Set<string> {
  const word = token.trim();
  const spellings = [
    token.startsWith(" ") ? word : ` ${word}`,
    word.toLowerCase(),
    word.toUpperCase(),
    capitalise(word),
  ];
  const offset = random.integer(COMMON.length);
  const candidates = new Set([...spellings, ...COMMON.slice(offset), ...COMMON.slice(0, offset)]);
  candidates.delete(token);
  candidates.delete("");
  return candidates;
}

function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
