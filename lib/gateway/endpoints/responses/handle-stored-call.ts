/**
 * Handles a call of `POST /v1/responses` whose response the gateway writes: continued from stored ones, and stored
 * itself.
 */
import type { ResponsesRequest } from "#lib/contract/openai-responses/wire.ts";
import type { Dialect, ReplyIdentity } from "#lib/dialects/dialect.ts";
import { type CallContext, createReplyIdentity, readTime } from "#lib/gateway/lanes/call-context.ts";
import type { RunLane } from "#lib/gateway/lanes/run-target.ts";
import type { UpstreamRun } from "#lib/gateway/lanes/upstream-run-terms.ts";
import { type EndpointResponse, isAsyncIterable } from "#lib/gateway/request/endpoint.ts";
import type { ResponseClaim } from "#lib/store/stored-response.ts";
import { createJob } from "./background-job.ts";
import type { ResponseServices } from "./background-responses.ts";
import { readWholeInput } from "./read-whole-input.ts";
import { respondInBackground } from "./respond-in-background.ts";
import { type ResponseObject, withClientForm } from "./response-object.ts";
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
    backgroundResponses,
    sealer,
    taken,
  }: Pick<ResponseServices, "backgroundResponses" | "sealer"> & { taken?: TakenResponse | undefined },
): Promise<EndpointResponse> {
  const { services, principal, log } = context;
  const wire = withClientForm(context.wire as ResponsesRequest, context);
  const { responses } = services.store;
  const { keyId } = principal;
  const { expanded, ownItems } = await readWholeInput(wire, { keyId, responses, sealer });
  const identity = taken
    ? { id: taken.id, created: taken.createdAt / 1_000, model: taken.model, readTime }
    : createReplyIdentity(context);
  if (!taken && (wire.background || wire.store !== false) && !log.dryRun) {
    log.whenFinished(await responses.reserve(keyId));
  }
  const stored = createStoredRun({
    ...{ responses, identity, keyId, ownItems },
    previousId: wire.previous_response_id ?? null,
    runBy: backgroundResponses.instance.id,
    job: () => createJob(context.wire as ResponsesRequest, context),
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
      dialect: observeDialect({ dialect: context.dialect, identity, expanded, onFinal }),
    });
    if (store && isAsyncIterable(response.body))
      return { ...response, body: delayChunks(response.body, () => storing) };
    await storing;
    return response;
  }

  const own = { ...context, wire };
  if (wire.background && !log.dryRun) {
    return respondInBackground({ context: own, backgroundResponses, identity, run: runAndStore, stored, taken });
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
  dialect,
  identity,
  expanded,
  onFinal,
}: {
  dialect: Dialect;
  identity: ReplyIdentity;
  expanded: ResponsesRequest;
  /**
   * Absent when it is not needed: reading it parses the stream's last event, which is as long as the whole response.
   */
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
      return {
        write: (part) => writer.write(part),
        end() {
          const events = writer.end();
          const response = onFinal && readFinal(events);
          if (response) onFinal?.(response);
          return events;
        },
      };
    },
  };
}

/** Returns the object in the last of these events; undefined when the stream ended otherwise. */
function readFinal(events: string): ResponseObject | undefined {
  const data = events.slice(events.lastIndexOf("\ndata: ") + "\ndata: ".length);
  return data.startsWith("{") ? (JSON.parse(data) as { response?: ResponseObject }).response : undefined;
}
