/** Handles a call whose response the gateway writes: continued from stored ones, and stored itself. */
import type { Dialect, ReplyIdentity, WireRequest } from "#lib/dialects/dialect.ts";
import { type CallContext, createReplyIdentity, readTime } from "#lib/gateway/lanes/call-context.ts";
import type { RunLane } from "#lib/gateway/lanes/run-target.ts";
import type { UpstreamRun } from "#lib/gateway/lanes/upstream-run-terms.ts";
import { type EndpointResponse, isAsyncIterable } from "#lib/gateway/request/endpoint.ts";
import type { ResponseClaim } from "#lib/store/stored-response.ts";
import { createJob } from "./background-job.ts";
import type { ResponseServices } from "./background-responses.ts";
import { respondInBackground } from "./respond-in-background.ts";
import type { ResponseObject } from "./response-object.ts";
import type { StoredForm, StoredWire } from "./stored-form.ts";
import { createStoredRun } from "./stored-run.ts";

/** Background response that another instance began, and that this one has claimed. */
export type TakenResponse = {
  id: string;
  createdAt: number;
  claim: ResponseClaim;
  /** Model as its client named it. */
  model: string;
  /** Response at an upstream that runs it itself. */
  resumed: UpstreamRun | undefined;
};

/**
 * Ends the response, or its stream, only once it is stored: a client that has the end can read it after a crash.
 * @throws GatewayError 400 when it continues a response that is not stored here, 507 when its key has no room for it
 * @param taken response that is begun anew, under its id
 */
export async function handleStoredCall(
  context: CallContext,
  run: RunLane,
  {
    form,
    backgroundResponses,
    sealer,
    taken,
  }: Pick<ResponseServices, "backgroundResponses" | "sealer"> & {
    form: StoredForm;
    taken?: TakenResponse | undefined;
  },
): Promise<EndpointResponse> {
  const { services, principal, log } = context;
  const wire = form.prepare(context.wire, context);
  const { responses } = services.store;
  const { keyId } = principal;
  const { expanded, ownItems } = await form.readWholeInput(wire, { keyId, responses, sealer });
  const identity = taken
    ? { id: taken.id, created: taken.createdAt / 1_000, model: taken.model, readTime }
    : createReplyIdentity(context);
  if (!taken && (wire.background || wire.store !== false) && !log.dryRun) {
    log.whenFinished(await responses.reserve(keyId));
  }
  const stored = createStoredRun({
    ...{ form, responses, identity, keyId, ownItems },
    previousId: form.getPreviousId(wire),
    runBy: backgroundResponses.instance.id,
    job: () => createJob(context.wire as StoredWire, context),
    claim: taken?.claim,
    resumed: taken?.resumed,
  });

  /** Runs the call; it ends when `store` has stored its final object. */
  async function runAndStore(
    call: CallContext,
    store: ((response: ResponseObject) => Promise<void>) | undefined,
  ): Promise<EndpointResponse> {
    let storing: Promise<void> | undefined;
    const onFinal =
      store &&
      ((response: ResponseObject) => {
        storing = store(response);
      });
    const response = await run({
      ...call,
      dialect: observeDialect({ form, dialect: context.dialect, identity, expanded, onFinal }),
    });
    if (store && isAsyncIterable(response.body))
      return { ...response, body: delayChunks(response.body, () => storing) };
    await storing;
    return response;
  }

  const own = { ...context, wire };
  if (wire.background && !log.dryRun) {
    return respondInBackground({ form, context: own, backgroundResponses, identity, run: runAndStore, stored, taken });
  }
  return runAndStore(own, wire.store === false ? undefined : stored.save);
}

/** Yields the body; each chunk waits for the promise of `until`. */
function delayChunks(
  body: AsyncIterable<Uint8Array | string>,
  until: () => Promise<void> | undefined,
): AsyncIterable<Uint8Array | string> {
  const chunks = body[Symbol.asyncIterator]();
  const delayed: AsyncIterableIterator<Uint8Array | string> = {
    async next() {
      const chunk = await chunks.next();
      await until();
      return chunk;
    },
    return: async () => (await chunks.return?.()) ?? { done: true, value: undefined },
    [Symbol.asyncIterator]: () => delayed,
  };
  return delayed;
}

/** Returns the dialect for this call: with this identity and the whole input, and reporting the final object. */
function observeDialect({
  form,
  dialect,
  identity,
  expanded,
  onFinal,
}: {
  form: StoredForm;
  dialect: Dialect;
  identity: ReplyIdentity;
  expanded: WireRequest;
  /** Absent when it is not needed: reading it costs as much as writing the whole response. */
  onFinal: ((response: ResponseObject) => void) | undefined;
}): Dialect {
  return {
    ...dialect,
    createId: () => identity.id,
    readRequest: (wire) => dialect.readRequest({ ...expanded, stream: wire.stream }),
    writeReply(reply, _, wire) {
      const response = dialect.writeReply(reply, identity, wire);
      onFinal?.(response);
      return response;
    },
    createStreamWriter(_, wire) {
      const writer = dialect.createStreamWriter(identity, wire);
      return onFinal ? form.watchWriter(writer, { identity, wire, onFinal }) : writer;
    },
  };
}
