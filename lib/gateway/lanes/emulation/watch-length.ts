/** Ends choices at a number of tokens, for an upstream that ignores its limit. */
import type { Part, PartOf } from "#lib/canonical/part.ts";
import { countTokens, tokenPieces } from "#lib/prompts/count-tokens.ts";

type Delta = PartOf<"text-delta"> | PartOf<"reasoning-delta"> | PartOf<"refusal-delta"> | PartOf<"tool-input-delta">;

type ChoiceState = {
  /** Tokens of the text before `pending`. */
  tokens: number;
  /** End of the text, of which the next delta may be a part of the last token. */
  pending: string;
  /** Closes what is open, by block. */
  open: Map<string, () => Part[]>;
  /** Input of open tool calls so far, for a call that is cut in the middle. */
  inputs: Map<string, string[]>;
};

export type LengthWatcher = {
  /** Returns what the part becomes. */
  pass(part: Part): Part[];
  /** True once every choice was ended. */
  readonly hasEnded: boolean;
};

/** Bound on text that is counted again with each delta. */
const LONGEST_PENDING = 256;

/**
 * Counts by the gateway's tokenizer: text, reasoning and the input of tools, as an upstream's own limit does.
 * @param choices choices of the stream
 */
export function createLengthWatcher(limit: number, choices = 1): LengthWatcher {
  const states = new Map<number, ChoiceState>();
  const ended = new Set<number>();

  function stateOf(choice: number): ChoiceState {
    const state = states.get(choice) ?? { tokens: 0, pending: "", open: new Map(), inputs: new Map() };
    states.set(choice, state);
    return state;
  }

  function passDelta(delta: Delta): Part[] {
    const { choice, text } = delta;
    const state = stateOf(choice);
    const pending = state.pending + text;
    const room = limit - state.tokens;
    if (countTokens(pending) > room) {
      const kept = takeTokens(pending, room).slice(state.pending.length);
      const parts: Part[] = kept === "" ? [] : [withText(delta, kept)];
      note(state, delta, kept);
      ended.add(choice);
      for (const close of state.open.values()) parts.push(...close());
      return [...parts, { type: "finish", choice, reason: { unified: "length" } }];
    }
    note(state, delta, text);
    const at = findBreak(pending);
    state.tokens += countTokens(pending.slice(0, at));
    state.pending = pending.slice(at);
    return [delta];
  }

  return {
    get hasEnded() {
      return ended.size >= choices;
    },
    pass(part) {
      if (!("choice" in part)) return [part];
      if (ended.has(part.choice)) return [];
      if (isDelta(part)) return passDelta(part);
      noteBlock(stateOf(part.choice), part);
      return [part];
    },
  };
}

function isDelta(part: Part): part is Delta {
  return part.type.endsWith("-delta");
}

/** Log probabilities of a token that is cut go with it. */
function withText(delta: Delta, text: string): Delta {
  if (!("logprobs" in delta) || !delta.logprobs) return { ...delta, text };
  let end = 0;
  const logprobs = delta.logprobs.filter(({ token }) => {
    end += token.length;
    return end <= text.length;
  });
  return { ...delta, text, logprobs };
}

/** Returns the text of the first tokens. */
function takeTokens(text: string, room: number): string {
  let kept = "";
  let left = room;
  for (const piece of tokenPieces(text)) {
    left -= piece.tokens;
    if (left < 0) break;
    kept += piece.text;
  }
  return kept;
}

/** Returns the last place between two words, where the tokenizer splits whatever follows. */
function findBreak(text: string): number {
  const at = text.lastIndexOf(" ");
  const isBetweenWords = at > 0 && /\p{L}$/u.test(text.slice(0, at)) && /^ \p{L}/u.test(text.slice(at));
  if (isBetweenWords) return at;
  return text.length > LONGEST_PENDING ? text.length : 0;
}

function note({ inputs }: ChoiceState, delta: Delta, text: string): void {
  if (delta.type === "tool-input-delta") inputs.get(delta.id)?.push(text);
}

function noteBlock({ open, inputs }: ChoiceState, part: Extract<Part, { choice: number }>): void {
  switch (part.type) {
    case "text-start":
    case "reasoning-start": {
      const { choice, id } = part;
      const type = part.type === "text-start" ? "text-end" : "reasoning-end";
      open.set(id, () => [{ type, choice, id }]);
      return;
    }
    case "tool-input-start": {
      const { type: _, ...call } = part;
      const pieces: string[] = [];
      inputs.set(call.id, pieces);
      open.set(call.id, () => [
        { type: "tool-input-end", choice: call.choice, id: call.id },
        { type: "tool-call", ...call, input: pieces.join("") },
      ]);
      return;
    }
    case "text-end":
    case "reasoning-end":
    case "tool-call":
      open.delete(part.id);
      inputs.delete(part.id);
      return;
    default:
  }
}
