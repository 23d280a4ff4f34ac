/** The recorded request and response, as they are shown, saved, replayed and exported. Bodies never contain a key. */
import type { ResponseTrace } from "#lib/contract/response-trace.ts";
import type { EventLog, TraceEvent } from "../streams/event-log.ts";
import type { StreamTimings } from "../streams/metrics.ts";

/** Recorded upstream side of a request; the client's side is already known here. */
export type UpstreamSide = Pick<ResponseTrace, "lane" | "upstream" | "model" | "dropped" | "sent" | "answered">;

export type TraceHeader = [name: string, value: string];

/** A recorded request with its response. Fields after `droppedCount` are absent in records of older versions. */
export type Trace = {
  /** The request line and the request's own headers. */
  head?: string;
  /** The body; JSON is indented. */
  request: string;
  events: TraceEvent[];
  /** Number of events evicted for newer ones. */
  droppedCount: number;
  /** Time of sending, in unix milliseconds. */
  startedAt?: number;
  requestHeaders?: TraceHeader[];
  status?: number;
  responseHeaders?: TraceHeader[];
  requestId?: string;
  timings?: StreamTimings;
  /** The upstream side, when the gateway translated the request. */
  other?: UpstreamSide;
};

/** The record of one response of a conversation; base64 files are shortened before it is saved. */
export type SavedTrace = Trace & { turnId: string; sessionId: string };

/** A request in progress, with what is known of it so far. */
export type LiveTrace = {
  /** A new object for each call; its events are the same objects. */
  record(): Trace;
  /** Called for every event; the subscriber limits its own pace. */
  subscribe: EventLog["subscribe"];
};

/** Returns the parts of the request line; records of the oldest versions have none, and came from the chat page. */
export function readRequestLine({ head }: { head?: string }): { method: string; path: string } {
  const [, method, path] = /^([A-Z]+) (\S+)/.exec(head ?? "") ?? [];
  return { method: method ?? "POST", path: path ?? "/v1/chat/completions" };
}

/** Returns the request's headers that the page set itself; the browser adds others. */
export function readRequestHeaders({ requestHeaders, head = "" }: Trace): TraceHeader[] {
  return requestHeaders ?? readHeadersOfHead(head);
}

/** Returns the headers below a request line. */
export const readHeadersOfHead = (head: string): TraceHeader[] => readHeaderLines(head.split("\n").slice(1));

/** Reads lines of `name: value`. */
function readHeaderLines(lines: readonly string[]): TraceHeader[] {
  return lines.flatMap((line): TraceHeader[] => {
    const colon = line.indexOf(":");
    return colon < 1 ? [] : [[line.slice(0, colon), line.slice(colon + 1).trim()]];
  });
}

/** Makes a record from the texts that the media pages save: the request below its head, and the response's head. */
export function readTraceTexts({ shown, headers = "" }: { shown: string; headers?: string }): Trace {
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
