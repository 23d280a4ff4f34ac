import { type Fields, fields, number, string } from "#lib/playground/dialects/json-fields.ts";
import type { EventFacts, EventKind } from "../event-facts.ts";

const DELTAS: Record<string, EventKind> = {
  text: "text",
  thought_summary: "reasoning",
  thought_signature: "reasoning",
  arguments_delta: "tool",
  image: "image",
};

/** Reads an event of the Interactions API, or a whole interaction (wire-formats §14.4, §14.5). */
export function readInteractionEvent(body: Fields): EventFacts {
  const type = string(body.event_type);
  if (type === "step.delta") return readDelta(fields(body.delta) ?? {});
  if (type === "interaction.completed") return readEnding(fields(body.interaction) ?? {});
  if (type === "" && string(body.status) !== "") return readEnding(body);
  const step = fields(body.step);
  const stepType = string(step?.type);
  if (type === "step.start" && stepType.endsWith("_call")) {
    const name = string(step?.name) || stepType.replace(/_call$/, "");
    return { kind: "tool", preview: `${name}(`, tool: name };
  }
  const words = type.replaceAll(/[._]/g, " ");
  return { kind: "meta", preview: stepType === "" ? words : `${words}: ${stepType}` };
}

function readDelta(delta: Fields): EventFacts {
  const type = string(delta.type);
  const text = string(delta.text) || string(fields(delta.content)?.text) || string(delta.arguments);
  return { kind: DELTAS[type] ?? "meta", preview: text || type.replaceAll("_", " ") };
}

function readEnding(interaction: Fields): EventFacts {
  const status = string(interaction.status) || "completed";
  const usage = fields(interaction.usage);
  const outputTokens = usage && (number(usage.total_output_tokens) ?? 0) + (number(usage.total_thought_tokens) ?? 0);
  const counted = outputTokens === undefined ? {} : { outputTokens };
  const [error] = Array.isArray(interaction.errors) ? interaction.errors : [];
  if (status === "failed") return { kind: "error", preview: string(fields(error)?.message) || status, ...counted };
  return { kind: "finish", preview: status, finish: status, ...counted };
}
