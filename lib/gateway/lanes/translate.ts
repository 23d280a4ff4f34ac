/**
 * The translate lane: reads the client's request into a Call and writes it in the upstream's dialect; reads the
 * upstream's response into Parts and writes it in the client's.
 */
import type { Call, Message } from "#lib/canonical/call.ts";
import type { Part } from "#lib/canonical/part.ts";
import type { Dialect } from "#lib/dialects/dialect.ts";
import type { GatewayError } from "#lib/http/gateway-error.ts";
import { checkJson } from "#lib/json-schema/check-json.ts";
import type { Sending } from "#lib/upstreams/send.ts";
import { isUnexpected } from "#lib/upstreams/unexpected-body-error.ts";
import type { Upstream } from "#lib/upstreams/upstream.ts";
import { PushQueue } from "../bodies/push-queue.ts";
import type { EndpointResponse } from "../request/endpoint.ts";
import type { CallContext } from "./call-context.ts";
import { createDeadline } from "./create-deadline.ts";
import { listDroppedFields, requireNoLoss, toClientNames } from "./dropped-fields.ts";
import { emulateParts } from "./emulation/emulate-parts.ts";
import { createUsageEstimate, type UsageEstimate } from "./emulation/estimate-usage.ts";
import { schemaOf } from "./emulation/meet-schema.ts";
import { type Emulation, listIgnoredFields, planEmulation } from "./emulation/plan-emulation.ts";
import { fetchReply, type Target, toUpstreamRequest } from "./fetch-reply.ts";
import { holdParts } from "./hold-parts.ts";
import type { HoldTerms } from "./hold-terms.ts";
import type { PartStream } from "./part-stream.ts";
import { readEvents } from "./read-events.ts";
import { receiveError, receiveUnexpected } from "./receive-error.ts";
import type { BodyReceiver } from "./relay-events.ts";
import { respondWithParts, respondWithReply } from "./respond-with-parts.ts";
import { sendTraced } from "./send-traced.ts";
import { type OpenedRun, openUpstreamRun } from "./upstream-run.ts";
import { writeBody } from "./write-body.ts";

export async function translate(
  context: CallContext,
  {
    call,
    upstream,
    dialect,
    hold,
  }: {
    call: Call;
    upstream: Upstream;
    /** Dialect of the upstream. */
    dialect: Dialect;
    /** Holds a stream back until its first content, for a target of a route. */
    hold?: HoldTerms | undefined;
  },
): Promise<EndpointResponse> {
  const { log } = context;
  const { ignores } = upstream;
  const plan = { client: context.dialect, target: dialect, ignores };
  const emulation = context.emulates ? planEmulation(call, plan) : undefined;
  const written = dialect.writeRequest(emulation?.call ?? call);
  const run = emulation ? undefined : openUpstreamRun(context, { upstream, dialect, model: call.model });
  const body = await writeBody(context, run ? run.writeRequest(written) : written);
  log.emulated = [...toClientNames(emulation?.names ?? [], context.dialect)];
  log.dropped = toClientNames(
    [
      ...call.dropped,
      ...listDroppedFields(call, { client: context.dialect.id, target: dialect.id }),
      ...listIgnoredFields(call, ignores).filter((name) => !emulation?.names.includes(name)),
    ],
    context.dialect,
    context.wire,
  );
  requireNoLoss(context);
  const repeats = (emulation?.calls ?? 1) - 1;
  if (repeats > 0 && !log.dryRun) await context.services.admission.admitRepeats(log, repeats);
  if (context.beforeSend) await context.beforeSend();
  const target = { upstream, dialect, model: call.model, body };
  if (!call.stream && !emulation) return respondWithReply(context, await fetchReply(context, target));
  const estimate = context.emulates ? createUsageEstimate(call, repeats + 1) : undefined;
  const parts = emulation
    ? await emulateFrom(context, target, { emulation, written, estimate })
    : streamFrom(context, target, run);
  if (hold && call.stream) await holdParts(context, parts, hold);
  return respondWithParts(context, parts, { deadline: createDeadline(context, upstream), estimate });
}

/** @param written request in the upstream's dialect */
async function emulateFrom(
  context: CallContext,
  target: Target,
  { emulation, written, estimate }: { emulation: Emulation; written: unknown; estimate: UsageEstimate | undefined },
): Promise<PartStream> {
  const { services, log } = context;
  const { call, format } = emulation;
  const targets = [target];
  // A large body is sent in pieces, once.
  while (targets.length < emulation.calls) targets.push({ ...target, body: await writeBody(context, written) });
  const sources = targets.map((one) => streamFrom(context, one));

  /** Sends the call once more, with the response that was not valid; the key pays for it like for any other. */
  async function askAgain(messages: Message[], signal: AbortSignal): Promise<PartStream> {
    await services.admission.admitRepeats(log, 1);
    const next = target.dialect.writeRequest({ ...call, messages: [...call.messages, ...messages], dropped: [] });
    const body = await writeBody(context, next);
    signal.throwIfAborted();
    estimate?.addCall();
    const source = streamFrom(context, { ...target, body });
    sources.push(source);
    return source;
  }

  if (!format) return emulateParts(sources, emulation);
  const field = [...toClientNames(["response_format"], context.dialect)].join();
  return emulateParts(sources, emulation, (signal) => ({
    upstream: target.upstream.id,
    check: (text) => checkJson({ schema: schemaOf(format), text }, { field, signal }),
    askAgain: (messages) => askAgain(messages, signal),
  }));
}

/** @param run present for a response that the upstream runs itself */
function streamFrom(context: CallContext, sent: Target, run?: OpenedRun): PartStream {
  const target = run ? { ...sent, dialect: run.dialect } : sent;
  const { upstream, dialect } = target;
  let sending: Sending | undefined;
  let receiving: BodyReceiver | undefined;
  const parts: PartStream = new PushQueue<Part>({
    onCancel() {
      receiving?.onCut?.();
      sending?.cancel();
      run?.cancel();
    },
    onRoom: () => sending?.resume(),
  });
  const fail = (error: GatewayError) => parts.abort(error);
  const cancel = () => sending?.cancel();
  sending = sendTraced(context, {
    dialect: dialect.id,
    traceEvents: true,
    upstream,
    request: run?.request ?? toUpstreamRequest(target, true),
    receiver: {
      onHeaders(status, headers) {
        if (status < 200 || status >= 300) {
          receiving = receiveError({ ...target, responseHead: { status, headers }, fail, cancel });
        } else if (isUnexpected({ status, headers }, "an event stream")) {
          const responseHead = { status, headers };
          receiving = receiveUnexpected({ ...target, responseHead, expected: "an event stream", fail, cancel });
        } else {
          receiving = readEvents(target, { queue: parts, log: context.log, pause: () => sending?.pause() });
        }
      },
      onData: (chunk) => receiving?.onData(chunk),
      onEnd: () => receiving?.onEnd(),
      onError(error) {
        if (receiving?.isWhole?.()) receiving.onEnd();
        else fail(error);
      },
    },
  });
  return parts;
}
