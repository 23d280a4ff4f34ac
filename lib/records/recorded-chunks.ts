/** Chunks of a recorded response as a replay plays them: cut after some events, each at its time. */
import { setTimeout as delay } from "node:timers/promises";
import type { RecordedBody } from "#lib/contract/request-record.ts";
import type { ReplayName } from "./replay-name.ts";

type Chunks = RecordedBody["chunks"];

/** Returns the chunks up to the cut, which lies after a whole event; all of them without a cut. */
export function cutChunks(chunks: Chunks, cut: ReplayName["cut"]): { chunks: Chunks; isCut: boolean } {
  if (!cut) return { chunks, isCut: false };
  const total = chunks.reduce((sum, [, text]) => sum + listEventEnds(text).length, 0);
  const wanted = cut.isPercent ? Math.floor((total * cut.count) / 100) : cut.count;
  if (wanted >= total) return { chunks, isCut: false };
  const kept: Chunks = [];
  let left = wanted;
  for (const [at, text] of chunks) {
    if (left === 0) break;
    const ends = listEventEnds(text);
    const last = ends[left - 1];
    kept.push([at, last === undefined ? text : text.slice(0, last)]);
    left = Math.max(0, left - ends.length);
  }
  return { chunks: kept, isCut: true };
}

/** Offsets after the events that end in a text. A chunk of a stream without events counts as one. */
function listEventEnds(text: string): number[] {
  const ends = [...text.matchAll(/\r?\n\r?\n/g)].map(({ index, 0: end }) => index + end.length);
  return ends.length > 0 || /^(?:data|event|id|:)/m.test(text) ? ends : [text.length];
}

/**
 * Yields the chunks at their recorded times; those that are due together come together. Each time counts from the
 * beginning, so that a late chunk makes no other late.
 * @param speed factor on the times; 0 for no waits
 * @param startedAt time by `performance.now()` from which the recorded times count
 * @param signal ends the play silently
 */
export async function* playChunks(
  chunks: Chunks,
  { speed, signal, startedAt }: { speed: number; signal: AbortSignal; startedAt: number },
): AsyncGenerator<string, void, void> {
  for (const [at, text] of chunks) {
    const wait = speed === 0 ? 0 : at / speed - (performance.now() - startedAt);
    // A timer of less than a millisecond would be late.
    if (wait >= 1) await delay(wait, undefined, { signal }).catch(() => {});
    if (signal.aborted) return;
    if (text !== "") yield text;
  }
}
