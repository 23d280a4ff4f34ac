/** What went over the wire for one request, as it is shown, kept, replayed and exported. Bodies never hold a key. */
import type { ResponseTrace } from "#lib/contract/response-trace.ts";
import type { EventLog, WireEvent } from "../streams/event-log.ts";
import type { StreamTimings } from "../streams/metrics.ts";

/** What is kept of a request's other side; the client's is known here already. */
export type UpstreamSide = Pick<ResponseTrace, "lane" | "upstream" | "model" | "dropped" | "sent" | "answered">;

export type WireHeader = [name: string, value: string];

/** Everything after `droppedCount` is absent in records of older versions. */
export type WireExchange = {
  /** The request line and headers of its own. */
  head?: string;
  /** The body; JSON is indented. */
  request: string;
  events: WireEvent[];
  /** Events that gave way to newer ones. */
  droppedCount: number;
  /** When it was sent, in unix milliseconds. */
  startedAt?: number;
  requestHeaders?: WireHeader[];
  status?: number;
  responseHeaders?: WireHeader[];
  requestId?: string;
  timings?: StreamTimings;
  /** What went to the upstream in its place, where the gateway translated it. */
  other?: UpstreamSide;
};

/** The exchange of one answer of a conversation; files in base64 are shortened before it is saved. */
export type WireRecord = WireExchange & { turnId: string; sessionId: string };

/** A request under way: what is known of it so far. */
export type LiveWire = {
  /** A new object for each call; its events are the same objects. */
  record(): WireExchange;
  /** Called for every event: whoever shows them sets the pace. */
  subscribe: EventLog["subscribe"];
};

/** The request line's parts; records of the oldest versions have none, and came from the chat page. */
export function requestLineOf({ head }: { head?: string }): { method: string; path: string } {
  const [, method, path] = /^([A-Z]+) (\S+)/.exec(head ?? "") ?? [];
  return { method: method ?? "POST", path: path ?? "/v1/chat/completions" };
}

/** Headers of the request that the page set itself; the browser adds its own. */
export function requestHeadersOf({ requestHeaders, head = "" }: WireExchange): WireHeader[] {
  return requestHeaders ?? headersOfHead(head);
}

/** The headers below a request line. */
export const headersOfHead = (head: string): WireHeader[] => readHeaderLines(head.split("\n").slice(1));

/** Lines of `name: value`. */
function readHeaderLines(lines: readonly string[]): WireHeader[] {
  return lines.flatMap((line): WireHeader[] => {
    const colon = line.indexOf(":");
    return colon < 1 ? [] : [[line.slice(0, colon), line.slice(colon + 1).trim()]];
  });
}

/** A record from the texts that the media pages keep: the request with its head over it, and the head of the answer. */
export function exchangeOfTexts({ shown, headers = "" }: { shown: string; headers?: string }): WireExchange {
  const [head = "", ...body] = shown.split("\n\n");
  const [line = "", ...names] = headers.split("\n");
  const status = Number(/^HTTP (\d{3})/.exec(line)?.[1] ?? Number.NaN);
  const responseHeaders = readHeaderLines(names);
  return {
    head,
    request: body.join("\n\n"),
    events: [],
    droppedCount: 0,
    ...(Number.isNaN(status) ? {} : { status }),
    responseHeaders,
    requestId: responseHeaders.find(([name]) => name === "x-request-id")?.[1],
  };
}
