import { type Fields, fields, number, string } from "#lib/playground/dialects/json-fields.ts";
import type { EventFacts } from "../event-facts.ts";

/** Reads a chunk of a chat completion, or a whole one (wire-formats §1.6). */
export function readChatCompletionEvent(body: Fields): EventFacts {
  const choices = Array.isArray(body.choices) ? body.choices.map((choice) => fields(choice) ?? {}) : [];
  const outputTokens = number(fields(body.usage)?.completion_tokens);
  const counted = outputTokens === undefined ? {} : { outputTokens };
  const reason = choices.map(({ finish_reason: value }) => string(value)).find(Boolean);
  const ending = reason === undefined ? counted : { ...counted, finish: reason };
  const content = choices.map(readDelta).find((facts) => facts !== undefined);
  if (content) return { ...content, ...ending };
  if (reason !== undefined) return { kind: "finish", preview: reason, ...ending };
  if (outputTokens !== undefined) return { kind: "usage", preview: `${outputTokens} output tokens`, ...counted };
  const role = choices.map((choice) => string(fields(choice.delta)?.role)).find(Boolean);
  return { kind: "meta", preview: role === undefined ? string(body.object) : `role ${role}` };
}

function readDelta(choice: Fields): EventFacts | undefined {
  const delta = fields(choice.delta) ?? fields(choice.message) ?? {};
  const call = Array.isArray(delta.tool_calls) ? fields(delta.tool_calls[0]) : undefined;
  if (call) {
    const made = fields(call.function) ?? fields(call.custom) ?? {};
    const name = string(made.name);
    const given = string(made.arguments) || string(made.input);
    return { kind: "tool", preview: name === "" ? given : `${name}(${given}`, ...(name === "" ? {} : { tool: name }) };
  }
  const text = string(delta.content) || string(delta.refusal);
  if (text !== "") return { kind: "text", preview: text };
  const reasoning = string(delta.reasoning_content) || string(delta.reasoning);
  return reasoning === "" ? undefined : { kind: "reasoning", preview: reasoning };
}
