/** Ends choices at stop sequences: cuts the text before them, and names the one that was found. */
import type { Part, PartOf } from "#lib/canonical/part.ts";

type Delta = PartOf<"text-delta">;

export type StopWatcher = {
  /** Returns what the part becomes. */
  pass(part: Part): Part[];
  /** True once every choice that has begun was ended by a sequence. */
  readonly hasEnded: boolean;
};

/**
 * Holds back text that may be the beginning of a sequence. Sequences are found within one text, as it was written.
 * @param choices choices of the stream
 */
export function createStopWatcher(sequences: readonly string[], choices = 1): StopWatcher {
  const longest = Math.max(...sequences.map(({ length }) => length));
  /** Deltas that may belong to a sequence, by choice. */
  const held = new Map<number, Delta[]>();
  const ended = new Set<number>();

  function flush(choice: number): Delta[] {
    const parts = held.get(choice) ?? [];
    held.delete(choice);
    return parts;
  }

  function passDelta(delta: Delta): Part[] {
    const { choice, id } = delta;
    const waiting = held.get(choice) ?? [];
    const isSameText = waiting[0] === undefined || waiting[0].id === id;
    const before = isSameText ? [] : flush(choice);
    const deltas = isSameText ? [...waiting, delta] : [delta];
    const text = deltas.map((one) => one.text).join("");
    const found = findFirst(text, sequences);
    if (found) {
      held.delete(choice);
      ended.add(choice);
      const { kept } = splitDeltas(deltas, found.at);
      const reason = { unified: "stop", stopSequence: found.sequence } as const;
      return [...before, ...kept, { type: "text-end", choice, id }, { type: "finish", choice, reason }];
    }
    const { kept, rest } = splitDeltas(deltas, text.length - countHeld(text, sequences, longest));
    if (rest.length > 0) held.set(choice, rest);
    else held.delete(choice);
    return [...before, ...kept];
  }

  return {
    get hasEnded() {
      return ended.size >= choices;
    },
    pass(part) {
      if (!("choice" in part)) return [part];
      if (ended.has(part.choice)) return [];
      if (part.type === "text-delta") return passDelta(part);
      const endsText = part.type === "text-end" || part.type === "finish";
      return endsText ? [...flush(part.choice), part] : [part];
    },
  };
}

/** Returns the sequence that is complete first; of two that begin at the same place the longer one. */
function findFirst(text: string, sequences: readonly string[]): { at: number; sequence: string } | undefined {
  let first: { at: number; sequence: string } | undefined;
  for (const sequence of sequences) {
    const at = text.indexOf(sequence);
    if (at < 0) continue;
    const isFirst = !first || at < first.at || (at === first.at && sequence.length > first.sequence.length);
    if (isFirst) first = { at, sequence };
  }
  return first;
}

/** Returns the length of the longest end of the text with which a sequence begins. */
function countHeld(text: string, sequences: readonly string[], longest: number): number {
  for (let length = Math.min(longest - 1, text.length); length > 0; length--) {
    const end = text.slice(text.length - length);
    if (sequences.some((sequence) => sequence.startsWith(end))) return length;
  }
  return 0;
}

function splitDeltas(deltas: readonly Delta[], at: number): { kept: Delta[]; rest: Delta[] } {
  const kept: Delta[] = [];
  const rest: Delta[] = [];
  let from = 0;
  for (const delta of deltas) {
    const length = at - from;
    from += delta.text.length;
    if (length >= delta.text.length) kept.push(delta);
    else if (length <= 0) rest.push(delta);
    else {
      const [first, second] = splitDelta(delta, length);
      kept.push(first);
      rest.push(second);
    }
  }
  return { kept, rest };
}

/** A token that is cut goes to the second half. */
function splitDelta(delta: Delta, length: number): [Delta, Delta] {
  const { text, logprobs, ...rest } = delta;
  const halves: [Delta, Delta] = [
    { ...rest, text: text.slice(0, length) },
    { ...rest, text: text.slice(length) },
  ];
  if (!logprobs) return halves;
  let end = 0;
  const first = logprobs.filter(({ token }) => {
    end += token.length;
    return end <= length;
  });
  halves[0].logprobs = first;
  halves[1].logprobs = logprobs.slice(first.length);
  return halves;
}
