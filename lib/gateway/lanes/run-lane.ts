/** Runs a call in a lane in which the gateway writes the response itself: translate, sandbox or bridge. */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Call } from "#lib/canonical/call.ts";
import { getDialect } from "#lib/dialects/all-dialects.ts";
import type { Dialect } from "#lib/dialects/dialect.ts";
import { errors } from "#lib/http/errors.ts";
import type { Upstream } from "#lib/upstreams/upstream.ts";
import type { EndpointResponse } from "../request/endpoint.ts";
import { createFileLoader } from "../request/file-loader.ts";
import { findPublicOrigin } from "../request/find-public-origin.ts";
import { LARGE_BODY } from "../request/read-json.ts";
import type { ResolvedModel } from "../routing/resolve-model.ts";
import type { CallContext } from "./call-context.ts";
import { createDeadline, WITHOUT_LIMIT } from "./create-deadline.ts";
import { listDroppedFields, requireNoLoss, toClientNames } from "./dropped-fields.ts";
import { emulateParts } from "./emulation/emulate-parts.ts";
import { createUsageEstimate } from "./emulation/estimate-usage.ts";
import { planEmulation } from "./emulation/plan-emulation.ts";
import { holdParts } from "./hold-parts.ts";
import type { HoldTerms } from "./hold-terms.ts";
import { inlineFiles } from "./inline-files.ts";
import { observeAttempts, observeBuiltIn } from "./observe-attempts.ts";
import { createPartStream } from "./part-stream.ts";
import { findReplay } from "./replay/find-replay.ts";
import { replayParts } from "./replay/replay-parts.ts";
import { respondWithParts } from "./respond-with-parts.ts";
import { translate } from "./translate.ts";
import { UnsentRequest } from "./unsent-request.ts";
import { withClientFields } from "./with-client-fields.ts";

/**
 * @param context call with its whole request
 * @param hold holds a stream back until its first content, for a target of a route
 */
export function runLane(context: CallContext, resolved: ResolvedModel, hold?: HoldTerms): Promise<EndpointResponse> {
  context.log.lane = resolved.kind === "upstream" ? "translate" : resolved.kind;
  if (resolved.kind === "sandbox") return runBuiltIn(context, resolved, hold);
  if (resolved.kind === "bridge") return runBridge(context, resolved, hold);
  return runTranslate(context, resolved, hold);
}

type Resolved<Kind> = Extract<ResolvedModel, { kind: Kind }>;

async function runTranslate(
  context: CallContext,
  { upstream, model }: Resolved<"upstream">,
  hold?: HoldTerms,
): Promise<EndpointResponse> {
  const dialect = chooseDialect(context.dialect, upstream);
  return translate(context, { call: await readCall(context, model), upstream, dialect, hold });
}

/**
 * Returns the upstream's dialect in which a call is translated: the client's own, if it speaks it, drops the fewest
 * fields.
 * @throws GatewayError 400 for an upstream of images and videos only
 */
export function chooseDialect({ id }: Pick<Dialect, "id">, upstream: Pick<Upstream, "id" | "dialects">): Dialect {
  const [first] = upstream.dialects;
  if (first === undefined) throw errors.modelServesMediaOnly({ provider: upstream.id });
  return getDialect(upstream.dialects.includes(id) ? id : first);
}

async function runBuiltIn(
  context: CallContext,
  { builtIn, model }: Resolved<"sandbox">,
  hold?: HoldTerms,
): Promise<EndpointResponse> {
  const { log, dialect, request, wire } = context;
  if (builtIn.readRecord && !log.dryRun) {
    const replay = await findReplay(context, { kind: "sandbox", builtIn, model });
    if (replay) return replayParts(context, replay, hold);
  }
  const call = await readCall(context, model);
  const { dropped, placeholders, respond } = await builtIn.prepare(call);
  log.placeholders = placeholders;
  log.dropped = toClientNames(dropped, dialect, wire);
  requireNoLoss(context);
  if (log.dryRun) throw new UnsentRequest();
  const origin = findPublicOrigin(request);
  request.client.throwIfDisconnected();
  const parts = createPartStream((signal) =>
    observeBuiltIn(
      context,
      withClientFields(respond({ signal, origin }), { call, body: wire, fieldNames: dialect.fieldNames }),
    ),
  );
  if (hold && call.stream) await holdParts(context, parts, hold);
  return respondWithParts(context, parts, {
    deadline: context.timeLimit && createDeadline(context, WITHOUT_LIMIT),
  });
}

async function runBridge(
  context: CallContext,
  { bridge, model }: Resolved<"bridge">,
  hold?: HoldTerms,
): Promise<EndpointResponse> {
  const { log, dialect, request } = context;
  const call = await readCall(context, model);
  const plan = context.emulates ? planEmulation(call, { client: dialect, target: BRIDGE }) : undefined;
  const run = bridge.prepare(plan?.call ?? call);
  log.emulated = [...toClientNames(plan?.names ?? [], dialect)];
  log.dropped = toClientNames(listBridgeLosses(call, dialect), dialect, context.wire);
  requireNoLoss(context);
  if (log.dryRun) throw new UnsentRequest();
  if (context.beforeSend) await context.beforeSend();
  const onUnsupported = (names: string[]) => {
    log.dropped = toClientNames([...log.dropped, ...names], dialect);
  };
  request.client.throwIfDisconnected();
  const observer = observeAttempts(context, { upstream: bridge, dialect: dialect.id });
  const fetches = log.recorder?.observeFetches({ upstream: bridge.id, dialect: dialect.id });
  const source = createPartStream((signal) => run({ signal, onUnsupported, observer, fetches }));
  const parts = plan ? emulateParts([source], plan) : source;
  if (hold && call.stream) await holdParts(context, parts, hold);
  const estimate = plan && createUsageEstimate(call);
  return respondWithParts(context, parts, { deadline: createDeadline(context, bridge), estimate });
}

/** Packages follow stop sequences, and do not say which one ended a response. */
const BRIDGE: Pick<Dialect, "lacks"> = { lacks: { stopName: true } };

/** @param call call that was prepared for a bridge, which names its own losses in it */
export function listBridgeLosses(call: Call, { id }: Pick<Dialect, "id">): string[] {
  return [...call.dropped, ...listDroppedFields(call, { client: id })];
}

/** Reads the call, including the uploaded files that it names. */
export async function readCall({ dialect, wire, services, principal, log }: CallContext, model: string): Promise<Call> {
  const call = { ...dialect.readRequest(wire), model };
  if (log.requestBytes >= LARGE_BODY) await nextTurn();
  return inlineFiles(call, { loadFile: createFileLoader(services, principal), body: wire });
}
