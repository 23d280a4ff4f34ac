/** One call of a model, end to end: authenticate, parse, resolve, pick the lane, answer (architecture.md, The shape). */
import type { Dialect, RouteParameters } from "#lib/dialects/dialect.ts";
import type { ExchangeRequest, ExchangeResponse } from "#lib/http/exchange.ts";
import { droppedBySandbox } from "#lib/sandbox/dropped.ts";
import type { Upstream } from "#lib/upstreams/upstream.ts";
import type { AnswerContext } from "./answer-context.ts";
import { answerParts } from "./answer-parts.ts";
import { authenticate } from "./authenticate.ts";
import { dialectOf } from "./dialects.ts";
import { readJson } from "./read-json.ts";
import { relay } from "./relay.ts";
import type { RequestRecord } from "./request-record.ts";
import { resolveModel, SANDBOX } from "./resolve-model.ts";
import { type Answer, answerResponse } from "./responses-call.ts";
import type { Runtime } from "./runtime.ts";
import { createSandboxSource } from "./sandbox-source.ts";
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
  record.keyId = (await authenticate(exchange, runtime, "inference")).keyId;
  const { value, text, size } = await readJson(exchange, runtime.settings.limits.bodyBytes);
  record.requestBytes = size;
  const wire = dialect.parseRequest(value, parameters);
  record.model = wire.model;
  record.stream = wire.stream === true;
  const resolved = resolveModel(wire.model, runtime);
  const context: AnswerContext = { runtime, exchange, record, dialect, wire, bodyText: text };
  if (resolved.kind === "sandbox") {
    record.lane = "sandbox";
    record.upstream = SANDBOX;
    return answerHere(context, (own) => answerFromSandbox(own, resolved.model));
  }
  const { upstream, model } = resolved;
  record.upstream = upstream.id;
  if (upstream.lane === "relay" && upstream.dialects.includes(dialect.id) && !dialect.streamContentType) {
    record.lane = "relay";
    return relay(context, upstream, model);
  }
  record.lane = "translate";
  return answerHere(context, (own) => answerFromUpstream(own, upstream, model));
}

/** An answer that the gateway writes itself; those of openai-responses are stored too, and go on from stored ones. */
function answerHere(context: AnswerContext, answer: Answer): Promise<ExchangeResponse> {
  return context.dialect.id === "openai-responses" ? answerResponse(context, answer) : answer(context);
}

function answerFromUpstream(context: AnswerContext, upstream: Upstream, model: string): Promise<ExchangeResponse> {
  const call = { ...context.dialect.readRequest(context.wire), model };
  // Every upstream speaks at least one dialect: the config's schema sees to it.
  return translate({ context, call, upstream, dialect: dialectOf(upstream.dialects[0] as string) });
}

function answerFromSandbox(context: AnswerContext, model: string): Promise<ExchangeResponse> {
  const { record, dialect, wire, runtime } = context;
  const call = { ...dialect.readRequest(wire), model };
  record.dropped = droppedBySandbox(call).map((name) => nameIn(dialect, name));
  return answerParts({ context, source: createSandboxSource(call, runtime.settings.sandbox) });
}

/** The sandbox names fields as openai-chat does; the client knows its own dialect's names. */
function nameIn({ fieldNames }: Dialect, name: string): string {
  const [first = "", ...rest] = name.split(/(?=[.[])/);
  return Object.hasOwn(fieldNames, first) ? `${fieldNames[first]}${rest.join("")}` : name;
}
