/** Answers a call from a source of Parts, in the client's dialect, as a stream or as one reply. */
import { createCollector } from "#lib/canonical/collect.ts";
import type { Part, PartOf } from "#lib/canonical/part.ts";
import type { ExchangeResponse } from "#lib/http/exchange.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import { type AnswerContext, answerHeaders, replyIdentity } from "./answer-context.ts";
import { createFileNoter } from "./note-files.ts";
import { replyResponse } from "./reply-response.ts";
import { StreamResponse } from "./stream-response.ts";

export type PartReceiver = {
  /** Parts that arrived together. Returns false when the client is behind: send no more until `resume`. */
  parts(parts: Part[]): boolean;
  end(): void;
  fail(error: GatewayError): void;
};

/** Whatever makes Parts: the sandbox, or an upstream whose stream is read. */
export type PartSource = {
  start(receiver: PartReceiver): void;
  resume(): void;
  cancel(): void;
};

type Timeout = { ms: number; error: () => GatewayError };

/** @param timeout of the whole answer; none when absent */
export function answerParts({
  context,
  source,
  timeout,
}: {
  context: AnswerContext;
  source: PartSource;
  timeout?: Timeout;
}): Promise<ExchangeResponse> {
  return context.wire.stream ? streamParts(context, source, timeout) : collectParts(context, source, timeout);
}

function streamParts(
  context: AnswerContext,
  source: PartSource,
  timeout: Timeout | undefined,
): Promise<ExchangeResponse> {
  const { runtime, exchange, record, dialect, wire } = context;
  const headers = {
    ...answerHeaders(record),
    ...(dialect.streamContentType ? { "content-type": dialect.streamContentType } : {}),
  };
  const stream = new StreamResponse({
    record,
    exchanges: runtime.exchanges,
    ping: dialect.ping,
    pingMs: runtime.settings.streams.pingMs,
    headers,
    streamError: dialect.streamError,
    onCancel: () => source.cancel(),
    onResume: () => source.resume(),
  });
  const writer = dialect.createStreamWriter(replyIdentity(context), wire);
  const fail = (error: GatewayError) => {
    source.cancel();
    // From the writer: some conventions number their events, or have brackets to close.
    stream.fail(error, () => writer.write(toPart(error)));
  };
  if (timeout) stream.setDeadline(timeout.ms, () => fail(timeout.error()));
  exchange.client.onLeave(() => stream.cancel());
  const completeness = createCompleteness();
  const noteFile = createFileNoter(context);
  source.start({
    parts(parts) {
      // A package tells with its first part what it did not use.
      if (!stream.hasBegun) Object.assign(headers, answerHeaders(record));
      let events = "";
      for (const part of parts) {
        if (stream.hasEnded) return true;
        if (part.type === "error") {
          stream.write(events);
          fail(toError(part));
          return true;
        }
        if (part.type === "usage") record.usage = part.usage;
        else if (part.type === "file") noteFile(part);
        completeness.add(part);
        events += writer.write(part);
      }
      return stream.write(events);
    },
    end() {
      if (!completeness.complete()) {
        fail(truncated());
        return;
      }
      stream.write(writer.end());
      stream.end();
    },
    fail,
  });
  return stream.response;
}

function collectParts(
  context: AnswerContext,
  source: PartSource,
  timeout: Timeout | undefined,
): Promise<ExchangeResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<ExchangeResponse>();
  const collector = createCollector();
  const completeness = createCompleteness();
  const giveUp = (error: GatewayError) => {
    source.cancel();
    reject(error);
  };
  const timer = timeout && setTimeout(() => giveUp(timeout.error()), timeout.ms);
  context.exchange.client.onLeave(() => giveUp(clientLeft()));
  source.start({
    parts(parts) {
      for (const part of parts) {
        completeness.add(part);
        collector.add(part);
      }
      return true;
    },
    end() {
      const reply = collector.reply();
      if (reply.error) reject(new GatewayError(reply.error));
      else if (!completeness.complete()) reject(truncated());
      else resolve(replyResponse(context, reply));
    },
    fail: reject,
  });
  return promise.finally(() => clearTimeout(timer));
}

/** Whether every choice that was begun came to its finish: a source that just stops was cut (architecture.md, law 5). */
function createCompleteness(): { add(part: Part): void; complete(): boolean } {
  const begun = new Set<number>();
  const finished = new Set<number>();
  return {
    add(part) {
      if (part.type === "finish") finished.add(part.choice);
      else if ("choice" in part) begun.add(part.choice);
    },
    complete: () => finished.size > 0 && begun.isSubsetOf(finished),
  };
}

function toPart({ status, message, code }: GatewayError): PartOf<"error"> {
  return { type: "error", status, message, ...(code ? { code } : {}) };
}

function toError({ status, message, code }: PartOf<"error">): GatewayError {
  return new GatewayError({ status, message, type: "upstream_error", ...(code ? { code } : {}) });
}

function truncated(): GatewayError {
  return new GatewayError({
    status: 502,
    message: "The upstream ended its stream before the answer was complete.",
    type: "upstream_error",
    code: "upstream_truncated",
  });
}

/** Nobody reads it: it unwinds what waits for the answer. */
export function clientLeft(): GatewayError {
  return new GatewayError({ status: 499, message: "The client closed the request." });
}
