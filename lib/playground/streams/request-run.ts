/** Source of a run's response: a new request, or one sent before the page was reloaded. */

import { type TextRequest, writeRequestHead } from "../dialects/text-dialect.ts";
import { readHeadersOfHead, type Trace, type TraceHeader } from "../trace/trace.ts";
import { joinResumableBody } from "./resumable/join-resumable-body.ts";
import { describeResponse, openResponse, stopResponse } from "./resumable/resumable-response-api.ts";

export type SentFacts = Pick<Trace, "head" | "request" | "startedAt" | "requestHeaders">;

export type OpenedResponse = {
  status: number;
  headers: Headers;
  /** The response's bytes, stored and live. */
  body: ReadableStream<Uint8Array> | null;
};

export type RequestRun = {
  /** Performance-clock time of the request. */
  startedAt: number;
  /**
   * Returns undefined when the response is gone. Rejects as `fetch` does, as does the body; with `StoppedElsewhere`
   * when another page or the gateway stopped the response.
   * @param onCaughtUp called when all bytes from before the reload have been read
   */
  open(signal: AbortSignal, onCaughtUp: () => void): Promise<OpenedResponse | undefined>;
  /** The sent request, as far as it is known yet. */
  sent(): SentFacts;
  /** Time of the stored bytes just read, in milliseconds since the request; undefined for live bytes. */
  replayedAt(): number | undefined;
  /** Cancels the request on the gateway, besides closing the connection. */
  stop(): void;
};

/** The response was stopped by another page, or by the gateway, which stops a response that nobody reads for long. */
export class StoppedElsewhere extends Error {}

type Tools = { fetch: typeof fetch; now: () => number };

/** A POST as it is sent, and as the inspector shows it. */
export type OutgoingRequest = {
  path: string;
  /** Additional headers; a form sets its content type, with its boundary. */
  headers?: Record<string, string>;
  body: string | FormData;
  shown: { head: string; body: string };
};

type Sending = Tools & {
  /** Id of the resumable response; undefined when it should not be resumable. */
  exchangeId: string | undefined;
};

export function sendRequest(request: TextRequest, sending: Sending): RequestRun {
  const outgoing = {
    path: request.path,
    headers: { "content-type": "application/json", accept: "text/event-stream", ...request.headers },
    body: JSON.stringify(request.body),
    shown: { head: writeRequestHead(request), body: JSON.stringify(request.body, null, 2) },
  };
  return sendOutgoing(outgoing, sending);
}

export function sendOutgoing(
  { path, headers: own, body: asked, shown }: OutgoingRequest,
  { exchangeId, fetch: send, now }: Sending,
): RequestRun {
  const resumable: Record<string, string> =
    exchangeId === undefined ? {} : { "x-request-id": exchangeId, "x-gateway-keep": "events" };
  const headers = { ...own, ...resumable };
  const named = new Map([...readHeadersOfHead(shown.head), ...Object.entries(headers)]);
  const sent: SentFacts = {
    head: shown.head,
    request: shown.body,
    startedAt: Date.now(),
    requestHeaders: [...named],
  };
  return {
    startedAt: now(),
    async open(signal) {
      const response = await send(path, { method: "POST", credentials: "same-origin", headers, body: asked, signal });
      const { status, body } = response;
      // Only a gateway has resumable responses; a test double may not.
      const reopen =
        exchangeId && response.headers.has("x-gateway-lane") && createReopener(exchangeId, { fetch: send, signal });
      return { status, headers: response.headers, body: body && reopen ? joinResumableBody({ body, reopen }) : body };
    },
    sent: () => sent,
    replayedAt: () => undefined,
    stop() {
      if (exchangeId) void stopResponse(exchangeId, send);
    },
  };
}

/**
 * @param startedAt time of the request, in unix milliseconds of this browser's clock
 * @param known the sent request, when the page has it; otherwise the gateway reports it
 */
export function resumeResponse(
  exchangeId: string,
  { startedAt, known, fetch: ask, now }: Tools & { startedAt: number; known?: SentFacts },
): RequestRun {
  let sent: SentFacts = known ?? { request: "", startedAt };
  let replayedAt: number | undefined;
  return {
    startedAt: now() - (Date.now() - startedAt),
    async open(signal, onCaughtUp) {
      const trace = await ignoreUnreachable(describeResponse(exchangeId, { fetch: ask, signal }), signal);
      if (!trace) return undefined;
      const { path, headers, body: asked } = trace.client;
      sent = known ?? {
        head: writeRequestHead({ path, body: {} }),
        request: indented(asked),
        startedAt,
        requestHeaders: Object.entries(headers).filter(([name]) => isOwnHeader(name)) satisfies TraceHeader[],
      };
      const response = await ignoreUnreachable(openResponse(exchangeId, { fetch: ask, signal, after: 0 }), signal);
      if (!response) return undefined;
      const body =
        response.body &&
        joinResumableBody({
          body: response.body,
          writes: trace.writes,
          onTime: (at) => {
            replayedAt = at;
          },
          onCaughtUp() {
            replayedAt = undefined;
            onCaughtUp();
          },
          reopen: createReopener(exchangeId, { fetch: ask, signal }),
        });
      replayedAt = trace.writes?.[0]?.[1];
      const status = Number(response.headers.get("x-exchange-status") ?? response.status);
      return { status, headers: restoreHeaders(response.headers, exchangeId), body };
    },
    sent: () => sent,
    replayedAt: () => replayedAt,
    stop: () => void stopResponse(exchangeId, ask),
  };
}

/** Treats an unreachable gateway as having no response, unless the caller aborted. */
async function ignoreUnreachable<Found>(asked: Promise<Found>, signal: AbortSignal): Promise<Found | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (signal.aborted) throw error;
    return undefined;
  }
}

/** Milliseconds before each try; a lost network is often back soon. */
const TRIES = [0, 300, 1_000];

/** Returns a function that reopens a resumable response after a disconnect. */
function createReopener(id: string, tools: { fetch: typeof fetch; signal: AbortSignal }) {
  let breaks = 0;
  return async (after: number, cause: unknown): Promise<ReadableStream<Uint8Array>> => {
    const wait = TRIES[breaks];
    breaks += 1;
    if (wait !== undefined) await new Promise((resolve) => setTimeout(resolve, wait));
    if (wait === undefined || tools.signal.aborted) throw cause;
    const trace = await describeResponse(id, tools).catch(() => undefined);
    if (trace?.state === "stopped") throw new StoppedElsewhere();
    const rest = trace && (await openResponse(id, { ...tools, after }).catch(() => undefined));
    if (!rest?.body) throw cause;
    return rest.body;
  };
}

/** Returns the headers with the id of the original request, not of the one that resumed it. */
function restoreHeaders(headers: Headers, exchangeId: string): Headers {
  const answered = new Headers(headers);
  answered.set("x-request-id", exchangeId);
  for (const name of ["request-id", "x-exchange-status"]) answered.delete(name);
  return answered;
}

/** Returns true for headers set by the page; the browser adds others. */
function isOwnHeader(name: string): boolean {
  return !/^(?:host|connection|user-agent|accept-.*|sec-.*|origin|referer|content-length|dnt|priority)$/.test(name);
}

function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}
