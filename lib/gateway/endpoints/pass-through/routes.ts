/** Endpoints of every other route of a provider. */
import { z } from "zod";
import type { ErrorName } from "#lib/contract/errors/all-errors.ts";
import { limitErrors } from "#lib/contract/errors/limits.ts";
import { defineEndpoint, type Endpoint } from "#lib/gateway/request/endpoint.ts";
import { FORM_ERRORS, KEY_ERRORS, UPSTREAM_ERRORS } from "#lib/openapi/error-groups.ts";
import type { Operation } from "#lib/openapi/operation.ts";
import { example, pathParameter, TAGS } from "#lib/openapi/operation-parts.ts";
import { PASS_THROUGH, passThrough } from "./handler.ts";

const PATH = /^\/upstreams\/(?<upstream_id>[^/]+)\/(?<path>.+)$/s;

/** Errors of a body. */
const UPLOAD_ERRORS: readonly ErrorName[] = [...FORM_ERRORS, "fileTooLarge", "uploadIncomplete"];

const bytes = z.unknown().meta({ description: "Bytes as the provider sends or takes them." });

const operation = (id: string, summary: string): Operation => ({
  ...{ id, tag: TAGS.passThrough, summary, key: "bearer" },
  description:
    "Sends the request to a route of one provider that the gateway has no endpoint for, such as batches and the provider's own files. The provider gets its own credential and none of the client's. For admins, and for keys whose `routes` name `passthrough`.",
  parameters: [
    pathParameter("upstream_id", "Provider, as in the config file.", "openai"),
    pathParameter("path", "Path below the provider's base URL, with slashes.", "batches"),
  ],
  replies: {
    200: {
      description: "The provider's response, byte for byte.",
      headers: ["x-gateway-lane", "x-gateway-upstream", "x-upstream-request-id"],
      content: { "*/*": { schema: bytes } },
    },
  },
  errors: [
    ...KEY_ERRORS,
    ...(Object.keys(limitErrors) as ErrorName[]),
    "passThroughNotAllowed",
    "passThroughOfLimitedKey",
    "passThroughPathUnsafe",
    "passThroughProviderUnknown",
    ...UPSTREAM_ERRORS,
  ],
});

const post: Operation = {
  ...operation("passPost", "Send a request to another route of a provider"),
  body: { "application/octet-stream": { schema: bytes, examples: { bytes: example("Any bytes", "anything") } } },
};

const define = (method: "GET" | "POST" | "DELETE", described: Operation): Endpoint =>
  defineEndpoint({
    method,
    path: "/upstreams/{upstream_id}/{path}",
    match: (path) => PATH.exec(path)?.groups,
    scope: "inference",
    loggedDialect: PASS_THROUGH,
    operation: { ...described, errors: [...described.errors, ...(method === "POST" ? UPLOAD_ERRORS : [])] },
    handle: (context) => passThrough(context, method),
  });

export const passThroughEndpoints: readonly Endpoint[] = [
  define("GET", operation("passGet", "Read another route of a provider")),
  define("POST", post),
  define("DELETE", operation("passDelete", "Delete at another route of a provider")),
];
