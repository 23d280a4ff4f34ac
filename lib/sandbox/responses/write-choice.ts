/** Turns one choice's draft into Parts: stop strings, the token limit, log probabilities and the finish reason. */
import type { Call } from "#lib/canonical/call.ts";
import type { FinishReason, Part } from "#lib/canonical/part.ts";
import { type TextPiece, tokenPieces } from "#lib/prompts/count-tokens.ts";
import { MAX_OUTPUT_TOKENS } from "../models.ts";
import type { Random } from "../random.ts";
import { hash } from "../random.ts";
import type { Draft, DraftBlock } from "./draft.ts";
import { createLogprob } from "./logprobs.ts";
import { reasoningText } from "./reasoning-text.ts";

/** A Part and the tokens that it took to generate it. */
export type Step = { part: Part; tokens: number; reasoningTokens: number };

type Options = { call: Call; draft: Draft; choice: number; random: Random; seed: number };

/** Yields all Parts of one choice, its `finish` last. One delta is one token. */
export function* writeChoice({ call, draft, choice, random, seed }: Options): Generator<Step, void, void> {
  let left = Math.min(call.maxOutputTokens ?? Number.POSITIVE_INFINITY, MAX_OUTPUT_TOKENS);
  const free = (part: Part): Step => ({ part, tokens: 0, reasoningTokens: 0 });

  /** The pieces that the limit still allows; `left` goes below zero when it does not allow all. */
  function* withinLimit(text: string): Generator<TextPiece, void, void> {
    for (const piece of tokenPieces(text)) {
      left -= piece.tokens;
      if (left < 0) return;
      yield piece;
    }
  }

  const reasoning = reasoningText({ call, steps: draft.reasoning });
  if (reasoning !== undefined) {
    const block = { choice, id: `reasoning-${choice}` };
    yield free({ type: "reasoning-start", ...block });
    for (const { text, tokens } of withinLimit(reasoning)) {
      yield { part: { type: "reasoning-delta", ...block, text }, tokens, reasoningTokens: tokens };
    }
    yield free({ type: "reasoning-end", ...block });
  }

  let stopped = false;
  for (const [index, drafted] of draft.blocks.entries()) {
    if (left < 0 || stopped) break;
    if (drafted.type === "text") {
      const { text, found } = beforeStop(drafted.text, call.stop);
      stopped = found;
      const block = { choice, id: `text-${choice}-${index}` };
      yield free({ type: "text-start", ...block });
      for (const { text: delta, tokens } of withinLimit(text)) {
        const logprobs = call.logprobs && [createLogprob({ token: delta, top: call.logprobs.top, random })];
        const part: Part = { type: "text-delta", ...block, text: delta, ...(logprobs && { logprobs }) };
        yield { part, tokens, reasoningTokens: 0 };
      }
      yield free({ type: "text-end", ...block });
    } else {
      const { name, kind } = drafted;
      const block = { choice, id: callId({ seed, choice, index }) };
      let input = "";
      yield free({ type: "tool-input-start", ...block, name, kind });
      for (const { text, tokens } of withinLimit(drafted.input)) {
        input += text;
        yield { part: { type: "tool-input-delta", ...block, text }, tokens, reasoningTokens: 0 };
      }
      yield free({ type: "tool-input-end", ...block });
      yield free({ type: "tool-call", ...block, name, kind, input });
    }
  }
  yield free({ type: "finish", choice, reason: finishReason({ cut: left < 0, stopped, blocks: draft.blocks }) });
}

type Ending = { cut: boolean; stopped: boolean; blocks: DraftBlock[] };

function finishReason({ cut, stopped, blocks }: Ending): FinishReason {
  if (cut) return { unified: "length" };
  const called = !stopped && blocks.some((block) => block.type === "tool-call");
  return { unified: called ? "tool-calls" : "stop" };
}

/** Returns `text` up to the first stop string, exclusive. */
function beforeStop(text: string, stop: string[] = []): { text: string; found: boolean } {
  const positions = stop.filter((word) => word !== "").map((word) => text.indexOf(word));
  const found = positions.filter((position) => position >= 0);
  return found.length === 0 ? { text, found: false } : { text: text.slice(0, Math.min(...found)), found: true };
}

/** Deterministic, and different in every turn because the prompt's hash is in the seed. */
function callId({ seed, choice, index }: { seed: number; choice: number; index: number }): string {
  const word = (salt: string) => hash(String(seed), String(choice), String(index), salt).toString(36).padStart(7, "0");
  return `call_${word("first")}${word("second")}${word("third")}`;
}
