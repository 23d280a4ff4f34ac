/** The `/v1beta` family, which newer SDKs call under `/v1` (wire-formats §4.1). The action stands behind the last colon. */

import type { Dialect } from "#lib/dialects/dialect.ts";
import { createArrayStreamWriter } from "#lib/dialects/google-generate/index.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import { countings } from "./countings.ts";
import { dialects } from "./dialects.ts";
import { handleCall } from "./handle-call.ts";
import { handleCount } from "./handle-count.ts";
import { listModels, readModel } from "./models-route.ts";
import type { Handler, Route } from "./route.ts";

const google = dialects["google-generate"];

/** The stream as one JSON array, for a client that asks with `alt=json`; white space bridges its silences. */
const googleArray: Dialect = {
  ...google,
  createStreamWriter: createArrayStreamWriter as Dialect["createStreamWriter"],
  streamContentType: "application/json; charset=utf-8",
  ping: "\n",
};

const LIST = "/v1beta/models";
const COLLECTIONS = /^\/(?:v1|v1beta)\/(?:models|tunedModels)\//;
const ACTIONS = ["generateContent", "streamGenerateContent", "countTokens"];
/** Under `/v1beta` the collection may be missing: the AI SDK leaves it out of a name with a slash. */
const MODEL = /^\/(?:v1\/(?=(?:models|tunedModels)\/)|v1beta\/(?=(?:models|tunedModels)\/|.+:[A-Za-z]+$))(.+)$/;

export function findGoogleRoute(path: string): Route | undefined {
  if (path === LIST) return { dialect: google, methods: { GET: listModels } };
  const resource = MODEL.exec(decode(path))?.[1];
  if (resource === undefined) return undefined;
  const colon = resource.lastIndexOf(":");
  const action = resource.slice(colon + 1);
  const handler = colon < 0 ? undefined : actionOf(action, bareName(resource.slice(0, colon)));
  if (handler) return { dialect: google, methods: { POST: handler } };
  const isShared = path.startsWith("/v1/");
  if (!COLLECTIONS.test(path) || (isShared && colon < 0)) return undefined;
  // What is no action may be the end of a model's own name.
  const GET: Handler = (exchange, runtime) => readModel(exchange, runtime, bareName(resource));
  const methods: Route["methods"] = colon < 0 ? { GET } : { GET, POST: () => refuseAction(action) };
  return isShared ? { methods } : { dialect: google, methods };
}

function refuseAction(action: string): never {
  throw new GatewayError({
    status: 404,
    message: `A model has no action "${action.slice(0, 100)}": expected one of ${ACTIONS.join(", ")}.`,
    code: "unknown_action",
  });
}

function actionOf(action: string, model: string): Handler | undefined {
  switch (action) {
    case "generateContent":
      return (exchange, runtime, record) =>
        handleCall({ exchange, runtime, record, dialect: google, parameters: { model, stream: false } });
    case "streamGenerateContent":
      return (exchange, runtime, record) => {
        const dialect = new URLSearchParams(exchange.query).get("alt") === "json" ? googleArray : google;
        return handleCall({ exchange, runtime, record, dialect, parameters: { model, stream: true } });
      };
    case "countTokens":
      return (exchange, runtime, record) =>
        handleCount({ exchange, runtime, record, counting: countings["google-generate"], parameters: { model } });
    default:
      return undefined;
  }
}

/** `models/` is the collection, not a part of the name; tuned models keep theirs. */
function bareName(resource: string): string {
  return resource.replace(/^models\//, "");
}

/** A path that is not well encoded names nothing. */
function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
