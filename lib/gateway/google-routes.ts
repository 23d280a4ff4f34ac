/**
 * The routes of models in Google's convention: the `/v1beta` family, which newer SDKs call under `/v1` (wire-formats §4.1),
 * where other conventions' clients read models too. The action stands behind the last colon.
 */
import type { Dialect } from "#lib/dialects/dialect.ts";
import { createArrayStreamWriter } from "#lib/dialects/google-generate/index.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import { countings } from "./countings.ts";
import { dialects } from "./dialects.ts";
import { keepable } from "./exchanges/keepable.ts";
import { handleCall } from "./handle-call.ts";
import { handleCount } from "./handle-count.ts";
import { listModels, readModel } from "./models-route.ts";
import { type ApiVersion, countTokens, generateContent, streamGenerateContent } from "./operations/generate-content.ts";
import * as operations from "./operations/models.ts";
import { startPrediction } from "./operations/video-operations.ts";
import type { Endpoint, PathParameters, RouteEntry } from "./route.ts";
import { predictLongRunning } from "./videos/predict.ts";
import { videoHandler } from "./videos/video-context.ts";

const google = dialects["google-generate"];

/** The stream as one JSON array, for a client that asks with `alt=json`; white space bridges its silences. */
const googleArray: Dialect = {
  ...google,
  createStreamWriter: createArrayStreamWriter as Dialect["createStreamWriter"],
  streamContentType: "application/json; charset=utf-8",
  ping: "\n",
};

const ACTIONS: Record<string, (version: ApiVersion) => Endpoint> = {
  generateContent: (version) =>
    keepable(
      {
        operation: generateContent(version),
        handler: (exchange, runtime, record, { model = "" }) =>
          handleCall({ exchange, runtime, record, dialect: google, parameters: { model, stream: false } }),
      },
      google,
    ),
  streamGenerateContent: (version) =>
    keepable(
      {
        operation: streamGenerateContent(version),
        handler(exchange, runtime, record, { model = "" }) {
          const dialect = new URLSearchParams(exchange.query).get("alt") === "json" ? googleArray : google;
          return handleCall({ exchange, runtime, record, dialect, parameters: { model, stream: true } });
        },
      },
      google,
    ),
  countTokens: (version) => ({
    operation: countTokens(version),
    handler: (exchange, runtime, record, { model = "" }) =>
      handleCount({ exchange, runtime, record, counting: countings["google-generate"], parameters: { model } }),
  }),
  predictLongRunning: (version) => ({
    operation: startPrediction(version),
    handler: videoHandler("google-operations", predictLongRunning),
  }),
};

export const modelRoutes: readonly RouteEntry[] = [
  { path: "/v1/models", methods: { GET: { handler: listModels, operation: operations.listModels("v1") } } },
  {
    path: "/v1beta/models",
    dialect: google,
    methods: { GET: { handler: listModels, operation: operations.listModels("v1beta") } },
  },
  ...Object.keys(ACTIONS).flatMap((action) => [actionRoute("v1beta", action), actionRoute("v1", action)]),
  {
    path: "/v1beta/models/{model}",
    match: (path) => modelOf(path, /^\/v1beta\/(?=models\/|tunedModels\/)(.+)$/),
    dialect: google,
    methods: { GET: { handler: readModel, operation: operations.readModel("v1beta") } },
    refuse: refuseAction,
  },
  {
    path: "/v1/models/{model}",
    match: (path) => modelOf(path, /^\/v1\/(?=models\/|tunedModels\/.+(?::|%3A))(.+)$/i),
    methods: { GET: { handler: readModel, operation: operations.readModel("v1") } },
    refuse: refuseAction,
  },
];

/** Under `/v1beta` the collection may be missing: the AI SDK leaves it out of a name with a slash. */
const CALLED: Record<ApiVersion, RegExp> = {
  v1: /^\/v1\/((?:models|tunedModels)\/.+)$/,
  v1beta: /^\/v1beta\/(.+)$/,
};

function actionRoute(version: ApiVersion, action: string): RouteEntry {
  const ending = new RegExp(`(?::|%3A)${action}$`, "i");
  return {
    path: `/${version}/models/{model}:${action}`,
    match(path) {
      // Most paths end otherwise, and need no decoding to be told so.
      if (!ending.test(path)) return undefined;
      const resource = CALLED[version].exec(decode(path) ?? path)?.[1];
      const suffix = `:${action}`;
      return resource?.endsWith(suffix) ? { model: bareName(resource.slice(0, -suffix.length)) } : undefined;
    },
    dialect: google,
    methods: { POST: (ACTIONS[action] as (version: ApiVersion) => Endpoint)(version) },
  };
}

/** @throws GatewayError 400 for a path that is not well percent-encoded */
function modelOf(path: string, pattern: RegExp): PathParameters | undefined {
  const resource = pattern.exec(path)?.[1];
  if (resource === undefined) return undefined;
  const decoded = decode(resource);
  if (decoded !== undefined) return { model: bareName(decoded) };
  throw new GatewayError({
    status: 400,
    message: "The model id in the path is not well percent-encoded.",
    param: "model",
  });
}

/** A model's name may have a colon, so that what is no action can be read; called it cannot be. */
function refuseAction(method: string, { model = "" }: PathParameters): GatewayError | undefined {
  const colon = model.lastIndexOf(":");
  if (method !== "POST" || colon < 0) return undefined;
  return new GatewayError({
    status: 404,
    message: `A model has no action "${model.slice(colon + 1, colon + 101)}": expected one of ${Object.keys(ACTIONS).join(", ")}.`,
    code: "unknown_action",
  });
}

/** `models/` is the collection, not a part of the name; tuned models keep theirs. */
function bareName(resource: string): string {
  return resource.replace(/^models\//, "");
}

/** Undefined for a path that is not well encoded. */
function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
