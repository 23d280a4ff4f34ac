/** A Reply as the HTTP answer of the client's dialect. */
import type { Reply } from "#lib/canonical/reply.ts";
import type { ExchangeResponse } from "#lib/http/exchange.ts";
import { type AnswerContext, answerHeaders, replyIdentity } from "./answer-context.ts";
import { createFileNoter } from "./note-files.ts";

export function replyResponse(context: AnswerContext, reply: Reply): ExchangeResponse {
  const { record, dialect, wire } = context;
  record.usage = reply.usage;
  const noteFile = createFileNoter(context);
  for (const { content } of reply.choices) for (const part of content) if (part.type === "file") noteFile(part);
  return {
    status: 200,
    headers: { "content-type": "application/json; charset=utf-8", ...answerHeaders(record) },
    body: JSON.stringify(dialect.writeReply(reply, replyIdentity(context), wire)),
  };
}
