/** Requests of the pages to the gateway's own records: with the session cookie in place of a key. */
import { type GatewayFailure, networkFailure, readErrorResponse } from "./errors.ts";

/** A request that was not answered, or answered with an error: the failure says all that is known. */
export class RequestFailed extends Error {
  readonly failure: GatewayFailure;
  constructor(failure: GatewayFailure) {
    super(failure.message);
    this.failure = failure;
  }
}

export function isSignedOut(error: unknown): boolean {
  return error instanceof RequestFailed && error.failure.status === 401;
}

/**
 * Sends and gives the answer, whatever its status.
 * @throws RequestFailed when nothing answers
 */
export async function askGateway(path: string, init: RequestInit = {}, send: typeof fetch = fetch): Promise<Response> {
  try {
    return await send(path, { credentials: "same-origin", ...init });
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new RequestFailed(networkFailure(error, false));
  }
}

/** @returns the answer, when its status is a good one. @throws RequestFailed for all others */
export async function requireGood(response: Response): Promise<Response> {
  if (response.ok) return response;
  const { status, headers } = response;
  throw new RequestFailed(readErrorResponse({ status, headers, body: await response.text() }));
}
