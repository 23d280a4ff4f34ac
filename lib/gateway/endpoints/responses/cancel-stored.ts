/** Cancels a stored response that runs in the background, here or at another instance. */
import { cancelUpstreamRun } from "#lib/gateway/lanes/upstream-run.ts";
import type { RequestContext } from "#lib/gateway/request/context.ts";
import type { StoredResponse } from "#lib/store/stored-response.ts";
import { readJob } from "./background-job.ts";
import { type BackgroundResponse, RunLostError } from "./background-response.ts";
import type { ResponseServices } from "./background-responses.ts";
import { isRunning, parseResponse, type ResponseObject } from "./response-object.ts";

type Terms = {
  /** Present while this process has it in memory. */
  background: BackgroundResponse | undefined;
  /** @throws GatewayError 404 */
  find(): Promise<StoredResponse>;
};

/** @returns the response as it is then; one that has ended is returned as it is */
export async function cancelStored(
  context: Pick<RequestContext<ResponseServices>, "services">,
  { background, find }: Terms,
): Promise<ResponseObject> {
  return (background && (await cancelHere(background))) ?? (await cancelElsewhere(context, find));
}

/** @returns undefined when it was taken over by another instance */
async function cancelHere(background: BackgroundResponse): Promise<ResponseObject | undefined> {
  background.cancel();
  try {
    await background.stored;
    return background.current();
  } catch (error) {
    if (error instanceof RunLostError) return undefined;
    throw error;
  }
}

/** Ends a response that another instance runs, and which stops its work at the message, or when it next shows a sign of life. */
async function cancelElsewhere(
  { services }: Pick<RequestContext<ResponseServices>, "services">,
  find: Terms["find"],
): Promise<ResponseObject> {
  const { bus, store } = services;
  const stored = await find();
  const response = parseResponse(stored);
  if (!isRunning(response)) return response;
  const cancelled = { ...response, status: "cancelled" };
  const { id, keyId } = stored;
  if (!(await store.responses.end({ id, keyId }, JSON.stringify(cancelled)))) return parseResponse(await find());
  bus.publish("background-ended", {});
  cancelAtUpstream(services, stored);
  return cancelled;
}

/** The instance that ran it takes it for taken over, so that only the one which ends it cancels it. */
export function cancelAtUpstream(services: ResponseServices, stored: StoredResponse): void {
  const run = readJob(stored)?.upstreamRun;
  if (run) cancelUpstreamRun(services, run);
}
