/**
 * The gateway's own tokenizer: o200k_base through gpt-tokenizer. Loading it costs about 0.2 s and 75 MB, so it is
 * loaded at the first count and never on a server that only relays.
 */
import { createRequire } from "node:module";
import type * as O200kBase from "gpt-tokenizer/encoding/o200k_base";

let encoding: typeof O200kBase | undefined;

/** Loads synchronously, since plain functions count tokens. */
function loadEncoding(): typeof O200kBase {
  encoding ??= createRequire(import.meta.url)("gpt-tokenizer/encoding/o200k_base") as typeof O200kBase;
  return encoding;
}

/** Treats special tokens as text: `<|endoftext|>` has no special meaning in a prompt, and is not refused. */
const AS_TEXT = { disallowedSpecial: new Set<string>() };

/** Returns the number of tokens of `text`. */
export function countTokens(text: string): number {
  let tokens = 0;
  for (const counted of countInSlices([text])) tokens = counted;
  return tokens;
}

/** Limit on characters that are counted exactly; a million take about 0.1 s. */
const COUNTED_CHARACTERS = 1_000_000;

/**
 * Counts the tokens of all texts together. Yields the count so far every few thousand characters, so that other
 * requests get a turn; the last number is the total. Beyond a million characters the count is extrapolated.
 */
export function* countInSlices(texts: Iterable<string>): Generator<number, void, void> {
  const { encode } = loadEncoding();
  let tokens = 0;
  let counted = 0;
  let characters = 0;
  for (const text of texts) {
    characters += text.length;
    for (const segment of segments(text)) {
      if (counted >= COUNTED_CHARACTERS) break;
      tokens += encode(segment, AS_TEXT).length;
      counted += segment.length;
      yield tokens;
    }
  }
  if (counted < characters) yield Math.round((tokens * characters) / counted);
}

/** Text that is streamed as one delta: one token, or the few tokens that make up one character. */
export type TextPiece = { text: string; tokens: number };

/**
 * Splits `text` into pieces of one token each. A character of several tokens stays whole. The pieces join to `text`.
 */
export function tokenize(text: string): string[] {
  return Array.from(tokenPieces(text), (piece) => piece.text);
}

/** Like `tokenize`, with the number of tokens of each piece. Long texts are encoded lazily. */
export function* tokenPieces(text: string): Generator<TextPiece, void, void> {
  for (const segment of segments(text)) yield* piecesOf(segment);
}

function piecesOf(segment: string): TextPiece[] {
  const { encode, decodeGenerator } = loadEncoding();
  const tokens = encode(segment, AS_TEXT);
  let consumed = 0;
  function* counted() {
    for (const token of tokens) {
      consumed += 1;
      yield token;
    }
  }
  const pieces: TextPiece[] = [];
  let at = 0;
  let reported = 0;
  for (const decoded of decodeGenerator(counted())) {
    if (decoded === "") continue;
    // Lone surrogates decode to U+FFFD, which has the same length: pieces are cut from the text itself, so nothing is
    // lost.
    pieces.push({ text: segment.slice(at, at + decoded.length), tokens: consumed - reported });
    at += decoded.length;
    reported = consumed;
  }
  const rest = segment.slice(at);
  if (rest !== "" || consumed > reported) appendRest({ pieces, rest, tokens: consumed - reported });
  return pieces;
}

/** Appends text that the decoder swallowed (a byte order mark) to the last piece. */
function appendRest({ pieces, rest, tokens }: { pieces: TextPiece[]; rest: string; tokens: number }) {
  const last = pieces.at(-1);
  if (!last) pieces.push({ text: rest, tokens });
  else {
    last.text += rest;
    last.tokens += tokens;
  }
}

/** Limit on a run without a break: the merge is quadratic in its length (60,000 "a" take 2 s). */
const LONGEST_RUN = 256;

/**
 * Cut point of long texts: line starts, where the tokenizer always splits (a slash there may belong to the line
 * before).
 */
const LINE_START = /\n(?=[^\s/])/;
/** Cut point of a text without lines: between two words, where the tokenizer splits as well. */
const WORD_START = /(?<=[a-z])(?= [a-z])/;
const LONG_SEGMENT = 8192;

function* segments(text: string): Generator<string> {
  let start = 0;
  while (text.length - start > LONG_SEGMENT) {
    const end = segmentEnd(text, start);
    yield* withoutOverlongRuns(text.slice(start, end));
    start = end;
  }
  if (start < text.length) yield* withoutOverlongRuns(text.slice(start));
}

function segmentEnd(text: string, start: number): number {
  const from = start + LONG_SEGMENT;
  const next = text.slice(from, from + LONG_SEGMENT);
  const line = LINE_START.exec(next);
  if (line) return from + line.index + 1;
  const word = WORD_START.exec(next);
  return word ? from + word.index : wholeCharacter(text, Math.min(from + LONG_SEGMENT, text.length));
}

function* withoutOverlongRuns(text: string): Generator<string> {
  let start = 0;
  let run = 0;
  for (let index = 1; index <= text.length; index++) {
    if (index - run > LONGEST_RUN) {
      if (run > start) yield text.slice(start, run);
      start = wholeCharacter(text, run + LONGEST_RUN);
      yield text.slice(run, start);
      run = start;
    } else if (isSpace(text.charCodeAt(index)) !== isSpace(text.charCodeAt(index - 1))) run = index;
  }
  if (start < text.length) yield text.slice(start);
}

/** Matches what `\s` of a regular expression matches. */
function isSpace(code: number): boolean {
  if (code < 128) return code === 32 || (code >= 9 && code <= 13);
  return (
    code === 0xa0 ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    [0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff].includes(code)
  );
}

/** Returns the index, or the index before when it would split a surrogate pair. */
function wholeCharacter(text: string, index: number): number {
  const before = text.charCodeAt(index - 1);
  return index < text.length && before >= 0xd800 && before <= 0xdbff ? index - 1 : index;
}
