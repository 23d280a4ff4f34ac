/**
 * A tool call's input: an object in this API, the model's own text in the vocabulary.
 * Text that is not a JSON object goes under the key that this API's documentation gives for it.
 */
import { isRecord } from "#lib/contract/is-record.ts";

const INVALID = "INVALID_JSON";

export function writeToolInput(text: string, kind: "function" | "custom"): Record<string, unknown> {
  // This API has no form for a custom tool's free text.
  if (kind === "custom") return { input: text };
  if (text.trim() === "") return {};
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value)) return value;
  } catch {
    // Cut short by a token limit, most often.
  }
  return { [INVALID]: text };
}

export function readToolInput(input: unknown): string {
  if (typeof input === "string") return input;
  if (typeof input === "object" && input !== null) {
    const invalid = (input as Record<string, unknown>)[INVALID];
    if (typeof invalid === "string" && Object.keys(input).length === 1) return invalid;
  }
  return JSON.stringify(input ?? {});
}
