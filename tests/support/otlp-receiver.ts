/** A collector on loopback that reads OTLP over HTTP as JSON: spans and metrics of the tests, and its failures. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

type Value = { stringValue?: string; intValue?: number | string; doubleValue?: number; boolValue?: boolean } & {
  arrayValue?: { values: Value[] };
};
type Attribute = { key: string; value: Value };

export type ReceivedSpan = {
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  traceState: string | undefined;
  status: number | undefined;
  startMs: number;
  endMs: number;
  attributes: Record<string, unknown>;
};
export type ReceivedPoint = {
  metric: string;
  count: number;
  sum: number;
  bounds: number[];
  attributes: Record<string, unknown>;
};

export type OtlpReceiver = {
  url: string;
  /** Bodies as received. */
  bodies: string[];
  headers: IncomingMessage["headers"][];
  resource: Record<string, unknown>;
  spans: ReceivedSpan[];
  /** Last points of each export, oldest first. */
  points: ReceivedPoint[];
  /** Answers exports otherwise; undefined goes back to 200. */
  respondWith(handler: ((request: IncomingMessage, response: ServerResponse) => void) | undefined): void;
  /** Waits until the spans contain as many as match. */
  waitForSpans(count: number, matches?: (span: ReceivedSpan) => boolean): Promise<ReceivedSpan[]>;
  reset(): void;
  close(): Promise<void>;
};

/** Span kinds of OTLP. */
export const KIND = { internal: 1, server: 2, client: 3 } as const;
const WAIT_MS = 8_000;

export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  let respond: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
  const receiver: Pick<OtlpReceiver, "bodies" | "headers" | "resource" | "spans" | "points"> = {
    bodies: [],
    headers: [],
    resource: {},
    spans: [],
    points: [],
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString("utf8");
    receiver.bodies.push(body);
    receiver.headers.push(request.headers);
    if (respond) return respond(request, response);
    read(JSON.parse(body));
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  // biome-ignore lint/suspicious/noExplicitAny: the form of OTLP, checked by what the tests expect of it.
  function read(message: any): void {
    for (const { resource, scopeSpans } of message.resourceSpans ?? []) {
      receiver.resource = toRecord(resource.attributes);
      for (const { spans } of scopeSpans) for (const span of spans) receiver.spans.push(toSpan(span));
    }
    for (const { scopeMetrics } of message.resourceMetrics ?? []) {
      for (const { metrics } of scopeMetrics) {
        for (const { name, histogram } of metrics) {
          for (const { count, sum, explicitBounds, attributes } of histogram?.dataPoints ?? []) {
            receiver.points.push({
              ...{ metric: name, count: Number(count), sum, bounds: explicitBounds },
              attributes: toRecord(attributes),
            });
          }
        }
      }
    }
  }
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    get resource() {
      return receiver.resource;
    },
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies: receiver.bodies,
    headers: receiver.headers,
    spans: receiver.spans,
    points: receiver.points,
    respondWith(handler) {
      respond = handler;
    },
    async waitForSpans(count, matches = () => true) {
      const endsAt = performance.now() + WAIT_MS;
      for (;;) {
        const found = receiver.spans.filter(matches);
        if (found.length >= count) return found;
        if (performance.now() > endsAt) throw new Error(`${found.length} of ${count} spans came in ${WAIT_MS} ms.`);
        await delay(20);
      }
    },
    reset() {
      for (const list of [receiver.bodies, receiver.headers, receiver.spans, receiver.points]) list.length = 0;
      respond = undefined;
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: as above.
function toSpan(span: any): ReceivedSpan {
  const { name, kind, traceId, spanId, parentSpanId, traceState, status, attributes } = span;
  return {
    ...{ name, kind, traceId, spanId, traceState },
    parentSpanId: parentSpanId || undefined,
    status: status?.code,
    startMs: Number(span.startTimeUnixNano) / 1e6,
    endMs: Number(span.endTimeUnixNano) / 1e6,
    attributes: toRecord(attributes),
  };
}

function toRecord(attributes: Attribute[] = []): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, toPlain(value)]));
}

function toPlain({ stringValue, intValue, doubleValue, boolValue, arrayValue }: Value): unknown {
  if (arrayValue) return arrayValue.values.map(toPlain);
  return stringValue ?? boolValue ?? doubleValue ?? (intValue === undefined ? undefined : Number(intValue));
}
