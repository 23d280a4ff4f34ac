/**
 * The only error that the gateway throws on purpose. It is rendered at the edge, in the envelope that the client reads.
 */
import { typeOfStatus } from "#lib/contract/errors/define-errors.ts";

export type GatewayErrorOptions = {
  /** HTTP status, 400 to 599; also the integer `error` of the body (spec, Error body). */
  status: number;
  /** Text for the client's developer. The gateway's own texts are in `contract/errors`. It never holds a secret. */
  message: string;
  /** OpenAI's type vocabulary (wire-formats §7.3); derived from the status when absent. */
  type?: string | undefined;
  /** Path of the field at fault, for example `messages[0].content`. */
  param?: string | undefined;
  /** Machine-readable reason, for example `model_not_found`. */
  code?: string | undefined;
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
    this.type = type ?? typeOfStatus(status);
    this.param = param;
    this.code = code;
    this.headers = headers ?? {};
  }

  /** Works across module graphs: Next's bundles and the server load this file separately. */
  static isInstance(value: unknown): value is GatewayError {
    return typeof value === "object" && value !== null && MARK in value;
  }
}
