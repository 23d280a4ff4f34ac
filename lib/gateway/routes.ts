/** Every route of the gateway: which handler answers which method, and whose envelope its errors take. */
import type { Dialect, RouteParameters } from "#lib/dialects/dialect.ts";
import type { ExchangeRequest, ExchangeResponse } from "#lib/http/exchange.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import { dialects } from "./dialects.ts";
import { handleCall } from "./handle-call.ts";
import { healthz, readyz } from "./health-route.ts";
import { listModels, readModel } from "./models-route.ts";
import type { RequestRecord } from "./request-record.ts";
import type { Runtime } from "./runtime.ts";
import { readSession, signIn, signOut } from "./session-route.ts";

export type Handler = (
  exchange: ExchangeRequest,
  runtime: Runtime,
  record: RequestRecord,
) => ExchangeResponse | Promise<ExchangeResponse>;

export type Route = {
  /** By method. */
  methods: Readonly<Record<string, Handler>>;
  dialect: Dialect;
  /** Answered while the server drains. */
  whileDraining?: boolean;
};

const chat = dialects["openai-chat"];

/** Routes whose path is fixed. */
const FIXED: Readonly<Record<string, Route>> = {
  "/v1/chat/completions": { dialect: chat, methods: { POST: callIn(chat) } },
  "/v1/models": { dialect: chat, methods: { GET: listModels } },
  "/session": { dialect: chat, methods: { GET: readSession, POST: signIn, DELETE: signOut } },
  "/healthz": { dialect: chat, methods: { GET: healthz }, whileDraining: true },
  "/readyz": { dialect: chat, methods: { GET: readyz }, whileDraining: true },
};

const MODEL_PATH = /^\/v1\/models\/(.+)$/;

/** Undefined for a path that is no route. */
export function findRoute(path: string): Route | undefined {
  if (Object.hasOwn(FIXED, path)) return FIXED[path];
  const model = MODEL_PATH.exec(path)?.[1];
  if (model !== undefined) {
    const id = decodeSegment(model);
    return { dialect: chat, methods: { GET: (exchange, runtime) => readModel(exchange, runtime, id) } };
  }
  return undefined;
}

function callIn(dialect: Dialect, parameters?: RouteParameters): Handler {
  return (exchange, runtime, record) => handleCall({ exchange, runtime, record, dialect, parameters });
}

/** @throws GatewayError 400 when the path is not well percent-encoded */
function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new GatewayError({
      status: 400,
      message: "The model id in the path is not well percent-encoded.",
      param: "model",
    });
  }
}
