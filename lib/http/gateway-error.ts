/**
 * The only error that the gateway throws on purpose. It is rendered at the edge, in the envelope that the client reads.
 */
export type GatewayErrorOptions = {
  /** HTTP status, 400 to 599; also the integer `error` of the body (spec, Error body). */
  status: number;
  /** One sentence for the client's developer: what is wrong and what is expected. Never holds a secret. */
  message: string;
  /** OpenAI's type vocabulary (wire-formats §7.3); derived from the status when absent. */
  type?: string;
  /** Path of the field at fault, for example `messages[0].content`. */
  param?: string;
  /** Machine-readable reason, for example `model_not_found`. */
  code?: string;
  /** Extra response headers, for example `allow` or `retry-after`. */
  headers?: Record<string, string>;
  cause?: unknown;
};

/** Header for the origin of an error: `gateway`, or `upstream` for an error that an upstream sent. */
export const ERROR_SOURCE = "x-gateway-error-source";
/** Headers of an error that an upstream sent. */
export const FROM_UPSTREAM: Readonly<Record<string, string>> = { [ERROR_SOURCE]: "upstream" };

const MARK = Symbol.for("parlance.gateway-error");

export class GatewayError extends Error {
  readonly [MARK] = true;
  readonly status: number;
  readonly type: string;
  readonly param: string | undefined;
  readonly code: string | undefined;
  readonly headers: Record<string, string>;

  constructor({ status, message, type, param, code, headers, cause }: GatewayErrorOptions) {
    super(message, { cause });
    this.name = "GatewayError";
    this.status = status;
    this.type = type ?? getErrorType(status);
    this.param = param;
    this.code = code;
    this.headers = headers ?? {};
  }

  /** Works across module graphs: Next's bundles and the server load this file separately. */
  static isInstance(value: unknown): value is GatewayError {
    return typeof value === "object" && value !== null && MARK in value;
  }
}

const TYPES: Record<number, string> = {
  401: "authentication_error",
  403: "permission_error",
  404: "not_found_error",
  408: "timeout_error",
  409: "conflict_error",
  413: "request_too_large",
  429: "rate_limit_error",
  502: "upstream_error",
  503: "overloaded_error",
  504: "timeout_error",
  507: "insufficient_storage_error",
};

/** wire-formats §7.3: default type of an error with this status. */
function getErrorType(status: number): string {
  return TYPES[status] ?? (status >= 500 ? "server_error" : "invalid_request_error");
}

/** Creates a 400 for a value of a field or parameter. @param why expected value, without a full stop */
export function invalidValue(param: string, why: string): GatewayError {
  return new GatewayError({
    status: 400,
    message: `Invalid value for ${param}: ${why}.`,
    param,
    code: "invalid_value",
  });
}
