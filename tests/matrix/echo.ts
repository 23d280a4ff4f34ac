/** The second turn of a conversation: what a client of each API sends after a response, with or without calls. */
import type { WireRequest } from "#lib/dialects/dialect.ts";
import type { AnyDialectId as DialectId } from "./dialects.ts";

export type Keeping = "every field" | "known fields only";
export const keepings: Keeping[] = ["every field", "known fields only"];

type Fields = Record<string, unknown>;

/**
 * @param answer the body of the response, as the gateway wrote it
 * @param keeping "known fields only" is a typed client: of a response it sends back what its first version's types name
 */
export function secondTurn({
  client,
  wire,
  answer,
  keeping,
}: {
  client: DialectId;
  wire: WireRequest;
  answer: Fields;
  keeping: Keeping;
}): Fields {
  const asked = wire as unknown as Record<string, unknown>;
  const keep = (value: Fields, names: string[]): Fields =>
    keeping === "every field"
      ? value
      : Object.fromEntries(Object.entries(value).filter(([name]) => names.includes(name)));
  switch (client) {
    case "openai-chat": {
      const [choice] = answer.choices as { message: Fields & { tool_calls?: Fields[] } }[];
      const { tool_calls: calls = [], ...message } = choice?.message ?? {};
      const kept = calls.map((call) => keep(call, ["id", "type", "function"]));
      const results = calls.map(({ id }) => ({ role: "tool", tool_call_id: id, content: "21" }));
      const turn = { ...keep(message, ["role", "content"]), ...(kept.length > 0 ? { tool_calls: kept } : {}) };
      const next = results.length > 0 ? results : [{ role: "user", content: GO_ON }];
      return { ...asked, messages: [...(asked.messages as Fields[]), turn, ...next] };
    }
    case "openai-responses": {
      // The flat elements are for readers of the plain form; SDKs' clients send back the items that they know.
      const items = (answer.output as Fields[]).filter(({ type }) => type !== "output_text");
      const kept = items.map((item) => keep(item, RESPONSES_FIELDS[String(item.type)] ?? []));
      const results = items
        .filter(({ type }) => type === "function_call")
        .map(({ call_id }) => ({ type: "function_call_output", call_id, output: "21" }));
      const input =
        typeof asked.input === "string" ? [{ role: "user", content: asked.input }] : (asked.input as Fields[]);
      const next = results.length > 0 ? results : [{ role: "user", content: GO_ON }];
      return { ...asked, input: [...input, ...kept, ...next] };
    }
    case "anthropic-messages": {
      const blocks = answer.content as Fields[];
      const kept = blocks.map((block) => keep(block, MESSAGES_FIELDS[String(block.type)] ?? []));
      const results = blocks
        .filter(({ type }) => type === "tool_use")
        .map(({ id }) => ({ type: "tool_result", tool_use_id: id, content: "21" }));
      const turns = [
        { role: "assistant", content: kept },
        { role: "user", content: results.length > 0 ? results : GO_ON },
      ];
      return { ...asked, messages: [...(asked.messages as Fields[]), ...turns] };
    }
    case "google-generate": {
      const [candidate] = answer.candidates as { content: { parts: (Fields & { functionCall?: Fields })[] } }[];
      const parts = candidate?.content.parts ?? [];
      const kept = parts.map((part) => keep(part, ["text", "thought", "thoughtSignature", "functionCall"]));
      const results = parts.flatMap(({ functionCall: call }) =>
        call ? [{ functionResponse: { id: call.id, name: call.name, response: { result: "21" } } }] : [],
      );
      const turns = [
        { role: "model", parts: kept },
        { role: "user", parts: results.length > 0 ? results : [{ text: GO_ON }] },
      ];
      return { ...asked, contents: [...(asked.contents as Fields[]), ...turns] };
    }
    case "google-interactions": {
      const steps = answer.steps as Fields[];
      const kept = steps.map((step) => keep(step, INTERACTIONS_FIELDS[String(step.type)] ?? []));
      const results = steps
        .filter(({ type }) => type === "function_call")
        .map(({ id, name }) => ({ type: "function_result", call_id: id, name, result: "21" }));
      const next = results.length > 0 ? results : [{ type: "user_input", content: [{ type: "text", text: GO_ON }] }];
      return { ...asked, input: [...toSteps(asked.input), ...kept, ...next] };
    }
    default:
      return client satisfies never;
  }
}

function toSteps(input: unknown): unknown[] {
  if (typeof input === "string") return [{ type: "user_input", content: [{ type: "text", text: input }] }];
  return input as unknown[];
}

const GO_ON = "Go on.";
const RESPONSES_FIELDS: Record<string, string[]> = {
  reasoning: ["type", "id", "summary", "encrypted_content"],
  message: ["type", "id", "role", "status", "content"],
  function_call: ["type", "id", "call_id", "name", "arguments", "status"],
};
const INTERACTIONS_FIELDS: Record<string, string[]> = {
  model_output: ["type", "content"],
  thought: ["type", "signature", "summary"],
  function_call: ["type", "id", "name", "arguments"],
};
const MESSAGES_FIELDS: Record<string, string[]> = {
  text: ["type", "text"],
  thinking: ["type", "thinking", "signature"],
  redacted_thinking: ["type", "data"],
  tool_use: ["type", "id", "name", "input"],
};
