/** Every route of the gateway: which handler answers which method, and whose envelope its errors take. */
import type { Dialect, RouteParameters } from "#lib/dialects/dialect.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import { countings } from "./countings.ts";
import { dialects } from "./dialects.ts";
import { findFilesRoute } from "./files-routes.ts";
import { findGoogleRoute } from "./google-routes.ts";
import { handleCall } from "./handle-call.ts";
import { handleCount } from "./handle-count.ts";
import { healthz, readyz } from "./health-route.ts";
import { requireMessagesVersion } from "./messages-version.ts";
import { listModels, readModel } from "./models-route.ts";
import { findResponsesRoute } from "./responses-routes.ts";
import type { Handler, Route } from "./route.ts";
import { readSession, signIn, signOut } from "./session-route.ts";

const chat = dialects["openai-chat"];
const responses = dialects["openai-responses"];
const messages = dialects["anthropic-messages"];

/** Routes whose path is fixed. */
const FIXED: Readonly<Record<string, Route>> = {
  "/v1/chat/completions": { dialect: chat, methods: { POST: callIn(chat) } },
  "/v1/responses": { dialect: responses, methods: { POST: callIn(responses) } },
  "/v1/responses/input_tokens": { dialect: responses, methods: { POST: countIn("openai-responses") } },
  "/v1/messages": { dialect: messages, methods: { POST: versioned(callIn(messages)) } },
  "/v1/messages/count_tokens": {
    dialect: messages,
    methods: { POST: versioned(countIn("anthropic-messages")) },
  },
  "/v1/models": { methods: { GET: listModels } },
  "/session": { dialect: chat, methods: { GET: readSession, POST: signIn, DELETE: signOut } },
  "/healthz": { dialect: chat, methods: { GET: healthz }, whileDraining: true },
  "/readyz": { dialect: chat, methods: { GET: readyz }, whileDraining: true },
};

const MODEL_PATH = /^\/v1\/models\/(.+)$/;

/** Undefined for a path that is no route. @throws GatewayError 400 for a path that is not well percent-encoded */
export function findRoute(path: string): Route | undefined {
  if (Object.hasOwn(FIXED, path)) return FIXED[path];
  const special = findResponsesRoute(path) ?? findGoogleRoute(path) ?? findFilesRoute(path);
  if (special) return special;
  const model = MODEL_PATH.exec(path)?.[1];
  if (model === undefined) return undefined;
  const id = decodePath(model);
  return { methods: { GET: (exchange, runtime) => readModel(exchange, runtime, id) } };
}

function callIn(dialect: Dialect, parameters?: RouteParameters): Handler {
  return (exchange, runtime, record) => handleCall({ exchange, runtime, record, dialect, parameters });
}

function countIn(dialect: keyof typeof countings): Handler {
  return (exchange, runtime, record) => handleCount({ exchange, runtime, record, counting: countings[dialect] });
}

function versioned(handler: Handler): Handler {
  return (exchange, runtime, record) => handler(requireMessagesVersion(exchange), runtime, record);
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw new GatewayError({
      status: 400,
      message: "The model id in the path is not well percent-encoded.",
      param: "model",
    });
  }
}
