/** One call of a model, end to end: authenticate, parse, resolve, pick the lane, answer (architecture.md, The shape). */
import type { Call } from "#lib/canonical/call.ts";
import { carriesSeal } from "#lib/canonical/opaque.ts";
import type { Dialect, RouteParameters } from "#lib/dialects/dialect.ts";
import type { ExchangeRequest, ExchangeResponse } from "#lib/http/exchange.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import { answer as answerInSandbox } from "#lib/sandbox/answer.ts";
import { droppedBySandbox } from "#lib/sandbox/dropped.ts";
import type { Bridge } from "#lib/upstreams/ai-sdk/bridge.ts";
import type { Upstream } from "#lib/upstreams/upstream.ts";
import { totalTimeout } from "#lib/upstreams/upstream-error.ts";
import type { AnswerContext } from "./answer-context.ts";
import { answerParts } from "./answer-parts.ts";
import { authenticate } from "./authenticate.ts";
import { dialectOf } from "./dialects.ts";
import { fieldsLeftBehind } from "./fields-left-behind.ts";
import { publicOrigin } from "./files-shapes.ts";
import { createFileLoader, inlineFiles } from "./inline-files.ts";
import { namesOfDropped } from "./names-of-dropped.ts";
import { createPartSource } from "./part-source.ts";
import { readJson } from "./read-json.ts";
import { relay } from "./relay.ts";
import type { RequestRecord } from "./request-record.ts";
import { resolveModel, upstreamIdOf } from "./resolve-model.ts";
import { type Answer, answerResponse } from "./responses-call.ts";
import type { Runtime } from "./runtime.ts";
import { translate } from "./translate.ts";

export async function handleCall({
  exchange,
  runtime,
  record,
  dialect,
  parameters,
}: {
  exchange: ExchangeRequest;
  runtime: Runtime;
  record: RequestRecord;
  dialect: Dialect;
  /** What the path says, in a dialect that puts it there. */
  parameters?: RouteParameters | undefined;
}): Promise<ExchangeResponse> {
  record.dialect = dialect.id;
  const principal = await authenticate(exchange, runtime, "inference");
  record.keyId = principal.keyId;
  const { value, text, size } = await readJson(exchange, runtime.settings.limits.bodyBytes);
  record.requestBytes = size;
  const wire = dialect.parseRequest(value, parameters);
  record.model = wire.model;
  record.stream = wire.stream === true;
  const resolved = resolveModel(wire.model, runtime);
  const context: AnswerContext = { runtime, exchange, principal, record, dialect, wire, bodyText: text };
  record.upstream = upstreamIdOf(resolved);
  if (resolved.kind === "sandbox") {
    record.lane = "sandbox";
    return answerHere(context, (own) => answerFromSandbox(own, resolved.model));
  }
  if (resolved.kind === "bridge") {
    record.lane = "bridge";
    return answerHere(context, (own) => answerFromBridge(own, resolved.bridge, resolved.model));
  }
  const { upstream, model } = resolved;
  if (mayRelay(context, upstream)) {
    const withFiles = await callWithOwnFiles(context, model);
    record.lane = withFiles ? "translate" : "relay";
    return withFiles ? translate({ context, call: withFiles, upstream, dialect }) : relay(context, upstream, { model });
  }
  record.lane = "translate";
  return answerHere(context, (own) => answerFromUpstream(own, upstream, model));
}

/** Bytes may pass where the upstream speaks the client's dialect, unless they hold what was sealed for another vendor. */
function mayRelay({ dialect, bodyText }: AnswerContext, upstream: Upstream): boolean {
  return (
    upstream.lane === "relay" &&
    upstream.dialects.includes(dialect.id) &&
    !dialect.streamContentType &&
    !carriesSeal(bodyText)
  );
}

/** An answer that the gateway writes itself; those of openai-responses are stored too, and go on from stored ones. */
function answerHere(context: AnswerContext, answer: Answer): Promise<ExchangeResponse> {
  return context.dialect.id === "openai-responses" ? answerResponse(context, answer) : answer(context);
}

async function answerFromUpstream(
  context: AnswerContext,
  upstream: Upstream,
  model: string,
): Promise<ExchangeResponse> {
  const [first] = upstream.dialects;
  if (first === undefined) throw noText(upstream);
  const call = await readCall(context, model);
  const { id } = context.dialect;
  // Its own dialect loses least.
  const dialect = dialectOf(upstream.dialects.includes(id) ? id : first);
  return translate({ context, call, upstream, dialect });
}

function noText({ id }: Upstream): GatewayError {
  return new GatewayError({
    status: 400,
    message: `The upstream "${id}" has media routes alone: its models answer no text. Call them by those routes.`,
    param: "model",
    code: "model_not_supported",
  });
}

async function answerFromSandbox(context: AnswerContext, model: string): Promise<ExchangeResponse> {
  const { record, dialect, runtime, exchange } = context;
  const call = await readCall(context, model);
  record.dropped = namesOfDropped(droppedBySandbox(call), dialect);
  const origin = publicOrigin(exchange);
  const { tokensPerSecond } = runtime.settings.sandbox;
  const source = createPartSource((signal) => answerInSandbox(call, { signal, tokensPerSecond, origin }));
  return answerParts({ context, source });
}

async function answerFromBridge(context: AnswerContext, bridge: Bridge, model: string): Promise<ExchangeResponse> {
  const { record, dialect } = context;
  const call = await readCall(context, model);
  const ask = bridge.prepare(call);
  record.dropped = namesOfDropped([...call.dropped, ...fieldsLeftBehind(call, { client: dialect.id })], dialect);
  const onUnsupported = (names: string[]) => {
    record.dropped = namesOfDropped([...record.dropped, ...names], dialect);
  };
  const source = createPartSource((signal) => ask({ signal, onUnsupported }));
  const timeout = { ms: bridge.timeouts.totalMs, error: () => totalTimeout(bridge) };
  return answerParts({ context, source, timeout });
}

/** The call with the uploaded files that it names in it. */
function readCall({ dialect, wire, runtime, principal }: AnswerContext, model: string): Call | Promise<Call> {
  return inlineFiles(
    { ...dialect.readRequest(wire), model },
    { loadFile: createFileLoader(runtime, principal), body: wire },
  );
}

/** How an id of ours stands in a body: by itself, or at the end of a URI in Google's form. */
const FILE_MARK = /"file-|files\//;

/**
 * A body that names a file uploaded here cannot pass as it is, for the upstream knows nothing of it. Undefined when it
 * names none, or one that is the upstream's own.
 */
async function callWithOwnFiles(context: AnswerContext, model: string): Promise<Call | undefined> {
  if (!FILE_MARK.test(context.bodyText)) return undefined;
  const call = { ...context.dialect.readRequest(context.wire), model };
  try {
    const loaded = await inlineFiles(call, {
      loadFile: createFileLoader(context.runtime, context.principal),
      body: context.wire,
    });
    return loaded === call ? undefined : loaded;
  } catch (error) {
    if (GatewayError.isInstance(error) && error.code === "file_not_found") return undefined;
    throw error;
  }
}
