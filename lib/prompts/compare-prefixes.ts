/** Compares the prompts of two requests by their hashes, and says where and why the later one leaves the earlier. */
import type { PrefixBreak } from "#lib/contract/prompt-cache.ts";
import type { PrefixSegment, PromptPrefix, SegmentKind } from "./prompt-prefix.ts";

export type PrefixComparison = {
  /** Undefined while the earlier prompt is the beginning of the later, or the later one is the beginning of it. */
  break: PrefixBreak | undefined;
  /** Share of the earlier prompt before the break, from 0 to 1. */
  share: number;
};

type Segments = readonly PrefixSegment[];

export function comparePrefixes(before: PromptPrefix, after: PromptPrefix): PrefixComparison {
  const [was, is] = [before.segments, after.segments];
  const at = countEqual(was, is);
  const isAtEnd = at === was.length || at === is.length;
  const found = isAtEnd ? findLostMark(was, is, at) : describeBreak(was, is, at);
  return { break: found?.break, share: shareOf(was, found?.at ?? at) };
}

/** Returns how much of two prompts' messages is equal from the first one on, in characters. */
export function countEqualMessages(before: PromptPrefix, after: PromptPrefix): number {
  const was = before.segments.filter(({ kind }) => kind === "m");
  const is = after.segments.filter(({ kind }) => kind === "m");
  return sizeOf(was.slice(0, countEqual(was, is)));
}

function countEqual(was: Segments, is: Segments): number {
  let at = 0;
  while (at < was.length && at < is.length && isSame(was[at] as PrefixSegment, is[at] as PrefixSegment)) at++;
  return at;
}

function isSame(one: PrefixSegment, other: PrefixSegment): boolean {
  return one.kind === other.kind && one.hash === other.hash;
}

type Found = { break: PrefixBreak; at: number };

function describeBreak(was: Segments, is: Segments, at: number): Found {
  const [old, now] = [was[at] as PrefixSegment, is[at] as PrefixSegment];
  const kind = firstOf(old.kind, now.kind);
  const [part, index] = [PARTS[kind], placeOf(was, at, kind)];
  const found = (cause: PrefixBreak["cause"], from: number | null = null): Found => ({
    break: { cause, part, index, was: from },
    at,
  });
  if (kind === "t" && isReordered(was, is)) {
    return found(
      "tool_order",
      was.filter(isTool).findIndex(({ hash }) => hash === now.hash),
    );
  }
  if (old.kind === now.kind && old.timeless !== undefined && old.timeless === now.timeless) return found("timestamp");
  return found(CAUSES[kind]);
}

const PARTS = { t: "tools", s: "system", m: "messages" } as const;
const CAUSES = { t: "tools", s: "system", m: "message" } as const;

/** The part that comes first: a tool that was added stands where the system text was. */
function firstOf(one: SegmentKind, other: SegmentKind): SegmentKind {
  if (one === "t" || other === "t") return "t";
  return one === "s" || other === "s" ? "s" : "m";
}

const isTool = ({ kind }: PrefixSegment) => kind === "t";

function isReordered(was: Segments, is: Segments): boolean {
  const hashesOf = (segments: Segments) => segments.filter(isTool).map(({ hash }) => hash);
  const [old, now] = [hashesOf(was).sort(), hashesOf(is).sort()];
  return old.length === now.length && old.every((hash, index) => hash === now[index]);
}

/** Returns the place among the segments of its kind. */
function placeOf(segments: Segments, at: number, kind: SegmentKind): number {
  return segments.slice(0, at).filter((segment) => segment.kind === kind).length;
}

/**
 * Finds a mark of the cache that is gone while no later one of the equal part took its place: a provider with marks
 * reads its cache up to a mark only.
 */
function findLostMark(was: Segments, is: Segments, end: number): Found | undefined {
  const lastWas = findLastMark(was, end);
  const lastIs = findLastMark(is, is.length);
  if (lastWas < 0 || lastIs >= lastWas) return undefined;
  const { kind } = was[lastWas] as PrefixSegment;
  const place = { part: PARTS[kind], index: placeOf(was, lastWas, kind), was: null };
  return { break: { cause: "cache_marks", ...place }, at: lastIs + 1 };
}

function findLastMark(segments: Segments, end: number): number {
  return segments.slice(0, end).findLastIndex(({ isMarked }) => isMarked === true);
}

function shareOf(segments: Segments, end: number): number {
  const whole = sizeOf(segments);
  return whole === 0 ? 1 : sizeOf(segments.slice(0, end)) / whole;
}

function sizeOf(segments: Segments): number {
  return segments.reduce((sum, { size }) => sum + size, 0);
}
