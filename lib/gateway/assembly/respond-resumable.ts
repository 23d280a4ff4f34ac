/** Responds to a request for a resumable response, which continues after a disconnect. */

import { errors } from "#lib/http/errors.ts";
import { type HttpRequest, type HttpResponse, isBodyStream } from "#lib/http/http-message.ts";
import { playBody } from "../bodies/play-body.ts";
import { ResumableResponse } from "../bodies/resumable/resumable-response.ts";
import type { RequestContext } from "../request/context.ts";
import type { Endpoint } from "../request/endpoint.ts";
import type { AllServices } from "./services.ts";

const HEADER = "x-gateway-keep";

type Context = RequestContext<AllServices>;

export function wantsResumable({ headers }: HttpRequest): boolean {
  return headers[HEADER] !== undefined;
}

/**
 * @param respond never rejects
 * @throws GatewayError 400 for another value of the header, 409 for an id in use, 410 when the response was stopped
 * before it began
 */
export async function respondResumable(
  context: Context,
  { writeStreamError }: NonNullable<Endpoint["resumable"]>,
  respond: (context: Context) => Promise<HttpResponse>,
): Promise<HttpResponse> {
  const { request, services, log, principal } = context;
  const value = request.headers[HEADER];
  if (value !== "events") {
    throw errors.headerNotEvents({ param: HEADER, value: String(value) });
  }
  const { id } = log;
  const { sharing } = services;
  if (services.resumables.find({ id, keyId: principal.keyId })) throw errors.requestIdTaken({ id });
  const resumable = new ResumableResponse({
    log,
    request,
    keyId: principal.keyId,
    writeStreamError,
    budget: services.resumableMemory,
    share: sharing && ((source) => sharing.share("resumable", { id, keyId: principal.keyId }, source)),
    onEnd: (ended) => services.resumables.retire(ended),
  });
  services.resumables.add(resumable);
  log.trace = resumable;
  const detach = resumable.attach();
  request.client.onDisconnect(detach);
  const response = await respond({ ...context, request: resumable.request });
  // Reads before the response is played, so that no byte is dropped before this reader has it.
  const reader = isBodyStream(response.body) ? resumable.read(resumable.body, { from: 0 }) : undefined;
  resumable.play(response);
  detach();
  await resumable.head;
  if (!reader) return response;
  // The log entry ends with the response itself, not with this reader: a client that has already disconnected is not
  // refused either.
  if (request.client.left) {
    await reader.return();
    return { ...response, body: "" };
  }
  return playBody({ ...response, body: reader }, { request, services, log: NO_LOG });
}

const NO_LOG = { id: "", sent() {}, finish() {} };
