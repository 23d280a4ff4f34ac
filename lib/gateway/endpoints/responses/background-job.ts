/** BackgroundJob: what another instance needs to go on with a background response; stored with it. */
import type { UpstreamRun } from "#lib/gateway/lanes/upstream-run-terms.ts";
import type { RequestContext } from "#lib/gateway/request/context.ts";
import type { StoredResponse } from "#lib/store/stored-response.ts";
import type { StoredWire } from "./stored-form.ts";

export type BackgroundJob = {
  /** Request without its input, which is stored beside it. */
  wire: StoredWire;
  /** Headers that steer the call, and the client's name. */
  headers: Record<string, string>;
  /** Id of its row in the request log. */
  requestId: string;
  /**
   * True once the call may have reached an upstream that is paid for. Stored before it is sent, so that the call is
   * certainly not sent while it is false.
   */
  isSent: boolean;
  /** Response at an upstream that runs it itself: it can be followed from its first event. */
  upstreamRun?: UpstreamRun | undefined;
};

/**
 * Headers of the gateway's own, and what decides the form of a response; never a credential. A stored prompt is in the
 * request already.
 */
const KEPT_HEADERS = /^(?:user-agent|x-gateway-(?!prompt$|variables$).+)$/;

export function createJob(wire: StoredWire, { request, log }: Pick<RequestContext, "request" | "log">): BackgroundJob {
  const { input: _, ...rest } = wire as StoredWire & { input?: unknown };
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === "string" && KEPT_HEADERS.test(name)) headers[name] = value;
  }
  return { wire: rest, headers, requestId: log.id, isSent: false };
}

/** Returns undefined for a response of an older version. */
export function readJob({ job }: Pick<StoredResponse, "job">): BackgroundJob | undefined {
  return job === null ? undefined : (JSON.parse(job) as BackgroundJob);
}
