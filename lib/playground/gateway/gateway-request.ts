/** Requests of the pages to the gateway's own endpoints, with the session cookie instead of a key. */
import { type GatewayFailure, networkFailure, readErrorResponse } from "./errors.ts";

/** A request without a response, or with an error response; `failure` has the details. */
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
 * Sends a request and returns the response, whatever its status.
 * @throws RequestFailed when there is no response
 */
export async function callGateway(path: string, init: RequestInit = {}, send: typeof fetch = fetch): Promise<Response> {
  try {
    return await send(path, { credentials: "same-origin", ...init });
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new RequestFailed(networkFailure(error, false));
  }
}

/**
 * @returns the response, when its status is a success
 * @throws RequestFailed for any other status
 */
export async function requireGood(response: Response): Promise<Response> {
  if (response.ok) return response;
  const { status, headers } = response;
  throw new RequestFailed(readErrorResponse({ status, headers, body: await response.text() }));
}
