/** Writes a part stream as the response to a call, in the client's dialect: as a stream of events or as one reply. */
import { createCollector } from "#lib/canonical/collect.ts";
import type { Part, PartOf } from "#lib/canonical/part.ts";
import type { Reply } from "#lib/canonical/reply.ts";
import { errors } from "#lib/http/errors.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import { createJsonResponse } from "../bodies/json-response.ts";
import { EVENT_STREAM_HEADERS } from "../bodies/response-body.ts";
import { runGuarded } from "../bodies/run-guarded.ts";
import type { Deadline, EndpointResponse } from "../request/endpoint.ts";
import { writeLaneHeaders } from "../request/write-lane-headers.ts";
import { type CallContext, createReplyIdentity } from "./call-context.ts";
import { createFileDropper } from "./dropped-fields.ts";
import type { UsageEstimate } from "./emulation/estimate-usage.ts";
import type { PartStream } from "./part-stream.ts";

type PartTerms = {
  /** Deadline of the whole response; none when absent. */
  deadline?: Deadline | undefined;
  /** Estimates usage that the upstream does not tell. */
  estimate?: UsageEstimate | undefined;
};

export function respondWithParts(
  context: CallContext,
  parts: PartStream,
  terms: PartTerms,
): EndpointResponse | Promise<EndpointResponse> {
  return context.wire.stream ? streamParts(context, parts, terms) : collectParts(context, parts, terms);
}

function streamParts(context: CallContext, parts: PartStream, { deadline, estimate }: PartTerms): EndpointResponse {
  const { log, dialect, wire } = context;
  const headers: Record<string, string> = { ...EVENT_STREAM_HEADERS, ...writeLaneHeaders(log) };
  if (dialect.streamContentType) headers["content-type"] = dialect.streamContentType;
  const writer = dialect.createStreamWriter(createReplyIdentity(context), wire);
  const completeness = createCompleteness();
  const dropFile = createFileDropper(context);
  /** Set by an error Part or a failing writer: thrown once the earlier events are sent. */
  let failure: unknown;
  let ended = false;

  function write(batch: Part[]): string {
    let events = "";
    for (const part of batch) {
      if (part.type === "error") {
        failure = toError(part);
        break;
      }
      if (part.type === "usage") log.usage = part.usage;
      else if (part.type === "file") dropFile(part);
      completeness.add(part);
      estimate?.add(part);
      try {
        events += writer.write(part);
      } catch (cause) {
        failure = toWriteError(context, cause);
        break;
      }
    }
    // Dropped fields and made-up values may be known with the first Part: headers can change until the body begins.
    if (log.dropped.length + log.placeholders.length > 0) Object.assign(headers, writeLaneHeaders(log));
    return events;
  }

  const body: AsyncIterableIterator<string> = {
    async next() {
      if (failure) throw failure;
      if (ended) return { done: true, value: undefined };
      const { done, value } = await parts.next();
      if (!done) return { done: false, value: write(value) };
      ended = true;
      if (!completeness.complete()) throw errors.streamTruncated();
      const usage = await estimateUsage(context, estimate);
      const last = usage ? write([usage]) : "";
      return { done: false, value: last + writeUnlessEmpty(context, () => writer.end()) };
    },
    // Not an async generator, whose `return` would wait for the source's next Part.
    async return() {
      await parts.return();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]: () => body,
  };
  return {
    status: 200,
    headers,
    body,
    // Errors go through the writer: some dialects number their events, or have brackets to close.
    events: { ping: dialect.ping, writeError: (error) => writer.write(toPart(error)) },
    deadline,
  };
}

async function collectParts(
  context: CallContext,
  parts: PartStream,
  { deadline, estimate }: PartTerms,
): Promise<EndpointResponse> {
  const collector = createCollector();
  const completeness = createCompleteness();
  await runGuarded(
    { client: context.request.client, services: context.services },
    { deadline, abort: (error) => parts.abort(error) },
    async () => {
      for await (const batch of parts) {
        for (const part of batch) {
          completeness.add(part);
          estimate?.add(part);
          writeUnlessEmpty(context, () => collector.add(part));
        }
      }
    },
  );
  const usage = await estimateUsage(context, estimate);
  if (usage) collector.add(usage);
  const reply = collector.reply();
  if (reply.error) throw new GatewayError(reply.error);
  if (!completeness.complete()) throw errors.streamTruncated();
  return respondWithReply(context, reply);
}

/** Returns the estimate as a Part; undefined where the upstream told its usage. */
async function estimateUsage(
  { log }: CallContext,
  estimate: UsageEstimate | undefined,
): Promise<PartOf<"usage"> | undefined> {
  const usage = await estimate?.finish();
  if (!usage) return undefined;
  log.emulated = [...log.emulated, "usage"];
  return { type: "usage", usage };
}

/** Writes a Reply as the response in the client's dialect. */
export function respondWithReply(context: CallContext, reply: Reply): EndpointResponse {
  const { log, dialect, wire } = context;
  log.usage = reply.usage;
  const dropFile = createFileDropper(context);
  for (const { content } of reply.choices) for (const part of content) if (part.type === "file") dropFile(part);
  const json = writeUnlessEmpty(context, () => dialect.writeReply(reply, createReplyIdentity(context), wire));
  return createJsonResponse(json, writeLaneHeaders(log));
}

/** @throws GatewayError 502 when data of an upstream cannot be written */
function writeUnlessEmpty<Written>(context: CallContext, write: () => Written): Written {
  try {
    return write();
  } catch (cause) {
    throw toWriteError(context, cause);
  }
}

/**
 * Converts the error of a writer. Readers only check the fields that they act on, so a field with another type than
 * documented first fails here. In the sandbox it is a fault of the gateway.
 */
function toWriteError({ log }: CallContext, cause: unknown): unknown {
  if (GatewayError.isInstance(cause) || log.lane === "sandbox") return cause;
  return errors.upstreamFieldUnreadable({ provider: String(log.upstream), cause });
}

/** Checks that every choice has finished: a stream that stops without that was cut (docs/architecture.md, law 5). */
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

/** Returns the error that an upstream reported in its stream. */
export function toError({ status, message, code }: PartOf<"error">): GatewayError {
  return new GatewayError({ status, message, type: "upstream_error", ...(code ? { code } : {}) });
}
