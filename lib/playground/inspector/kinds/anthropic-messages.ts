import { type Fields, fields, number, string } from "#lib/playground/dialects/json-fields.ts";
import type { EventFacts } from "../event-facts.ts";

/** Reads an event of the Messages API, or a whole message (wire-formats §3.5). */
export function readMessagesEvent(body: Fields): EventFacts {
  switch (body.type) {
    case "message_start":
      return { kind: "meta", preview: `message start: ${string(fields(body.message)?.model)}` };
    case "content_block_start":
      return readBlockStart(fields(body.content_block) ?? {});
    case "content_block_delta":
      return readDelta(fields(body.delta) ?? {});
    case "content_block_stop":
      return { kind: "meta", preview: `block ${number(body.index) ?? ""} stop` };
    case "message_delta":
    case "message":
      return readEnding(body.type === "message" ? body : (fields(body.delta) ?? {}), body);
    case "message_stop":
      return { kind: "done", preview: "message stop" };
    case "ping":
      return { kind: "ping", preview: "ping" };
    default:
      return { kind: "other", preview: string(body.type) };
  }
}

function readBlockStart(block: Fields): EventFacts {
  const type = string(block.type);
  if (!type.endsWith("tool_use")) return { kind: "meta", preview: `block start: ${type}` };
  const name = string(block.name);
  return { kind: "tool", preview: `${name}(`, tool: name };
}

function readDelta(delta: Fields): EventFacts {
  switch (delta.type) {
    case "text_delta":
      return { kind: "text", preview: string(delta.text) };
    case "thinking_delta":
      return { kind: "reasoning", preview: string(delta.thinking) };
    case "signature_delta":
      return { kind: "meta", preview: "signature of the reasoning" };
    case "input_json_delta":
      return { kind: "tool", preview: string(delta.partial_json) };
    default:
      return { kind: "meta", preview: string(delta.type).replaceAll("_", " ") };
  }
}

function readEnding({ stop_reason: reason }: Fields, { usage }: Fields): EventFacts {
  const outputTokens = number(fields(usage)?.output_tokens);
  const counted = outputTokens === undefined ? {} : { outputTokens };
  const finish = string(reason);
  if (finish === "") return { kind: "usage", preview: `${outputTokens ?? 0} output tokens`, ...counted };
  return { kind: "finish", preview: finish, finish, ...counted };
}
