/** Reads a request's JSON body. */
import { isUtf8 } from "node:buffer";
import type { ExchangeRequest } from "#lib/http/exchange.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import { requireShallow } from "#lib/http/nesting.ts";

/**
 * @param limit in bytes
 * @throws GatewayError 415 for another content type, 413 over the limit, 400 when it is not well-formed JSON or nested
 * deeper than any reader should have to go
 */
export async function readJson(
  exchange: ExchangeRequest,
  limit: number,
): Promise<{ value: unknown; text: string; size: number }> {
  const { headers, body } = exchange;
  requireJson(headers);
  const bytes = await body.bytes(limit);
  if (bytes.length === 0)
    throw new GatewayError({ status: 400, message: "The body is empty: expected a JSON object." });
  if (!isUtf8(bytes)) throw new GatewayError({ status: 400, message: "The body is not valid UTF-8." });
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
  const value = parse(text);
  requireShallow(value);
  return { value, text, size: bytes.length };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    // The parser quotes the body, which may be private; the place is enough.
    const place = /at position \d+(?: \(line \d+ column \d+\))?/.exec((cause as Error).message)?.[0];
    throw new GatewayError({
      status: 400,
      message: `The body is not well-formed JSON${place ? ` ${place}` : ""}.`,
      code: "invalid_json",
      cause,
    });
  }
}

function requireJson(headers: ExchangeRequest["headers"]): void {
  const type = headers["content-type"];
  if (type !== undefined && !/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(String(type))) {
    throw new GatewayError({
      status: 415,
      message: `The content type must be application/json, got ${String(type).slice(0, 100)}.`,
    });
  }
  const encoding = headers["content-encoding"];
  if (encoding !== undefined && encoding !== "identity") {
    throw new GatewayError({
      status: 415,
      message: `The body must not be compressed, got content-encoding ${String(encoding).slice(0, 100)}.`,
    });
  }
}
