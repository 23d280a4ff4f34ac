/**
 * The translate lane: the client's request is read into a Call, written in the upstream's dialect, and the upstream's
 * answer comes back the same way.
 */
import type { Call } from "#lib/canonical/call.ts";
import type { Part } from "#lib/canonical/part.ts";
import type { Dialect } from "#lib/dialects/dialect.ts";
import { createEventReader } from "#lib/http/event-reader.ts";
import type { ExchangeResponse } from "#lib/http/exchange.ts";
import type { Receiver, ResponseHeaders } from "#lib/upstreams/receiver.ts";
import type { Sending } from "#lib/upstreams/send.ts";
import type { Upstream } from "#lib/upstreams/upstream.ts";
import { readHiddenError } from "#lib/upstreams/upstream-answer.ts";
import { malformed, totalTimeout } from "#lib/upstreams/upstream-error.ts";
import type { AnswerContext } from "./answer-context.ts";
import { answerParts, type PartReceiver, type PartSource } from "./answer-parts.ts";
import { askUpstream, collectBody, errorOf, requestOf, type Target } from "./ask-upstream.ts";
import { sendNoted } from "./exchanges/send-noted.ts";
import { fieldsLeftBehind } from "./fields-left-behind.ts";
import { namesOfDropped } from "./names-of-dropped.ts";
import { replyResponse } from "./reply-response.ts";

export function translate({
  context,
  call,
  upstream,
  dialect,
}: {
  context: AnswerContext;
  call: Call;
  upstream: Upstream;
  /** The upstream's. */
  dialect: Dialect;
}): Promise<ExchangeResponse> {
  const body = JSON.stringify(dialect.writeRequest(call));
  context.record.dropped = namesOfDropped(
    [...call.dropped, ...fieldsLeftBehind(call, { client: context.dialect.id, target: dialect.id })],
    context.dialect,
  );
  const target = { upstream, dialect, model: call.model, body, notes: context.record.notes };
  if (!call.stream) return translateReply(context, target);
  const timeout = { ms: upstream.timeouts.totalMs, error: () => totalTimeout(upstream) };
  return answerParts({ context, source: createUpstreamSource(target), timeout });
}

function createUpstreamSource(target: Target): PartSource {
  const { upstream, dialect } = target;
  let sending: Sending | undefined;
  return {
    start(receiver) {
      let receiving: Pick<Receiver, "onData" | "onEnd"> | undefined;
      sending = sendNoted({
        notes: target.notes,
        dialect: dialect.id,
        own: true,
        upstream,
        request: requestOf(target, true),
        receiver: {
          onHeaders(status, headers) {
            if (status < 200 || status >= 300) {
              receiving = collectBody((text) => receiver.fail(errorOf({ status, headers, text, upstream, dialect })));
            } else if (isJson(headers)) {
              receiving = collectBody((text) => receiver.fail(noStream(target, { text, headers })));
            } else {
              receiving = readEvents(target, receiver, () => sending?.pause());
            }
          },
          onData: (chunk) => receiving?.onData(chunk),
          onEnd: () => receiving?.onEnd(),
          onError: (error) => receiver.fail(error),
        },
      });
    },
    resume: () => sending?.resume(),
    cancel: () => sending?.cancel(),
  };
}

function isJson(headers: ResponseHeaders): boolean {
  return /^application\/json\b/i.test(String(headers["content-type"] ?? ""));
}

/** A document where events were asked for: often an error whose status says success. */
function noStream({ upstream, dialect }: Target, { text, headers }: { text: string; headers: ResponseHeaders }) {
  const error = readHiddenError({ text, headers, upstream, readError: dialect.readError });
  return error ?? malformed(upstream, "a document where a stream was asked for");
}

/** Parts of events that arrive in one chunk are handed on together. */
function readEvents(
  { upstream, dialect }: Target,
  receiver: PartReceiver,
  pause: () => void,
): Pick<Receiver, "onData" | "onEnd"> {
  let parts: Part[] = [];
  const reader = dialect.createStreamReader((part) => parts.push(part));
  let failed = false;
  const events = createEventReader((event) => {
    if (failed) return;
    try {
      reader.read(event);
    } catch (cause) {
      failed = true;
      deliver();
      receiver.fail(malformed(upstream, "an event that cannot be read", cause));
    }
  });
  const deliver = () => {
    if (parts.length === 0) return;
    const delivered = parts;
    parts = [];
    if (!receiver.parts(delivered)) pause();
  };
  return {
    onData(chunk) {
      events.push(chunk);
      deliver();
    },
    onEnd() {
      if (failed) return;
      // Half an event at the end is a cut stream, which the reader sees by what is missing, not a malformed one.
      events.end();
      reader.end();
      deliver();
      receiver.end();
    },
  };
}

async function translateReply(context: AnswerContext, target: Target): Promise<ExchangeResponse> {
  return replyResponse(context, await askUpstream(target, context.exchange.client));
}
