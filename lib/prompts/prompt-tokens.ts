/** Token count of a prompt. docs/guide/sandbox.md promises the flat figures. */
import type { AssistantContent, Call, FileContent, UserContent } from "#lib/canonical/call.ts";
import { contentParts } from "#lib/canonical/content-parts.ts";
import { countInSlices } from "./count-tokens.ts";
import { fileBytes, fileText, mayBeText } from "./file-bytes.ts";
import { runInSlices } from "./run-in-slices.ts";

/** Chat markup around each message, around a name, and before the response. */
const PER_MESSAGE = 3;
const PER_NAME = 1;
const PRIMING = 3;
const IMAGE = 765;
const IMAGE_LOW_DETAIL = 85;
/** Tokens of a file that is not text, or that is only a reference. */
const OTHER_FILE = 258;

const known = new WeakMap<Call, number>();

export function promptTokens(call: Call): number {
  for (const _ of countPrompt(call));
  return known.get(call) ?? 0;
}

/** Counts in turns with other requests, so that a later `promptTokens` of the same call returns at once. */
export async function countPromptTokens(call: Call): Promise<number> {
  await runInSlices(countPrompt(call));
  return promptTokens(call);
}

/** Counts a call's prompt and caches it. Yields often, so that others get a turn. */
function* countPrompt(call: Call): Generator<void, void, void> {
  if (known.has(call)) return;
  const fixed = { tokens: PRIMING };
  let counted = 0;
  for (counted of countInSlices(promptTexts(call, fixed))) yield;
  known.set(call, fixed.tokens + counted);
}

/** Yields all texts of a prompt, and adds the tokens of other content to `fixed`. */
function* promptTexts(call: Call, fixed: { tokens: number }): Generator<string, void, void> {
  for (const message of call.messages) {
    fixed.tokens += PER_MESSAGE;
    if (message.name !== undefined) {
      fixed.tokens += PER_NAME;
      yield message.name;
    }
    for (const part of contentParts(message)) yield* partTexts(part, fixed);
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

/** Returns the tokens of an attachment; the figure of docs/guide/sandbox.md when it is not text. */
export async function fileTokens(file: FileContent): Promise<number> {
  const text = textOf(file);
  return text === undefined ? flatTokens(file) : ((await runInSlices(countInSlices([text]))) ?? 0);
}

function flatTokens({ mediaType, detail }: FileContent): number {
  if (!mediaType.startsWith("image/")) return OTHER_FILE;
  return detail === "low" ? IMAGE_LOW_DETAIL : IMAGE;
}

/** Returns the text to count; undefined for images, including SVG, and for other files that are not text. */
function textOf(file: FileContent): string | undefined {
  if (file.mediaType.startsWith("image/") || !mayBeText(file.mediaType)) return undefined;
  const bytes = fileBytes(file);
  return bytes && fileText(file, bytes);
}
