/** Prompts and responses as attributes of spans, bounded and without secrets. */
import type { Attributes } from "@opentelemetry/api";
import type { AssistantContent, Call, Message, UserContent } from "#lib/canonical/call.ts";
import type { Reply } from "#lib/canonical/reply.ts";
import { TELEMETRY_LIMITS } from "../limits.ts";

type Redact = (text: string) => string;

/** Returns the messages and the system text of a call. */
export function describeCall({ messages }: Call, redact: Redact): Attributes {
  const writer = createWriter(redact);
  const isSystem = ({ role }: Message) => role === "system" || role === "developer";
  const system = messages.filter(isSystem).flatMap(({ content }) => listParts(content, writer));
  const input = messages
    .filter((message) => !isSystem(message))
    .slice(-TELEMETRY_LIMITS.messages)
    .map((message) => {
      const parts = listParts(message.content, writer);
      return message.role === "tool"
        ? { role: "tool", parts: [{ type: "tool_call_response", id: message.callId, response: parts }] }
        : { role: message.role, parts };
    });
  return {
    "gen_ai.input.messages": JSON.stringify(input),
    ...(system.length > 0 ? { "gen_ai.system_instructions": JSON.stringify(system) } : {}),
  };
}

/** Returns the messages of a response, the reasons why they ended, and what the upstream said of itself. */
export function describeReply({ id, model, choices }: Reply, redact: Redact): Attributes {
  const writer = createWriter(redact);
  const output = choices.map(({ content, finish }) => ({
    role: "assistant",
    parts: listParts(content, writer),
    finish_reason: finish?.unified ?? "error",
  }));
  return {
    "gen_ai.output.messages": JSON.stringify(output),
    "gen_ai.response.finish_reasons": output.map(({ finish_reason }) => finish_reason),
    ...(id === undefined ? {} : { "gen_ai.response.id": redact(id) }),
    ...(model === undefined ? {} : { "gen_ai.response.model": redact(model) }),
  };
}

type Writer = (text: string) => string;

/** Redacts before it cuts: a secret that is cut in two would not be found. */
function createWriter(redact: Redact): Writer {
  let left: number = TELEMETRY_LIMITS.contentCharacters;
  return (text) => {
    const length = Math.min(left, TELEMETRY_LIMITS.textCharacters);
    // Longer than the longest secret beyond the cut, so that redaction costs little on a long text.
    const shown = redact(text.slice(0, length + TELEMETRY_LIMITS.secretCharacters)).slice(0, length);
    left -= shown.length;
    return text.length > shown.length && shown.length === length ? `${shown}…` : shown;
  };
}

function listParts(content: string | readonly (UserContent | AssistantContent)[], write: Writer): object[] {
  if (typeof content === "string") return [{ type: "text", content: write(content) }];
  return content.slice(0, TELEMETRY_LIMITS.parts).map((part) => {
    switch (part.type) {
      case "text":
      case "refusal":
        return { type: "text", content: write(part.text) };
      case "reasoning":
        return { type: "reasoning", content: write(part.text) };
      case "tool-call":
        return { type: "tool_call", id: part.id, name: write(part.name), arguments: write(part.input) };
      case "file":
        // The bytes stay here, and so does a URL, which may have a credential.
        return { type: "file", mime_type: part.mediaType };
      default:
        return { type: part.type };
    }
  });
}
