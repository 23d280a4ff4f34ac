/** Runs a call on one model, in the lane of its upstream (docs/architecture.md, The shape). */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Call } from "#lib/canonical/call.ts";
import { containsSeal } from "#lib/canonical/opaque.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import type { Upstream } from "#lib/upstreams/upstream.ts";
import type { EndpointResponse } from "../request/endpoint.ts";
import { createFileLoader } from "../request/file-loader.ts";
import type { ResolvedModel } from "../routing/resolve-model.ts";
import type { CallContext } from "./call-context.ts";
import type { HoldTerms } from "./hold-terms.ts";
import { inlineFiles } from "./inline-files.ts";
import { relay } from "./relay.ts";
import { replayExactly } from "./replay/replay-exactly.ts";
import { runLane } from "./run-lane.ts";
import { translate } from "./translate.ts";
import { followsRun } from "./upstream-run.ts";

/** Runs a call in its lane. */
export type RunLane = (context: CallContext) => Promise<EndpointResponse>;

/** Wraps the lanes in which the gateway itself writes the response, to store it or to run it in the background. */
export type WrapLane = (context: CallContext, run: RunLane) => Promise<EndpointResponse>;

/**
 * @param hold holds a stream back until its first content, for a target of a route
 * @throws GatewayError all errors of the lane
 */
export async function runTarget(
  received: CallContext,
  resolved: ResolvedModel,
  { wrapLane, hold }: { wrapLane: WrapLane; hold?: HoldTerms | undefined },
): Promise<EndpointResponse> {
  const { log, bodyText, dialect } = received;
  if (resolved.kind === "upstream" && canRelay(received, resolved.upstream)) {
    const { upstream, model } = resolved;
    const mayNameFiles = FILE_MARK.test(bodyText);
    const context = mayNameFiles ? await expandContext(received) : received;
    const withFiles = mayNameFiles ? await readCallWithFiles(context, model) : undefined;
    log.lane = withFiles ? "translate" : "relay";
    if (withFiles) return translate(context, { call: withFiles, upstream, dialect, hold });
    // Only a stream is held back.
    const relayed = relay(received, upstream, { model, hold: hold && log.stream ? { ...hold, dialect } : undefined });
    const { isUnsupported } = received;
    if (!isUnsupported) return relayed;
    try {
      return await relayed;
    } catch (error) {
      if (!isUnsupported(error, model)) throw error;
    }
  }
  if (resolved.kind === "sandbox" && resolved.builtIn.readRecord) {
    const replayed = await replayExactly(received, resolved);
    if (replayed) return replayed;
  }
  return wrapLane(await expandContext(received), (call) => runLane(call, resolved, hold));
}

/** Returns the context with the whole request, for every lane that reads its contents. */
export async function expandContext(context: CallContext): Promise<CallContext> {
  const { abridged, dialect, parameters } = context;
  if (!abridged) return context;
  const value = await abridged.parseWhole();
  await nextTurn();
  return { ...context, wire: dialect.parseRequest(value, parameters), abridged: undefined };
}

/** Returns true when the upstream speaks the client's dialect and the body holds no data sealed for another vendor. */
export function canRelay(context: CallContext, upstream: Upstream): boolean {
  const { dialect, neverRelay, wire } = context;
  return (
    !neverRelay &&
    !followsRun(wire, upstream) &&
    upstream.lane === "relay" &&
    upstream.ignores === undefined &&
    upstream.dialects.includes(dialect.id) &&
    !dialect.streamContentType &&
    !hasSeal(context)
  );
}

/** The body is searched once, however many targets a route has. */
function hasSeal(context: CallContext): boolean {
  context.hasSeal ??= containsSeal(context.bodyText);
  return context.hasSeal;
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
