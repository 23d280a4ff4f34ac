/** Response whose body is one JSON document. */
import type { HttpResponse } from "#lib/http/http-message.ts";

export const JSON_TYPE = "application/json; charset=utf-8";

export function createJsonResponse(
  body: unknown,
  headers: Record<string, string> = {},
  status = 200,
): HttpResponse & { body: string } {
  return { status, headers: { "content-type": JSON_TYPE, ...headers }, body: JSON.stringify(body) };
}

/** Creates a 204 without a body. */
export function createEmptyResponse(headers: Record<string, string> = {}): HttpResponse & { body: string } {
  return { status: 204, headers, body: "" };
}
