import { type Fields, fields, number, string } from "#lib/playground/dialects/json-fields.ts";
import type { EventFacts } from "../event-facts.ts";

/** Reads a GenerateContentResponse, streamed or whole (wire-formats §4.7). Each may have the token counts so far. */
export function readGenerateContentEvent(body: Fields): EventFacts {
  const candidates = Array.isArray(body.candidates) ? body.candidates.map((entry) => fields(entry) ?? {}) : [];
  const usage = fields(body.usageMetadata);
  const outputTokens = usage && (number(usage.candidatesTokenCount) ?? 0) + (number(usage.thoughtsTokenCount) ?? 0);
  const counted = outputTokens === undefined ? {} : { outputTokens };
  const reason = candidates.map(({ finishReason }) => string(finishReason)).find(Boolean);
  const ending = reason === undefined ? counted : { ...counted, finish: reason };
  const content = candidates
    .flatMap((candidate) => fields(candidate.content)?.parts ?? [])
    .map((part) => readPart(fields(part) ?? {}))
    .find((facts) => facts !== undefined);
  if (content) return { ...content, ...ending };
  if (reason !== undefined) return { kind: "finish", preview: reason, ...ending };
  const blocked = string(fields(body.promptFeedback)?.blockReason);
  if (blocked !== "") return { kind: "error", preview: `the prompt was blocked: ${blocked}` };
  if (outputTokens !== undefined) return { kind: "usage", preview: `${outputTokens} output tokens`, ...counted };
  return { kind: "meta", preview: "" };
}

function readPart(part: Fields): EventFacts | undefined {
  const call = fields(part.functionCall);
  if (call) {
    const name = string(call.name);
    return { kind: "tool", preview: `${name}(${JSON.stringify(call.args ?? {})})`, tool: name };
  }
  const file = fields(part.inlineData);
  if (file) return { kind: "image", preview: string(file.mimeType) };
  const text = string(part.text);
  if (text === "") return undefined;
  return { kind: part.thought === true ? "reasoning" : "text", preview: text };
}
