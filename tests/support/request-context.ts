/** A request in flight for tests of what answers it: its context, its client, and what is logged of it. */
import { dialects } from "#lib/dialects/all-dialects.ts";
import type { Dialect } from "#lib/dialects/dialect.ts";
import type { CallContext } from "#lib/gateway/lanes/call-context.ts";
import { ADMIN } from "#lib/gateway/request/key-ring.ts";
import { LogEntry } from "#lib/gateway/request/log-entry.ts";
import type { Services } from "#lib/gateway/request/services.ts";
import { ClientPresence } from "#lib/http/client-presence.ts";
import type { HttpRequest } from "#lib/http/http-message.ts";
import type { RequestLogRow, Store } from "#lib/store/store.ts";
import { createManualInFlight, type ManualInFlight } from "./manual-in-flight.ts";

export type TestRequest = {
  context: CallContext;
  client: ClientPresence;
  inFlight: ManualInFlight;
  /** Rows of the request log. */
  rows: RequestLogRow[];
  /** Lines of the error log. */
  faults: string[];
};

export const PING_MS = 15_000;

/** @param body of the call, in the client's dialect */
export function createTestRequest({
  dialect: dialectId = "openai-chat",
  body = {},
  headers = {},
}: {
  dialect?: keyof typeof dialects;
  body?: Record<string, unknown>;
  headers?: HttpRequest["headers"];
} = {}): TestRequest {
  const dialect: Dialect = dialects[dialectId];
  const client = new ClientPresence();
  const inFlight = createManualInFlight();
  const rows: RequestLogRow[] = [];
  const faults: string[] = [];
  const requestLog: Pick<Store["requestLog"], "append"> = { append: (row) => void rows.push(row) };
  inFlight.begin();
  const log = new LogEntry({ id: "req_test", log: requestLog as Store["requestLog"], onFinish: inFlight.finish });
  const bodyText = JSON.stringify({
    model: "scripted/model-1",
    messages: [{ role: "user", content: "Hello" }],
    ...(dialectId === "anthropic-messages" ? { max_tokens: 100 } : {}),
    ...body,
  });
  const services: Pick<Services, "inFlight" | "log"> & { settings: Pick<Services["settings"], "streams"> } = {
    inFlight,
    settings: { streams: { pingMs: PING_MS } },
    log: (line) => void faults.push(line),
  };
  const context: CallContext = {
    request: {
      method: "POST",
      path: "/v1/chat/completions",
      query: "",
      headers,
      body: {
        bytes: async () => Buffer.from(bodyText),
        async *chunks() {
          yield Buffer.from(bodyText);
        },
        retain() {},
        release() {},
      },
      client,
    },
    services: services as Services,
    principal: ADMIN,
    log,
    query: undefined,
    params: {},
    dialect,
    wire: dialect.parseRequest(JSON.parse(bodyText)),
    bodyText,
  };
  return { context, client, inFlight, rows, faults };
}
