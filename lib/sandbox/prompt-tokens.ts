/** How many tokens a prompt is. The flat figures are the ones that docs/guide/sandbox.md promises. */
import type { AssistantContent, Call, FileContent, UserContent } from "#lib/canonical/call.ts";
import { partsOf } from "./conversation.ts";
import { countTokens } from "./count-tokens.ts";
import { fileBytes, fileText } from "./file-bytes.ts";
import { oncePer } from "./once-per.ts";

/** Chat markup around each message, around a name, and before the answer. */
const PER_MESSAGE = 3;
const PER_NAME = 1;
const PRIMING = 3;
const IMAGE = 765;
const IMAGE_LOW_DETAIL = 85;
/** A file that is not text, and one that is not here. */
const OTHER_FILE = 258;

export const promptTokens = oncePer((call: Call): number => {
  let tokens = PRIMING;
  for (const message of call.messages) {
    tokens += PER_MESSAGE;
    if (message.name !== undefined) tokens += PER_NAME + countTokens(message.name);
    for (const part of partsOf(message)) tokens += partTokens(part);
  }
  if (call.tools?.length) tokens += countTokens(JSON.stringify(call.tools));
  if (call.output?.type === "json-schema") tokens += countTokens(JSON.stringify(call.output.schema ?? {}));
  return tokens;
});

function partTokens(part: UserContent | AssistantContent): number {
  switch (part.type) {
    case "text":
    case "refusal":
    case "reasoning":
      return countTokens(part.text);
    case "tool-call":
      return countTokens(part.name) + countTokens(part.input) + PER_MESSAGE;
    case "file":
      return fileTokens(part);
    case "unknown":
      return countTokens(JSON.stringify(part.value) ?? "");
  }
}

function fileTokens(file: FileContent): number {
  if (file.mediaType.startsWith("image/")) return file.detail === "low" ? IMAGE_LOW_DETAIL : IMAGE;
  const bytes = fileBytes(file);
  const text = bytes && fileText(file, bytes);
  return text === undefined ? OTHER_FILE : countTokens(text);
}
