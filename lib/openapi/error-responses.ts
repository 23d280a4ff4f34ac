/** Every error has the same body (spec, Error body): `error` is the HTTP status, and the rest explains it. */
import { z } from "zod";
import type { ErrorStatus } from "./operation.ts";
import { listHeaderNames } from "./reply-headers.ts";
import type { SchemaComponents } from "./schema-components.ts";

const errorBody = z
  .looseObject({
    error: z.int32().min(400).max(599).describe("The HTTP status."),
    message: z.string().describe("One sentence: what is wrong and what is expected."),
    type: z.string().describe("The kind of error, in OpenAI's words."),
    param: z.string().nullable().describe("Path of the field at fault, or null."),
    code: z.string().optional().describe("A reason for programs, where there is one."),
    request_id: z.string().describe("The same as in the header `x-request-id`."),
  })
  .meta({
    id: "Error",
    description:
      "An error. Official SDKs get the envelope of their own convention instead, and so does a request with the header `x-gateway-errors: native`.",
  });

type ErrorResponse = { name: string; description: string; headers?: string[]; example: Record<string, unknown> };

const REQUEST_ID = "req_3f1c9a5be2";

function exampleOf(error: number, type: string, message: string, fields: Record<string, unknown> = {}) {
  return { error, message, type, param: null, ...fields, request_id: REQUEST_ID };
}

const RESPONSES: Record<ErrorStatus | 405 | "5XX" | "default", ErrorResponse> = {
  400: {
    name: "BadRequest",
    description: "The request is wrong; `param` names the field and `message` what is expected there.",
    example: exampleOf(
      400,
      "invalid_request_error",
      "Invalid value for temperature: expected number to be <=2, got 2.1.",
      {
        param: "temperature",
        code: "invalid_value",
      },
    ),
  },
  401: {
    name: "Unauthorized",
    description: "No key, or one that is unknown, revoked or expired.",
    headers: ["www-authenticate"],
    example: exampleOf(401, "authentication_error", "An API key is required: send it as Authorization: Bearer <key>.", {
      code: "missing_api_key",
    }),
  },
  403: {
    name: "Forbidden",
    description: "The key lacks the scope that the route needs, or a signed-in browser called from another site.",
    example: exampleOf(403, "permission_error", 'This key may not be used here: it lacks the scope "inference".'),
  },
  404: {
    name: "NotFound",
    description: "There is no such model, file or response that this key may see.",
    example: exampleOf(
      404,
      "not_found_error",
      'The model "sandbox/giude" does not exist. Did you mean sandbox/guide?',
      { param: "model", code: "model_not_found" },
    ),
  },
  405: {
    name: "MethodNotAllowed",
    description: "The path takes other methods, which `allow` names.",
    headers: ["allow"],
    example: exampleOf(405, "invalid_request_error", "/v1/models takes GET, not POST.", { code: "method_not_allowed" }),
  },
  409: {
    name: "Conflict",
    description: "What is asked for does not fit the present state, for example of an upload that goes on elsewhere.",
    example: exampleOf(409, "conflict_error", "The file has 5 bytes so far: go on from there.", {
      param: "x-goog-upload-offset",
    }),
  },
  410: {
    name: "Gone",
    description: "It was kept for a while, and is no longer.",
    example: exampleOf(410, "invalid_request_error", "This image is no longer kept. Ask the model for it again.", {
      code: "image_expired",
    }),
  },
  413: {
    name: "TooLarge",
    description: "The body is over the limit that the configuration sets.",
    example: exampleOf(413, "request_too_large", "The body is over the limit of 67108864 bytes."),
  },
  415: {
    name: "UnsupportedMediaType",
    description: "The content type is not the one that the route takes, or the body is compressed.",
    example: exampleOf(415, "invalid_request_error", "The content type must be application/json, got text/plain."),
  },
  429: {
    name: "TooManyRequests",
    description:
      "The upstream's rate limit, or the gateway's own, such as that on wrong keys; wait as `retry-after` says.",
    headers: ["retry-after"],
    example: exampleOf(429, "rate_limit_error", "The upstream's rate limit is reached."),
  },
  "5XX": {
    name: "ServerError",
    description:
      "The upstream failed (its own status and text are kept), could not be reached or gave nonsense (502), took too long (504), or the gateway is overloaded, stopping or without its storage (503, with `retry-after`), or its storage is full or the key has reached a quota (507, the latter with the code `quota_exceeded`). 500 is a fault of the gateway.",
    headers: ["retry-after"],
    example: exampleOf(503, "overloaded_error", "The gateway is shutting down. Send this request again."),
  },
  default: {
    name: "OtherError",
    description: "Any other error, such as a status of the upstream's own, which is kept.",
    example: exampleOf(402, "invalid_request_error", "The upstream says: your credit is used up."),
  },
};

/** Returns the responses section of an operation for its errors. */
export function createErrorReferences(statuses: readonly ErrorStatus[]): Record<string, unknown> {
  // A route that refuses a wrong key also refuses too many of them.
  const throttled = statuses.includes(401) ? ([429] as const) : [];
  const reference = (status: keyof typeof RESPONSES) => ({ $ref: `#/components/responses/${RESPONSES[status].name}` });
  return {
    ...Object.fromEntries([...statuses, ...throttled, 405 as const].map((status) => [status, reference(status)])),
    "5XX": reference("5XX"),
    default: reference("default"),
  };
}

/** @param used statuses that operations use: unused components are omitted */
export function createErrorResponses(
  used: ReadonlySet<number>,
  { toSchema }: SchemaComponents,
): Record<string, unknown> {
  const always = ["405", "5XX", "default"];
  return Object.fromEntries(
    Object.entries(RESPONSES)
      .filter(([status]) => always.includes(status) || used.has(Number(status)))
      .map(([, { name, description, headers = [], example }]) => [
        name,
        {
          description,
          headers: listHeaderNames(["x-gateway-error-source", ...headers]),
          content: { "application/json": { schema: toSchema(errorBody), example } },
        },
      ]),
  );
}
