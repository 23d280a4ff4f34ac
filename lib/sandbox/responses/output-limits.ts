/** Limits on the output of one call: choices, tokens and log probabilities multiply. */
import type { Call } from "#lib/canonical/call.ts";
import { errors } from "#lib/http/errors.ts";
import { MAX_OUTPUT_TOKENS } from "../models.ts";
import type { Draft } from "./draft.ts";

/** Log probabilities of all tokens and their alternatives; one takes about 70 bytes. */
const MOST_LOGPROBS = 100_000;
const MOST_IMAGES = 10;
/**
 * Limit on stop sequences, each of which is searched for in the whole response. Real models accept 4 to some dozens.
 */
const MOST_STOP_SEQUENCES = 64;
/** Minimum bytes of text per token in long text. */
const BYTES_PER_TOKEN = 4;

/**
 * Adds up the drafts of a call. @returns a function to call with each draft; it throws 400 over the limit
 * @throws GatewayError 400 for more stop sequences than one request may have
 */
export function createOutputMeter({ choices = 1, maxOutputTokens, logprobs, stop = [] }: Call): (draft: Draft) => void {
  if (stop.length > MOST_STOP_SEQUENCES) {
    throw errors.tooManyStopSequences({ limit: MOST_STOP_SEQUENCES, got: stop.length });
  }
  const mostOfOne = Math.min(maxOutputTokens ?? Number.POSITIVE_INFINITY, MAX_OUTPUT_TOKENS);
  const perToken = logprobs ? logprobs.top + 1 : 0;
  let tokens = 0;
  return ({ blocks }) => {
    const bytes = blocks.reduce((sum, block) => sum + Buffer.byteLength("text" in block ? block.text : block.input), 0);
    tokens += Math.min(bytes / BYTES_PER_TOKEN, mostOfOne);
    if (tokens > MAX_OUTPUT_TOKENS) {
      throw errors.tooManyTokens({ limit: MAX_OUTPUT_TOKENS, choices });
    }
    if (tokens * perToken > MOST_LOGPROBS) {
      const field = perToken > 1 ? "top_logprobs" : "logprobs";
      throw errors.tooManyLogprobs({ param: field, limit: MOST_LOGPROBS });
    }
  };
}

/** @throws GatewayError 400 for more pictures than one request may ask for */
export function requireFewImages({ choices = 1 }: Call): void {
  if (choices > MOST_IMAGES) throw errors.tooManyPictures({ limit: MOST_IMAGES, got: choices });
}
