/** Every error has the same body (spec, Error body); its examples come from the list of errors. */
import { z } from "zod";
import { allErrors, type ErrorName } from "#lib/contract/errors/all-errors.ts";
import { describeError, type ErrorDefinition } from "#lib/contract/errors/define-errors.ts";
import { SERVER_ERRORS } from "./error-groups.ts";
import { LIMIT_HEADERS, listHeaderNames } from "./reply-headers.ts";
import type { SchemaComponents } from "./schema-components.ts";

const errorBody = z
  .looseObject({
    error: z.int32().min(400).max(599).describe("The HTTP status."),
    message: z.string().describe("What is wrong, what was expected and what to do next."),
    type: z.string().describe("The kind of error, in OpenAI's vocabulary."),
    param: z.string().nullable().describe("Path of the field at fault, or null."),
    code: z.string().optional().describe("A reason for programs, where there is one."),
    request_id: z.string().describe("The same as in the header `x-request-id`."),
  })
  .meta({
    id: "Error",
    description:
      "An error. Official SDKs get the format of their own API instead, and so does a request with the header `x-gateway-errors: native`.",
  });

type Description = { name: string; description: string; headers?: readonly string[] };

const DESCRIPTIONS: Readonly<Record<string, Description>> = {
  400: { name: "BadRequest", description: "The request is wrong; `param` names the field at fault." },
  401: { name: "Unauthorized", description: "The key is missing or not valid.", headers: ["www-authenticate"] },
  402: {
    name: "PaymentRequired",
    description: "The budget of the key or of its group is used up.",
    headers: LIMIT_HEADERS,
  },
  403: { name: "Forbidden", description: "The key or the session may not do this." },
  404: { name: "NotFound", description: "The path names nothing that this key may see." },
  405: {
    name: "MethodNotAllowed",
    description: "The path has other methods, which `allow` names.",
    headers: ["allow"],
  },
  408: { name: "RequestTimeout", description: "The body arrived too slowly." },
  409: { name: "Conflict", description: "The request does not fit the present state." },
  410: { name: "Gone", description: "The data has expired or was removed." },
  413: { name: "TooLarge", description: "The body or a file in it is over its limit." },
  415: { name: "UnsupportedMediaType", description: "The body has another type or is compressed." },
  426: { name: "UpgradeRequired", description: "The path opens a WebSocket.", headers: ["upgrade"] },
  429: {
    name: "TooManyRequests",
    description: "A rate limit of the gateway or of the provider; wait as `retry-after` says.",
    headers: ["retry-after", ...LIMIT_HEADERS],
  },
  "5XX": {
    name: "ServerError",
    description:
      "500: an error in the gateway. 502 and 504: the provider failed, could not be reached or took too long. 503: the gateway is busy, stopping or without its storage, with `retry-after`. 507: its storage is full or the key has reached a quota (`quota_exceeded`). A provider's own status and text are passed on.",
    headers: ["retry-after"],
  },
  default: { name: "OtherError", description: "Any other error, such as a provider's own status, which is passed on." },
};

const OTHER_ERROR = {
  error: 451,
  message: "This model is not available in your region.",
  type: "invalid_request_error",
  param: null,
  request_id: "req_3f1c9a5be2",
};

type Reference = { $ref: string };

/** Collects the error responses of a document: those with the same errors are one component. */
export class ErrorComponents {
  /** Responses by their names. */
  readonly responses: Record<string, unknown> = {};
  private readonly usedErrors = new Set<ErrorName>();
  /** Names of responses by their status and errors. */
  private readonly names = new Map<string, string>();
  private readonly schemas: SchemaComponents;

  constructor(schemas: SchemaComponents) {
    this.schemas = schemas;
  }

  /** Returns the error responses of an operation. @param errors errors besides those of every operation */
  listResponses(errors: readonly ErrorName[]): Record<string, Reference> {
    const byStatus = Map.groupBy(new Set([...errors, ...SERVER_ERRORS]), (name) => {
      const { status } = describe(name);
      return status >= 500 ? "5XX" : String(status);
    });
    const statuses = [...byStatus.keys()].toSorted();
    return {
      ...Object.fromEntries(statuses.map((status) => [status, this.refer(status, byStatus.get(status) ?? [])])),
      default: this.refer("default", []),
    };
  }

  /** Returns an example of each error that a response refers to. */
  listExamples(): Record<string, unknown> {
    const names = [...this.usedErrors].toSorted();
    return Object.fromEntries(names.map((name) => [name, { value: writeExample(name) }]));
  }

  private refer(status: string, errors: readonly ErrorName[]): Reference {
    const key = `${status} ${errors.toSorted().join()}`;
    let name = this.names.get(key);
    if (name === undefined) {
      const { name: base } = DESCRIPTIONS[status] as Description;
      const others = [...this.names.values()].filter((other) => /^\D+/.exec(other)?.[0] === base).length;
      name = others > 0 ? `${base}${others + 1}` : base;
      this.names.set(key, name);
      this.responses[name] = this.writeResponse(status, errors);
    }
    return { $ref: `#/components/responses/${name}` };
  }

  private writeResponse(status: string, errors: readonly ErrorName[]): Record<string, unknown> {
    const { description, headers = [] } = DESCRIPTIONS[status] as Description;
    for (const name of errors) this.usedErrors.add(name);
    const examples = errors.map((name) => [name, { $ref: `#/components/examples/${name}` }]);
    return {
      description,
      headers: listHeaderNames(["x-gateway-error-source", ...headers]),
      content: {
        "application/json": {
          schema: this.schemas.toSchema(errorBody),
          ...(errors.length > 0 ? { examples: Object.fromEntries(examples) } : { example: OTHER_ERROR }),
        },
      },
    };
  }
}

function describe(name: ErrorName) {
  const definition = allErrors[name] as ErrorDefinition<unknown>;
  return describeError(definition, definition.sample ?? {});
}

function writeExample(name: ErrorName): Record<string, unknown> {
  const { status, message, type, param, code } = describe(name);
  const { request_id } = OTHER_ERROR;
  return { error: status, message, type, param: param ?? null, ...(code ? { code } : {}), request_id };
}
