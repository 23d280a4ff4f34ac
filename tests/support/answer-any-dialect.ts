/** A stub upstream with all four text dialects, each at its own path; every response is a short text. */
import type { Part } from "#lib/canonical/part.ts";
import type { WireRequest } from "#lib/dialects/dialect.ts";
import { type DialectId, dialect, identity } from "../matrix/dialects.ts";
import { jsonReply, type StubHandler, streamReply } from "./stub-upstream.ts";

const TEXT = "Hello from the stub upstream.";
const usage = { inputTokens: 3, outputTokens: 5 };
const parts: Part[] = [
  { type: "start" },
  { type: "text-start", choice: 0, id: "1" },
  { type: "text-delta", choice: 0, id: "1", text: TEXT },
  { type: "text-end", choice: 0, id: "1" },
  { type: "finish", choice: 0, reason: { unified: "stop" } },
  { type: "usage", usage },
];

/** Requests for the writers; the responses do not depend on them. */
const wires: Record<DialectId, WireRequest> = {
  "openai-chat": { model: "m", messages: [] } as WireRequest,
  "openai-responses": { model: "m", input: "Hi" } as WireRequest,
  "anthropic-messages": { model: "m", max_tokens: 1, messages: [] } as WireRequest,
  "google-generate": { model: "m", contents: [] } as WireRequest,
};

export const answerAnyDialect: StubHandler = (request, response) => {
  if (request.method === "GET") return jsonReply({ object: "list", data: [] })(request, response);
  const path = request.path;
  if (/count_?tokens|input_tokens/i.test(path)) return jsonReply(COUNT)(request, response);
  const id = dialectAt(path);
  const body = JSON.parse(request.body.toString("utf8")) as WireRequest;
  if (!path.includes(":streamGenerateContent") && body.stream !== true) {
    const reply = {
      choices: [{ content: [{ type: "text" as const, text: TEXT }], finish: { unified: "stop" as const } }],
      usage,
    };
    return jsonReply(dialect(id).writeReply(reply, identity, wires[id]))(request, response);
  }
  const writer = dialect(id).createStreamWriter(identity, { ...wires[id], stream: true });
  const chunks = [...parts.map((part) => writer.write(part)), writer.end()];
  return streamReply({ chunks: [chunks.join("")] })(request, response);
};

const COUNT = { object: "response.input_tokens", input_tokens: 7, totalTokens: 7 };

function dialectAt(path: string): DialectId {
  if (path.includes("/models/")) return "google-generate";
  if (path.endsWith("/messages")) return "anthropic-messages";
  return path.endsWith("/responses") ? "openai-responses" : "openai-chat";
}
