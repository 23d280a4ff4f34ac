/** Checks every rule for the gateway's error responses (spec, Error body; architecture.md, law 9). */
import { expect } from "vitest";

export type ExpectedError = {
  status: number;
  message: RegExp;
  type: string;
  /** The field at fault; null when the error is not about one. */
  param?: string | null;
  code?: string;
};

/** Checks status, reason phrase, headers and the spec's body of an error response, and returns the body. */
export async function expectError(response: Response, expected: ExpectedError): Promise<Record<string, unknown>> {
  const text = await response.text();
  expect(response.status, text).toBe(expected.status);
  expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
  const body = JSON.parse(text) as Record<string, unknown>;
  expect(Object.keys(body)).toEqual(expect.arrayContaining(["error", "message", "type", "param", "request_id"]));
  expect(body.error).toBe(expected.status);
  expect(body.message).toMatch(expected.message);
  expect(body).toMatchObject({ type: expected.type, param: expected.param ?? null });
  if (expected.code !== undefined) expect(body.code).toBe(expected.code);
  expect(body.request_id).toMatch(/^[\w.-]{1,64}$/);
  expect(response.headers.get("x-request-id")).toBe(body.request_id);
  expect(response.statusText, "the reason phrase is the message, short and in ASCII").toBe(reasonPhrase(body.message));
  return body;
}

function reasonPhrase(message: unknown): string {
  const ascii = String(message)
    .replace(/[^\x20-\x7e]+/g, " ")
    .trim();
  return ascii.length > 120 ? `${ascii.slice(0, 117)}...` : ascii;
}
