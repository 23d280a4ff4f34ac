/** Tests for every route: a wrong body, and an arbitrary body. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { type AnyCall, anyCallOf } from "./any-body.ts";
import { expectError } from "./expect-error.ts";
import type { TestGateway } from "./gateway.ts";
import { type Body, type JsonRoute, withModel } from "./json-routes.ts";

/** A body without its model, the path of the field that is wrong in it, and what the message has to say beside that. */
export type WrongBody = [name: string, body: unknown, param: string | null, message?: RegExp];

/** Words of zod and of JavaScript, which do not help a client's developer. */
const INNER_WORDS =
  /undefined|ZodError|\[object|Invalid input|Unexpected token|Cannot (read|convert)|is not (a function|iterable)|RangeError|TypeError|SyntaxError/;

type Route = { gateway: () => TestGateway; route: JsonRoute };

/** Each is a 400 in the spec's body, in one sentence that names the field. */
export function itRefuses({ gateway, route, table }: Route & { table: readonly WrongBody[] }): void {
  it.each(table)("%s", async (_name, body, param, message = /./) => {
    const whole = withModel(route, "sandbox/echo", body);
    const response = await post({ gateway: gateway(), route, model: "sandbox/echo", body: JSON.stringify(whole) });
    const error = await expectError(response, { status: 400, message, type: "invalid_request_error", param });
    expectPlainSentence(error.message);
    if (param !== null) expect(error.message, "it names the field").toContain(`\`${param}\``);
  });
}

/** Each is answered, by more than one model. */
export function itTakes({ gateway, route, table }: Route & { table: readonly [name: string, body: unknown][] }): void {
  it.each(table)("%s", async (_name, body) => {
    for (const model of ["sandbox/echo", "sandbox/guide"]) {
      const text = typeof body === "string" ? body : JSON.stringify(withModel(route, model, body));
      const response = await post({ gateway: gateway(), route, model, body: text.replace("sandbox/echo", model) });
      const answer = await response.text();
      expect(response.status, `${model}: ${answer}`).toBe(200);
      if (!response.headers.get("content-type")?.startsWith("text/event-stream")) {
        expect(route.isAnswer(JSON.parse(answer)), answer).toBe(true);
      }
    }
  });
}

/**
 * No body whatever is answered with a 5xx, with half a stream, or not at all.
 * @param models `<upstream>/<model>`; the sandbox's when absent
 */
export async function neverFails({
  gateway,
  route,
  models,
  runs = 150,
}: {
  gateway: TestGateway;
  route: JsonRoute;
  models?: readonly string[];
  runs?: number;
}): Promise<void> {
  await fc.assert(
    fc.asyncProperty(anyCallOf(route, models), async ({ model, body }: AnyCall) => {
      // Only JSON.stringify's own undefined has no text.
      const text = JSON.stringify(body) ?? "";
      await expectGoodAnswer(await post({ gateway, route, model, body: text }), route);
    }),
    { numRuns: runs },
  );
  expect(gateway.output()).not.toMatch(/Error|at .*\.ts:\d+/);
}

/** POSTs to the route; a response that takes longer than ten seconds is a failure. */
export function post({
  gateway,
  route,
  model = "sandbox/echo",
  body,
  headers = {},
}: {
  gateway: TestGateway;
  route: JsonRoute;
  model?: string;
  body: BodyInit;
  headers?: Record<string, string>;
}): Promise<Response> {
  return fetch(gateway.url + route.path(model), {
    method: "POST",
    headers: { ...route.headers, ...headers },
    body,
    signal: AbortSignal.timeout(30_000),
  });
}

/** A response of the route, a stream that ends well, or a 4xx that says why. */
export async function expectGoodAnswer(response: Response, route: JsonRoute): Promise<void> {
  const text = await response.text();
  expect(response.status, text).toBeLessThan(500);
  if (response.headers.get("content-type")?.startsWith("text/event-stream")) {
    expect(text, "a stream that began ends well").toMatch(route.streamEnd);
    return;
  }
  const json = JSON.parse(text) as Body;
  if (response.status === 200) expect(route.isAnswer(json), text).toBe(true);
  else expectErrorBody(json, response);
}

/** The spec's body, or an SDK's own envelope. */
function expectErrorBody({ error, message }: Body, { status }: Response): void {
  const native = typeof error === "object" && error !== null ? (error as Body) : undefined;
  if (!native) expect(error).toBe(status);
  expect(native?.message ?? message).toMatch(/^[^\s].*[.!?]$/s);
  expect(String(native?.message ?? message).length).toBeLessThan(2_000);
}

export function expectPlainSentence(message: unknown): void {
  expect(message, "it is a sentence").toMatch(/^[A-Z"`].*\.$/);
  expect(message, "it has no inner words").not.toMatch(INNER_WORDS);
}
