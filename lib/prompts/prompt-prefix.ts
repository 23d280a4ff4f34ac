/**
 * Prompt prefix: hashes of a prompt's tools, system text and messages in the order in which providers cache them. Two
 * requests of a conversation are compared by it; contents cannot be read from it.
 */
import { hash as hashOnce } from "node:crypto";
import { isRecord } from "#lib/contract/is-record.ts";

/** `t` for a tool, `s` for system text, `m` for another message. */
export type SegmentKind = "t" | "s" | "m";

export type PrefixSegment = {
  kind: SegmentKind;
  hash: string;
  /** Characters of its JSON. */
  size: number;
  /** Hash without dates, times and random ids; absent where it has none. */
  timeless?: string;
  /** True for a segment with a mark of the cache (`cache_control`). */
  isMarked?: true;
};

export type PromptPrefix = {
  /** Hashes of what names the conversation. */
  sessions: string[];
  segments: PrefixSegment[];
};

/** Segments of one prompt; messages after them are not compared. */
const MOST_SEGMENTS = 160;
/** Characters of a segment that are searched for dates. */
const LONGEST_SEARCHED = 65_536;
/** Messages from the first on that are searched for dates; those that programs write come first. */
const MESSAGES_SEARCHED = 3;
/** Ten characters of base64 have 60 bits: enough to compare some dozens of prompts. */
const HASH_LENGTH = 10;

/**
 * Hashes the prompt of a request of any text API. Yields after each segment, so that a long prompt is hashed in turns.
 * @param salt of the key: equal prompts of two keys have different hashes
 */
export function* hashPrompt(
  wire: object,
  { salt, sessions }: { salt: string; sessions: readonly string[] },
): Generator<void, PromptPrefix, void> {
  const hash = (text: string) => hashOnce("sha256", `${salt}\0${text}`, "base64url").slice(0, HASH_LENGTH);
  let messages = 0;
  const segments: PrefixSegment[] = [];
  for (const [kind, value] of listPrompt(wire as Record<string, unknown>)) {
    if (segments.length === MOST_SEGMENTS) break;
    const { text, isMarked } = serialize(value);
    if (kind === "m") messages++;
    const isSearched = kind !== "t" && messages <= MESSAGES_SEARCHED && text.length <= LONGEST_SEARCHED;
    const timeless = isSearched && DIGIT.test(text) ? text.replace(CHANGING, "#") : text;
    segments.push({
      kind,
      hash: hash(text),
      size: text.length,
      ...(timeless === text ? {} : { timeless: hash(timeless) }),
      ...(isMarked ? { isMarked } : {}),
    });
    yield;
  }
  return { sessions: sessions.map(hash), segments };
}

/** Lists what the model reads, in the order of the providers' caches: tools, system text, messages. */
function* listPrompt({
  tools,
  system,
  instructions,
  systemInstruction,
  messages,
  input,
  contents,
}: Record<string, unknown>): Generator<[SegmentKind, unknown], void, void> {
  for (const tool of listOf(tools)) {
    // Gemini's functions are one tool.
    const functions = isRecord(tool) ? listOf(tool.functionDeclarations) : [];
    for (const one of functions.length > 0 ? functions : [tool]) yield ["t", one];
  }
  const parts = isRecord(systemInstruction) ? systemInstruction.parts : undefined;
  for (const text of [...listOf(system), ...listOf(instructions), ...listOf(parts)]) yield ["s", text];
  for (const message of [...listOf(messages), ...listOf(input), ...listOf(contents)]) {
    const role = isRecord(message) ? message.role : undefined;
    yield [role === "system" || role === "developer" ? "s" : "m", message];
  }
}

function listOf(value: unknown): unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

/** Returns JSON without the marks of the cache, which are no part of the prompt. */
function serialize(value: unknown): { text: string; isMarked: boolean } {
  let text = JSON.stringify(value) ?? "";
  let isMarked = false;
  if (text.includes('"cache_control"')) {
    text = JSON.stringify(value, (name, one: unknown) => {
      if (name !== "cache_control") return one;
      isMarked ||= one !== null;
      return undefined;
    });
  }
  return { text: text.length > BEGINNING ? text.replace(LONG_STRING, abridge) : text, isMarked };
}

/** Beginning of a string that a large body is abridged to; see abridge-json.ts. */
const BEGINNING = 1_000;
const LONG_STRING = /"([^"\\]{1000})([^"\\]*)"/g;
/** Characters after it in a body that was abridged, and at least in one that was not. */
const LONGEST_REST = 40;
const REST_OF_FILE = 64_000;

/** Counts a file as its beginning, since that is all that is left of it in a body that was abridged. */
function abridge(whole: string, beginning: string, rest: string): string {
  return rest.length <= LONGEST_REST || rest.length > REST_OF_FILE ? `"${beginning}"` : whole;
}

/** All that changes has one, and most messages have none. */
const DIGIT = /\d/;

/** Matches dates, times, Unix seconds and milliseconds, and UUIDs. */
const CHANGING = new RegExp(
  [
    String.raw`\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)?(?:Z|[+-]\d{2}:?\d{2})?`,
    String.raw`\b\d{1,2}:\d{2}(?::\d{2})?(?: ?[AP]M)?\b`,
    String.raw`\b(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? )?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* \d{1,2}(?:, \d{4}| \d{4})?\b`,
    String.raw`\b\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* \d{4}\b`,
    String.raw`\b\d{1,2}/\d{1,2}/\d{2,4}\b`,
    String.raw`\b1\d{9}(?:\d{3})?\b`,
    String.raw`\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b`,
  ].join("|"),
  "gi",
);

/** Writes a prefix as a column of the log: some kilobytes at most. */
export function writePrefix({ sessions, segments }: PromptPrefix): string {
  const written = segments.map(({ kind, hash, size, timeless, isMarked }) => {
    const marks = `${isMarked ? "*" : ""}${timeless === undefined ? "" : `~${timeless}`}`;
    return `${kind}${hash}.${size.toString(36)}${marks}`;
  });
  return `${sessions.join(" ")}|${written.join(" ")}`;
}

const SEGMENT = /^([tsm])([\w-]+)\.([0-9a-z]+)(\*)?(?:~([\w-]+))?$/;

export function readPrefix(column: string): PromptPrefix {
  const [sessions = "", segments = ""] = column.split("|");
  return {
    sessions: sessions.split(" ").filter((one) => one !== ""),
    segments: segments.split(" ").flatMap((text): PrefixSegment[] => {
      const [, kind, hash, size, mark, timeless] = SEGMENT.exec(text) ?? [];
      if (hash === undefined || size === undefined) return [];
      return [
        {
          kind: kind as SegmentKind,
          hash,
          size: Number.parseInt(size, 36),
          ...(timeless === undefined ? {} : { timeless }),
          ...(mark === undefined ? {} : { isMarked: true }),
        },
      ];
    }),
  };
}
