/** How many tokens a prompt is. The flat figures are the ones that docs/guide/sandbox.md promises. */
import type { AssistantContent, Call, FileContent, UserContent } from "#lib/canonical/call.ts";
import { partsOf } from "./conversation.ts";
import { countInTurns } from "./count-tokens.ts";
import { fileBytes, fileText, mayBeText } from "./file-bytes.ts";
import { inTurns } from "./in-turns.ts";

/** Chat markup around each message, around a name, and before the answer. */
const PER_MESSAGE = 3;
const PER_NAME = 1;
const PRIMING = 3;
const IMAGE = 765;
const IMAGE_LOW_DETAIL = 85;
/** A file that is not text, and one that is not here. */
const OTHER_FILE = 258;

const known = new WeakMap<Call, number>();

export function promptTokens(call: Call): number {
  for (const _ of countPrompt(call));
  return known.get(call) ?? 0;
}

/** Counts with turns for others in between, so that a later `promptTokens` of the same call is there at once. */
export async function promptTokensInTurns(call: Call): Promise<number> {
  await inTurns(countPrompt(call));
  return promptTokens(call);
}

/** Counts a call's prompt and remembers it. Yields often; who takes a break comes back to where it was. */
function* countPrompt(call: Call): Generator<void, void, void> {
  if (known.has(call)) return;
  const fixed = { tokens: PRIMING };
  let counted = 0;
  for (counted of countInTurns(promptTexts(call, fixed))) yield;
  known.set(call, fixed.tokens + counted);
}

/** All texts of a prompt. Adds to `fixed` the tokens of what is no text. */
function* promptTexts(call: Call, fixed: { tokens: number }): Generator<string, void, void> {
  for (const message of call.messages) {
    fixed.tokens += PER_MESSAGE;
    if (message.name !== undefined) {
      fixed.tokens += PER_NAME;
      yield message.name;
    }
    for (const part of partsOf(message)) yield* partTexts(part, fixed);
  }
  if (call.tools?.length) yield JSON.stringify(call.tools);
  if (call.output?.type === "json-schema") yield JSON.stringify(call.output.schema ?? {});
}

function* partTexts(part: UserContent | AssistantContent, fixed: { tokens: number }): Generator<string, void, void> {
  switch (part.type) {
    case "text":
    case "refusal":
    case "reasoning":
      yield part.text;
      return;
    case "tool-call":
      fixed.tokens += PER_MESSAGE;
      yield part.name;
      yield part.input;
      return;
    case "file": {
      const text = textOf(part);
      if (text === undefined) fixed.tokens += flatTokens(part);
      else yield text;
      return;
    }
    case "unknown":
      yield JSON.stringify(part.value) ?? "";
  }
}

/** Tokens of an attachment; the number in docs/guide/sandbox.md for one that is not text. */
export async function fileTokens(file: FileContent): Promise<number> {
  const text = textOf(file);
  return text === undefined ? flatTokens(file) : ((await inTurns(countInTurns([text]))) ?? 0);
}

function flatTokens({ mediaType, detail }: FileContent): number {
  if (!mediaType.startsWith("image/")) return OTHER_FILE;
  return detail === "low" ? IMAGE_LOW_DETAIL : IMAGE;
}

/** The text that is counted; undefined for an image, an SVG among them, and for what is not text. */
function textOf(file: FileContent): string | undefined {
  if (file.mediaType.startsWith("image/") || !mayBeText(file.mediaType)) return undefined;
  const bytes = fileBytes(file);
  return bytes && fileText(file, bytes);
}
