/** `/api/exchanges/{id}`: kept exchanges, for the key that made them. */
import type { ExchangeRequest, ExchangeResponse } from "#lib/http/exchange.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import { validate } from "#lib/http/validate.ts";
import { clientLeft } from "../answer-parts.ts";
import { authenticate } from "../authenticate.ts";
import { jsonResponse } from "../files-context.ts";
import * as operations from "../operations/exchanges.ts";
import { CLIENT_LEFT, CLIENT_LEFT_STATUS, type RequestRecord } from "../request-record.ts";
import type { Handler, PathParameters, RouteEntry } from "../route.ts";
import type { Runtime } from "../runtime.ts";
import { descriptionQuery, eventsQuery } from "./exchange-queries.ts";
import type { Head, Recording } from "./recording.ts";
import type { Tape } from "./tape.ts";

type Context = { exchange: ExchangeRequest; record: RequestRecord; recording: Recording };

function exchangeHandler(handle: (context: Context) => ExchangeResponse | Promise<ExchangeResponse>): Handler {
  return async (exchange, runtime, record, parameters) =>
    handle({ exchange, record, recording: await findRecording(exchange, runtime, record, parameters) });
}

async function findRecording(
  exchange: ExchangeRequest,
  runtime: Runtime,
  record: RequestRecord,
  { exchange_id: id = "" }: PathParameters,
): Promise<Recording> {
  const { keyId } = await authenticate(exchange, runtime, "inference");
  record.keyId = keyId;
  return runtime.recordings.find(id, keyId);
}

const describe = exchangeHandler(({ exchange, recording }) => {
  const { writes } = validate(descriptionQuery, queryOf(exchange));
  return jsonResponse(recording.describe({ writes: writes === "true" }), { "cache-control": "no-store" });
});

const stop = exchangeHandler(({ recording }) => {
  recording.stop();
  return { status: 204, headers: {}, body: "" };
});

const readEvents = exchangeHandler(async (context) => {
  const { exchange, recording } = context;
  const from = readOffset(exchange, recording.answer);
  return follow({ ...context, head: await headFor(exchange, recording), tape: recording.answer, from });
});

const readUpstreamEvents = exchangeHandler(async (context) => {
  const { exchange, recording } = context;
  const head = await headFor(exchange, recording);
  const { upstreamEvents } = recording;
  if (!upstreamEvents) return { status: 204, headers: {}, body: "" };
  const { tape, contentType } = upstreamEvents;
  const headers = { ...head.headers, "content-type": contentType };
  return follow({ ...context, head: { ...head, headers }, tape, from: readOffset(exchange, tape) });
});

export const exchangeRoutes: readonly RouteEntry[] = [
  {
    path: "/api/exchanges/{exchange_id}",
    methods: {
      GET: { handler: describe, operation: operations.readExchange },
      DELETE: { handler: stop, operation: operations.stopExchange },
    },
  },
  {
    path: "/api/exchanges/{exchange_id}/events",
    methods: { GET: { handler: readEvents, operation: operations.readExchangeEvents } },
  },
  {
    path: "/api/exchanges/{exchange_id}/upstream-events",
    methods: { GET: { handler: readUpstreamEvents, operation: operations.readUpstreamEvents } },
  },
];

function queryOf({ query }: ExchangeRequest): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(query));
}

/** Waits for the answer's beginning, which counts as reading it. */
async function headFor({ client }: ExchangeRequest, recording: Recording): Promise<Head> {
  const detach = recording.attach();
  try {
    return await Promise.race([
      recording.head,
      new Promise<never>((_, reject) => client.onLeave(() => reject(clientLeft()))),
    ]);
  } finally {
    detach();
  }
}

/** @throws GatewayError 410 for bytes that have been given up, 400 for bytes that are yet to come */
function readOffset(exchange: ExchangeRequest, { start, end }: Tape): number {
  const { after } = validate(eventsQuery, queryOf(exchange));
  if (after < start) {
    throw new GatewayError({
      status: 410,
      message: `The first ${start} bytes of this answer are no longer kept: ask for what comes after=${start} or later.`,
      param: "after",
      code: "bytes_not_kept",
    });
  }
  if (after <= end) return after;
  throw new GatewayError({
    status: 400,
    message: `Invalid value for 'after': this answer has ${end} bytes so far, and ${after} were asked to be left out.`,
    param: "after",
  });
}

/** Everything of the answer's own headers that says how to read it. */
const REPLAYED = /^(?:content-type|x-accel-buffering|x-gateway-.*|x-upstream-request-id)$/;

function follow({
  exchange,
  record,
  recording,
  head,
  tape,
  from,
}: Context & { head: Head; tape: Tape; from: number }): ExchangeResponse {
  const replayed = Object.entries(head.headers).filter(([name]) => REPLAYED.test(name));
  const reader = recording.read(tape, {
    from,
    onBytes: (bytes) => record.sent(bytes),
    onDone(how) {
      if (how === "ended") record.finish({ status: 200 });
      else if (how === "left") record.finish({ status: CLIENT_LEFT_STATUS, error: CLIENT_LEFT });
      else record.finish({ status: 200, error: how.message });
    },
  });
  exchange.client.onLeave(() => reader.cancel());
  return {
    status: 200,
    headers: {
      ...Object.fromEntries(replayed),
      // Nothing on the way may keep it, or hold it back.
      "cache-control": "no-store, no-transform",
      "x-exchange-status": String(head.status),
    },
    body: reader,
  };
}
