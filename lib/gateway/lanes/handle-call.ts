/**
 * Handles one call of a model: checks the body, resolves the model, picks the lane (docs/architecture.md, The shape).
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { BuiltInUpstream } from "#lib/canonical/built-in-upstream.ts";
import type { Call } from "#lib/canonical/call.ts";
import { containsSeal } from "#lib/canonical/opaque.ts";
import { getDialect } from "#lib/dialects/all-dialects.ts";
import type { Dialect, RouteParameters } from "#lib/dialects/dialect.ts";
import { errors } from "#lib/http/errors.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import type { Bridge } from "#lib/upstreams/ai-sdk/bridge.ts";
import type { Upstream } from "#lib/upstreams/upstream.ts";
import { totalTimeoutError } from "#lib/upstreams/upstream-error.ts";
import type { RequestContext } from "../request/context.ts";
import type { EndpointResponse } from "../request/endpoint.ts";
import { createFileLoader } from "../request/file-loader.ts";
import { findPublicOrigin } from "../request/find-public-origin.ts";
import { type AbridgedBody, LARGE_BODY, readJson } from "../request/read-json.ts";
import { recordTarget } from "../routing/record-target.ts";
import { resolveModel } from "../routing/resolve-model.ts";
import type { CallContext } from "./call-context.ts";
import { listDroppedFields, toClientNames } from "./dropped-fields.ts";
import { inlineFiles } from "./inline-files.ts";
import { createPartStream } from "./part-stream.ts";
import { relay } from "./relay.ts";
import { respondWithParts } from "./respond-with-parts.ts";
import { translate } from "./translate.ts";
import { withClientFields } from "./with-client-fields.ts";

/** Runs a call in its lane. */
export type RunLane = (context: CallContext) => Promise<EndpointResponse>;

export type CallTerms = {
  dialect: Dialect;
  /** Model and streaming mode, in a dialect with both in its path. */
  parameters?: RouteParameters;
  /** Wraps the lanes in which the gateway itself writes the response, to store it or to run it in the background. */
  wrapLane?: (context: CallContext, run: RunLane) => Promise<EndpointResponse>;
};

/** @throws GatewayError for an invalid request, an unknown model, and all errors of its lane */
export async function handleCall(
  { request, services, principal, log, query, params }: RequestContext,
  { dialect, parameters, wrapLane = (context, run) => run(context) }: CallTerms,
): Promise<EndpointResponse> {
  const { bodyBytes } = services.settings.limits;
  const { value, text, size, abridged } = await readJson(request, bodyBytes, { abridge: true });
  log.requestBytes = size;
  const isLarge = size >= LARGE_BODY;
  if (isLarge) await nextTurn();
  const wire = dialect.parseRequest(value, parameters);
  if (isLarge) await nextTurn();
  log.model = wire.model;
  log.stream = wire.stream === true;
  const resolved = resolveModel(wire.model, services);
  recordTarget(log, resolved, services);
  const received: CallContext = {
    ...{ request, services, principal, log, query, params },
    ...{ dialect, wire, bodyText: text, abridged },
  };
  const expand = () => (abridged ? expandContext(received, abridged, parameters) : Promise.resolve(received));
  if (resolved.kind === "upstream" && canRelay(received, resolved.upstream)) {
    const { upstream, model } = resolved;
    const mayNameFiles = FILE_MARK.test(text);
    const context = mayNameFiles ? await expand() : received;
    const withFiles = mayNameFiles ? await readCallWithFiles(context, model) : undefined;
    log.lane = withFiles ? "translate" : "relay";
    return withFiles
      ? translate(context, { call: withFiles, upstream, dialect })
      : relay(received, upstream, { model });
  }
  const context = await expand();
  log.lane = resolved.kind === "upstream" ? "translate" : resolved.kind;
  return wrapLane(context, (call) => {
    if (resolved.kind === "sandbox") return runBuiltIn(call, resolved.builtIn, resolved.model);
    if (resolved.kind === "bridge") return runBridge(call, resolved.bridge, resolved.model);
    return runTranslate(call, resolved.upstream, resolved.model);
  });
}

/** Returns the context with the whole request, for every lane that reads its contents. */
async function expandContext(
  context: CallContext,
  abridged: AbridgedBody,
  parameters: RouteParameters | undefined,
): Promise<CallContext> {
  const value = await abridged.parseWhole();
  await nextTurn();
  return { ...context, wire: context.dialect.parseRequest(value, parameters), abridged: undefined };
}

/** Returns true when the upstream speaks the client's dialect and the body holds no data sealed for another vendor. */
function canRelay({ dialect, bodyText }: CallContext, upstream: Upstream): boolean {
  return (
    upstream.lane === "relay" &&
    upstream.dialects.includes(dialect.id) &&
    !dialect.streamContentType &&
    !containsSeal(bodyText)
  );
}

async function runTranslate(context: CallContext, upstream: Upstream, model: string): Promise<EndpointResponse> {
  const [first] = upstream.dialects;
  if (first === undefined) throw errors.modelServesMediaOnly({ provider: upstream.id });
  const call = await readCall(context, model);
  const { id } = context.dialect;
  // The client's own dialect drops the fewest fields.
  const dialect = getDialect(upstream.dialects.includes(id) ? id : first);
  return translate(context, { call, upstream, dialect });
}

async function runBuiltIn(context: CallContext, upstream: BuiltInUpstream, model: string): Promise<EndpointResponse> {
  const { log, dialect, request, wire } = context;
  const call = await readCall(context, model);
  const { dropped, respond } = await upstream.prepare(call);
  log.dropped = toClientNames(dropped, dialect);
  const origin = findPublicOrigin(request);
  request.client.throwIfDisconnected();
  return respondWithParts(
    context,
    createPartStream((signal) =>
      withClientFields(respond({ signal, origin }), {
        call,
        body: wire,
        fieldNames: dialect.fieldNames,
      }),
    ),
  );
}

async function runBridge(context: CallContext, bridge: Bridge, model: string): Promise<EndpointResponse> {
  const { log, dialect, request } = context;
  const call = await readCall(context, model);
  const run = bridge.prepare(call);
  log.dropped = toClientNames([...call.dropped, ...listDroppedFields(call, { client: dialect.id })], dialect);
  const onUnsupported = (names: string[]) => {
    log.dropped = toClientNames([...log.dropped, ...names], dialect);
  };
  request.client.throwIfDisconnected();
  const parts = createPartStream((signal) => run({ signal, onUnsupported }));
  return respondWithParts(context, parts, { ms: bridge.timeouts.totalMs, error: () => totalTimeoutError(bridge) });
}

/** Reads the call, including the uploaded files that it names. */
async function readCall({ dialect, wire, services, principal, log }: CallContext, model: string): Promise<Call> {
  const call = { ...dialect.readRequest(wire), model };
  if (log.requestBytes >= LARGE_BODY) await nextTurn();
  return inlineFiles(call, { loadFile: createFileLoader(services, principal), body: wire });
}

/** Matches bodies that may name an uploaded file: by its id, or by a URI in Google's form. */
const FILE_MARK = /"file-|files\//;

/**
 * Reads the call of a body that names files uploaded to this gateway, which an upstream cannot read: such a body cannot
 * be relayed. Undefined when it names none, or only the upstream's own.
 */
async function readCallWithFiles(context: CallContext, model: string): Promise<Call | undefined> {
  const call = { ...context.dialect.readRequest(context.wire), model };
  try {
    const loaded = await inlineFiles(call, {
      loadFile: createFileLoader(context.services, context.principal),
      body: context.wire,
    });
    return loaded === call ? undefined : loaded;
  } catch (error) {
    if (GatewayError.isInstance(error) && error.code === "file_not_found") return undefined;
    throw error;
  }
}
