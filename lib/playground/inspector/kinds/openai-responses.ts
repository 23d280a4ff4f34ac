import { type Fields, fields, number, string } from "#lib/playground/dialects/json-fields.ts";
import type { EventFacts, EventKind } from "../event-facts.ts";

const DELTAS: Record<string, EventKind> = {
  "response.output_text.delta": "text",
  "response.refusal.delta": "text",
  "response.reasoning_text.delta": "reasoning",
  "response.reasoning_summary_text.delta": "reasoning",
  "response.function_call_arguments.delta": "tool",
  "response.custom_tool_call_input.delta": "tool",
  "response.mcp_call_arguments.delta": "tool",
  "response.code_interpreter_call_code.delta": "tool",
};

const ENDINGS = new Set(["response.completed", "response.incomplete", "response.failed", "response.cancelled"]);

/** Reads an event of the Responses API, or a whole Response (wire-formats §2.6). */
export function readResponsesEvent(body: Fields): EventFacts {
  const type = string(body.type);
  const delta = DELTAS[type];
  if (delta !== undefined) return { kind: delta, preview: string(body.delta) };
  if (ENDINGS.has(type)) return readEnding(fields(body.response) ?? {});
  if (body.object === "response") return readEnding(body);
  if (type === "keepalive") return { kind: "ping", preview: "keep-alive" };
  if (type.endsWith(".partial_image")) {
    return { kind: "image", preview: `partial image ${number(body.partial_image_index) ?? ""}`.trim() };
  }
  const words = type.replace(/^response\./, "").replaceAll(/[._]/g, " ");
  const item = fields(body.item);
  const itemType = string(item?.type);
  if (type === "response.output_item.added" && itemType.endsWith("_call")) {
    const name = string(item?.name) || itemType.replace(/_call$/, "");
    return { kind: "tool", preview: `${name}(`, tool: name };
  }
  return { kind: "meta", preview: itemType === "" ? words : `${words}: ${itemType}` };
}

function readEnding(response: Fields): EventFacts {
  const status = string(response.status) || "completed";
  const outputTokens = number(fields(response.usage)?.output_tokens);
  const counted = outputTokens === undefined ? {} : { outputTokens };
  if (status === "failed") {
    return { kind: "error", preview: string(fields(response.error)?.message) || "failed", ...counted };
  }
  const reason = string(fields(response.incomplete_details)?.reason) || status;
  return { kind: "finish", preview: reason, finish: reason, ...counted };
}
