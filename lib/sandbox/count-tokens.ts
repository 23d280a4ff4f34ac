/**
 * The sandbox's tokenizer: o200k_base through gpt-tokenizer. Loading it costs about 0.2 s and 75 MB, so it happens at the
 * first count and never when the server only relays.
 */
import { createRequire } from "node:module";
import type * as O200kBase from "gpt-tokenizer/encoding/o200k_base";

let encoding: typeof O200kBase | undefined;

/** Synchronous on purpose: a count is needed in the middle of plain functions. */
function loadEncoding(): typeof O200kBase {
  encoding ??= createRequire(import.meta.url)("gpt-tokenizer/encoding/o200k_base") as typeof O200kBase;
  return encoding;
}

/** Special tokens in a text are text: nobody can smuggle `<|endoftext|>` in, and nobody is refused for writing it. */
const AS_TEXT = { disallowedSpecial: new Set<string>() };

/** How many tokens `text` is. Very long texts (over a million characters) are counted in part and extrapolated. */
export function countTokens(text: string): number {
  const { encode } = loadEncoding();
  const counted = text.length > COUNTED_CHARACTERS ? text.slice(0, COUNTED_CHARACTERS) : text;
  let tokens = 0;
  for (const segment of segments(counted)) tokens += encode(segment, AS_TEXT).length;
  return counted.length === text.length ? tokens : Math.round((tokens * text.length) / counted.length);
}

/** Counting a million characters takes about 0.1 s on the event loop, which is as long as a request may hold it. */
const COUNTED_CHARACTERS = 1_000_000;

/** A stretch of text that is streamed as one delta: one token, or the few tokens that make up one character. */
export type TextPiece = { text: string; tokens: number };

/** `text` in pieces of one token each; a character that is spread over several tokens stays whole. Joined, they are `text`. */
export function tokenize(text: string): string[] {
  return Array.from(tokenPieces(text), (piece) => piece.text);
}

/** As `tokenize`, with the number of tokens of each piece. Long texts are encoded as they are asked for. */
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
    // Lone surrogates decode to U+FFFD, of the same length: the piece is cut from the text itself, so nothing is lost.
    pieces.push({ text: segment.slice(at, at + decoded.length), tokens: consumed - reported });
    at += decoded.length;
    reported = consumed;
  }
  const rest = segment.slice(at);
  if (rest !== "" || consumed > reported) appendRest({ pieces, rest, tokens: consumed - reported });
  return pieces;
}

/** What the decoder swallowed (a byte order mark) goes to the last piece. */
function appendRest({ pieces, rest, tokens }: { pieces: TextPiece[]; rest: string; tokens: number }) {
  const last = pieces.at(-1);
  if (!last) pieces.push({ text: rest, tokens });
  else {
    last.text += rest;
    last.tokens += tokens;
  }
}

/** The merge is quadratic in the length of one run without a break (60,000 "a" take 2 s), so that such runs are cut. */
const LONGEST_RUN = 256;
const OVERLONG = /\S{257}|\s{257}/;

/** Long texts are cut at line starts, where the tokenizer always splits (a slash there may belong to what is before it). */
const LINE_START = /\n(?=[^\s/])/g;
const LONG_SEGMENT = 8192;

function* segments(text: string): Generator<string> {
  let start = 0;
  while (text.length - start > LONG_SEGMENT) {
    LINE_START.lastIndex = start + LONG_SEGMENT;
    const cut = LINE_START.exec(text);
    if (!cut) break;
    yield* withoutOverlongRuns(text.slice(start, cut.index + 1));
    start = cut.index + 1;
  }
  if (start < text.length) yield* withoutOverlongRuns(text.slice(start));
}

function* withoutOverlongRuns(text: string): Generator<string> {
  if (!OVERLONG.test(text)) {
    yield text;
    return;
  }
  let start = 0;
  for (const run of text.matchAll(/\S{257,}|\s{257,}/g)) {
    if (run.index > start) yield text.slice(start, run.index);
    const end = run.index + run[0].length;
    for (start = run.index; start < end; ) {
      let cut = Math.min(start + LONGEST_RUN, end);
      // Not between the two halves of one character.
      if (cut < end && isHighSurrogate(text.charCodeAt(cut - 1))) cut -= 1;
      yield text.slice(start, cut);
      start = cut;
    }
  }
  if (start < text.length) yield text.slice(start);
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
