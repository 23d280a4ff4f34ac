/**
 * Vectors of texts without a model: hashed words, pairs and parts of words. They are the same on every machine, of unit
 * length, and near each other for texts that share words. They know no synonyms.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { EmbeddingInput, EmbeddingsCall, EmbeddingsReply } from "#lib/canonical/embeddings-call.ts";
import { fieldRules } from "#lib/contract/errors/field-rules.ts";
import { errors } from "#lib/http/errors.ts";
import { countInSlices } from "#lib/prompts/count-tokens.ts";
import { runInSlices } from "#lib/prompts/run-in-slices.ts";
import { readFeatures } from "./read-features.ts";

const DEFAULT_DIMENSIONS = 1_024;
const MOST_DIMENSIONS = 4_096;
const MOST_INPUTS = 2_048;
/** Limit on one input in tokens, as models of this kind have it. */
const MOST_TOKENS = 8_192;
/** Milliseconds of work before others have a turn. */
const LONGEST_TURN = 10;

/** @throws GatewayError 400 for an empty or too long input, and for too many inputs or dimensions */
export async function embedTexts(
  { inputs, dimensions = DEFAULT_DIMENSIONS }: EmbeddingsCall,
  signal: AbortSignal,
): Promise<EmbeddingsReply> {
  if (dimensions > MOST_DIMENSIONS) {
    throw errors.invalidValue({
      param: "dimensions",
      rule: fieldRules.between(1, MOST_DIMENSIONS),
      got: String(dimensions),
    });
  }
  if (inputs.length > MOST_INPUTS) {
    throw errors.invalidValue({ param: "input", rule: fieldRules.contains(`at most ${MOST_INPUTS} items`) });
  }
  let inputTokens = 0;
  const vectors: Float32Array[] = [];
  let begun = performance.now();
  for (const input of inputs) {
    signal.throwIfAborted();
    inputTokens += await countInput(input);
    vectors.push(toVector(input.content, dimensions));
    if (performance.now() - begun < LONGEST_TURN) continue;
    await nextTurn();
    begun = performance.now();
  }
  return { vectors, inputTokens };
}

async function countInput({ content, path }: EmbeddingInput): Promise<number> {
  if (content.length === 0) throw errors.invalidValue({ param: path, rule: fieldRules.notEmpty });
  // A token has a few characters: a longer text need not be counted to be refused.
  const tokens =
    typeof content !== "string" || content.length > MOST_TOKENS * 100
      ? content.length
      : ((await runInSlices(countInSlices([content]))) ?? 0);
  if (tokens > MOST_TOKENS) {
    throw errors.invalidValue({ param: path, rule: fieldRules.contains(`at most ${MOST_TOKENS} tokens`) });
  }
  return tokens;
}

function toVector(content: EmbeddingInput["content"], dimensions: number): Float32Array {
  const sums = new Map<string, { weight: number; count: number }>();
  for (const [feature, weight] of typeof content === "string" ? readFeatures(content) : readTokens(content)) {
    const known = sums.get(feature);
    if (known) known.count++;
    else sums.set(feature, { weight, count: 1 });
  }
  // Text without letters still has a vector of its own.
  if (sums.size === 0) sums.set(`t${String(content)}`, { weight: 1, count: 1 });
  const vector = new Float32Array(dimensions);
  for (const [feature, { weight, count }] of sums) {
    const amount = weight * (1 + Math.log(count));
    const hash = hashText(feature);
    const place = hash % dimensions;
    vector[place] = (vector[place] as number) + (hash & 0x8000_0000 ? amount : -amount);
  }
  return toUnitLength(vector, hashText(String(content)));
}

function* readTokens(tokens: readonly number[]): Generator<readonly [string, number], void, void> {
  for (const token of tokens) yield [`t${token}`, 1];
}

/** @param place place of the only number when all features cancel each other */
function toUnitLength(vector: Float32Array, place: number): Float32Array {
  let sum = 0;
  for (const value of vector) sum += value * value;
  if (sum === 0) {
    vector[place % vector.length] = 1;
    return vector;
  }
  const length = Math.sqrt(sum);
  return vector.map((value) => value / length);
}

/** FNV-1a over UTF-16 units, mixed so that low bits depend on all of the text. */
function hashText(text: string): number {
  let hash = 0x811c_9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x0100_0193);
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
