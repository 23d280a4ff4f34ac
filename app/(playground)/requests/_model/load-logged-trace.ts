/** Reads the trace of a logged request from the gateway's resumable response. */
import type { LoggedRequest } from "#lib/contract/logged-request.ts";
import { type ChatRun, resumeChatRun } from "#lib/playground/chat/chat-run.ts";
import { EMPTY_RESPONSE, type ResponseReader } from "#lib/playground/conversation/model-response.ts";
import type { TextDialect } from "#lib/playground/dialects/text-dialect.ts";
import { TEXT_DIALECTS } from "#lib/playground/dialects/text-dialects.ts";
import { withUpstreamSide } from "#lib/playground/inspector/upstream-side.ts";
import { skipMalformed } from "#lib/playground/trace/skip-malformed.ts";
import type { Trace } from "#lib/playground/trace/trace.ts";
import { DIALECT_NAMES } from "./request-facts.ts";

export function findTextDialect({ dialect }: Pick<LoggedRequest, "dialect">): TextDialect | undefined {
  const page = dialect === null ? undefined : DIALECT_NAMES[dialect]?.page;
  return page && TEXT_DIALECTS[page];
}

/** Returns a reader that finds tokens in the events, for the timings. Images arrive in one event. */
export function createTimingReader(request: Pick<LoggedRequest, "dialect">): ResponseReader {
  const reader = findTextDialect(request)?.createResponseReader({ saveFile: async () => {} });
  return reader ? skipMalformed(reader) : NOTHING_READ;
}

const NOTHING_READ: ResponseReader = {
  apply: () => ({ content: false, reasoning: false }),
  snapshot: () => EMPTY_RESPONSE,
};

/** Reads the response as a reloaded page does. Leaving it cancels nothing: the request has ended. */
function openResponse(request: LoggedRequest, send?: typeof fetch): ChatRun {
  return resumeChatRun({
    exchangeId: request.id,
    startedAt: request.time,
    known: { answer: EMPTY_RESPONSE, timings: {} },
    answer: createTimingReader(request),
    onAccepted() {},
    ...(send ? { fetch: send } : {}),
  });
}

/** Loads the whole trace including the upstream's side; undefined when the gateway no longer has it. */
export async function loadLoggedTrace(request: LoggedRequest, send?: typeof fetch): Promise<Trace | undefined> {
  const run = openResponse(request, send);
  const { state } = await run.finished;
  const record = run.trace.record();
  if (state === "interrupted" && record.events.length === 0) return undefined;
  // The run's own end is when the trace was read; the log has the end of the request.
  return withUpstreamSide({ ...record, timings: { ...record.timings, end: request.total_ms } }, send);
}
