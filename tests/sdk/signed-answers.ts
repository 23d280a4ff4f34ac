/**
 * Upstreams that sign their model's reasoning: the first response has reasoning and a tool call, the next one text. The
 * signature must come back with the tool's result from every client (architecture.md, law 7).
 */
import { jsonReply, type StubHandler, type StubRequest, streamReply } from "../support/stub-upstream.ts";
import { answerIn, type DialectId } from "./stub-answers.ts";

const SIGNATURE = Buffer.from("signed by the stub").toString("base64");
const call = { name: "get_weather", input: { city: "Paris" } };

type Signed = {
  dialect: DialectId;
  respond: StubHandler;
  /** Object with the signature and the content that it signs, as a later request must send it back. */
  returned: Record<string, unknown>;
  /** Returns the parts of the model's turn in the next request. */
  turnOf(body: Record<string, unknown>): unknown;
};

const thinking = { type: "thinking", thinking: "Paris, then.", signature: SIGNATURE };
const toolUse = { type: "tool_use", id: "toolu_1", ...call };
const message = {
  id: "msg_stub",
  type: "message",
  role: "assistant",
  model: "some-model",
  content: [thinking, toolUse],
  stop_reason: "tool_use",
  stop_sequence: null,
  usage: { input_tokens: 9, output_tokens: 5 },
};
const event = (type: string, fields: Record<string, unknown>) =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
const delta = (index: number, fields: Record<string, unknown>) =>
  event("content_block_delta", { index, delta: fields });
const messageFrames = [
  event("message_start", { message: { ...message, content: [], stop_reason: null } }),
  event("content_block_start", { index: 0, content_block: { type: "thinking", thinking: "", signature: "" } }),
  delta(0, { type: "thinking_delta", thinking: thinking.thinking }),
  delta(0, { type: "signature_delta", signature: SIGNATURE }),
  event("content_block_stop", { index: 0 }),
  event("content_block_start", { index: 1, content_block: { ...toolUse, input: {} } }),
  delta(1, { type: "input_json_delta", partial_json: JSON.stringify(call.input) }),
  event("content_block_stop", { index: 1 }),
  event("message_delta", { delta: { stop_reason: "tool_use", stop_sequence: null }, usage: { output_tokens: 5 } }),
  event("message_stop", {}),
];

const functionCall = { functionCall: { id: "call_1", name: call.name, args: call.input }, thoughtSignature: SIGNATURE };
const candidates = [{ content: { role: "model", parts: [functionCall] }, finishReason: "STOP", index: 0 }];
const generated = {
  candidates,
  usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 5, totalTokenCount: 14 },
  modelVersion: "some-model",
  responseId: "r_stub",
};

export const signedAnswers: Signed[] = [
  {
    dialect: "anthropic-messages",
    respond: answerTwice("anthropic-messages", { whole: message, frames: messageFrames, resultMark: "tool_result" }),
    returned: thinking,
    turnOf: ({ messages }) => (messages as { content: unknown }[])[1]?.content,
  },
  {
    dialect: "google-generate",
    respond: answerTwice("google-generate", {
      whole: generated,
      frames: [`data: ${JSON.stringify(generated)}\r\n\r\n`],
      resultMark: "functionResponse",
    }),
    returned: { thoughtSignature: SIGNATURE },
    turnOf: ({ contents }) => (contents as { parts: unknown }[])[1]?.parts,
  },
];

export const bodyOf = ({ body }: StubRequest): Record<string, unknown> => JSON.parse(body.toString("utf8"));

function answerTwice(
  dialect: DialectId,
  { whole, frames, resultMark }: { whole: unknown; frames: string[]; resultMark: string },
): StubHandler {
  const second = answerIn(dialect);
  return (request, response) => {
    if (request.body.includes(`"${resultMark}"`)) return second(request, response);
    const wantsStream = request.path.includes(":streamGenerateContent") || bodyOf(request).stream === true;
    return (wantsStream ? streamReply({ chunks: frames }) : jsonReply(whole))(request, response);
  };
}
