/** Wrong ids and queries of the routes around stored responses, files and models (wire-formats §2.7, §3.7, §4.1). */
import { setTimeout as delay } from "node:timers/promises";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectError } from "#tests/support/expect-error.ts";
import { AUTHORIZED, startGateway, type TestGateway } from "#tests/support/gateway.ts";
import { expectPlainSentence } from "#tests/support/wrong-bodies.ts";

const ANTHROPIC = { ...AUTHORIZED, "anthropic-version": "2023-06-01" };

type Wrong = [what: string, path: string, param: string, message: RegExp];

/** `{id}` is a response that is stored. */
const wrongQueries: Wrong[] = [
  ...["0", "-1", "101", "1.5", "ten", "", "5,6", "1e9", "null", "NaN", "Infinity", "9".repeat(400)].map(
    (limit): Wrong => [
      `a limit of ${limit.slice(0, 9)}`,
      `/{id}/input_items?limit=${limit}`,
      "limit",
      /must be an integer between 1 and 100/,
    ],
  ),
  ["an unknown order", "/{id}/input_items?order=up", "order", /asc/],
  ["an order in capitals", "/{id}/input_items?order=ASC", "order", /asc/],
  ["an empty order", "/{id}/input_items?order=", "order", /asc/],
  ["a cursor of no item", "/{id}/input_items?after=msg_nope", "after", /must be the id of an input item/],
  ["an empty cursor", "/{id}/input_items?after=", "after", /must be the id of an input item/],
  ["the cursor of a response", "/{id}/input_items?after={id}", "after", /must be the id of an input item/],
  ...["-1", "1.5", "x", "1e30", "9".repeat(30)].map(
    (number): Wrong => [
      `starting_after ${number.slice(0, 9)}`,
      `/{id}?stream=true&starting_after=${number}`,
      "starting_after",
      /must be an integer between 0 and/,
    ],
  ),
  ["starting_after without stream", "/{id}?starting_after=1", "starting_after", /stream=true/],
  ["starting_after with stream off", "/{id}?stream=false&starting_after=1", "starting_after", /stream=true/],
  ["a stream that is neither on nor off", "/{id}?stream=maybe", "stream", /true/],
  ["the stream of what is not made in the background", "/{id}?stream=true", "stream", /its events are not stored/],
];

const IDS = [
  "resp_nope",
  "x",
  "%00",
  "..%2f..%2fetc",
  "r".repeat(3_000),
  "%F0%9F%92%A5",
  "__proto__",
  "'%20OR%201=1--",
];

describe("on the node mount", () => {
  let gateway: TestGateway;
  let id: string;
  beforeAll(async () => {
    gateway = await startGateway({ mount: "node" });
    const body = JSON.stringify({ model: "sandbox/echo", input: "Hi" });
    const response = await fetch(`${gateway.url}/v1/responses`, { method: "POST", headers: AUTHORIZED, body });
    id = ((await response.json()) as { id: string }).id;
    // It is stored when its response is on the way.
    while ((await call("GET", `/v1/responses/${id}`)).status === 404) await delay(20);
  });
  afterAll(() => gateway?.close());

  const call = (method: string, path: string, headers: Record<string, string> = AUTHORIZED) =>
    fetch(gateway.url + path, { method, headers, signal: AbortSignal.timeout(10_000) });

  describe("a stored response", () => {
    it.each(wrongQueries)("refuses %s", async (_what, path, param, message) => {
      const response = await call("GET", `/v1/responses${path.replaceAll("{id}", id)}`);
      const error = await expectError(response, { status: 400, message, type: "invalid_request_error", param });
      expectPlainSentence(error.message);
      expect(error.message, "it names the field").toContain(param);
    });

    describe.each([
      ["GET", ""],
      ["DELETE", ""],
      ["POST", "/cancel"],
      ["GET", "/input_items"],
    ])("%s of %j", (method, action) => {
      it.each(IDS)("is a 404 for the id %.20s", async (unknown) => {
        const error = await expectError(await call(method, `/v1/responses/${unknown}${action}`), {
          status: 404,
          message: /^Response ".*" not found\./,
          type: "not_found_error",
          param: "response_id",
        });
        expectPlainSentence(error.message);
        expect(String(error.message).length).toBeLessThan(400);
      });
    });

    it("cannot be cancelled when it is not a background response", async () => {
      await expectError(await call("POST", `/v1/responses/${id}/cancel`), {
        status: 400,
        message: /was not created with `background: true`/,
        type: "invalid_request_error",
        param: "response_id",
      });
    });

    it.each([
      ["no include at all", "include=nothing"],
      ["an include in the SDK's form", "include[]=reasoning.encrypted_content&include[]=x"],
      ["a query that nobody knows", "x=1&__proto__=2&%00=%00"],
      ["a query that is not encoded well", "x=%E0%A4%A"],
      ["a parameter twice, the last of which counts", "limit=x&limit=1"],
    ])("accepts %s", async (_what, query) => {
      expect((await call("GET", `/v1/responses/${id}/input_items?${query}`)).status).toBe(200);
      expect((await call("GET", `/v1/responses/${id}?${query}`)).status).toBe(200);
    });
  });

  describe("a list of files", () => {
    it.each<[string, string, string, Record<string, string>]>([
      ["a limit of 0", "/v1/files?limit=0", "limit", AUTHORIZED],
      ["a limit of a half", "/v1/files?limit=1.5", "limit", AUTHORIZED],
      ["a limit of text", "/v1/files?limit=many", "limit", AUTHORIZED],
      ["a limit over 10,000", "/v1/files?limit=10001", "limit", AUTHORIZED],
      ["an unknown order", "/v1/files?order=up", "order", AUTHORIZED],
      ["a cursor of no file", "/v1/files?after=file-000000000000000000000000", "after", AUTHORIZED],
      ["a cursor that is no id", "/v1/files?after=%00", "after", AUTHORIZED],
      ["an empty purpose", "/v1/files?purpose=", "purpose", AUTHORIZED],
      ["Anthropic's limit over 1,000", "/v1/files?limit=1001", "limit", ANTHROPIC],
      ["Anthropic's cursor of no file", "/v1/files?after_id=file_x", "after_id", ANTHROPIC],
      ["Anthropic's way back from no file", "/v1/files?before_id=file_x", "before_id", ANTHROPIC],
      ["Anthropic's page of nothing", "/v1/files?page=x", "page", ANTHROPIC],
      ["Google's size below 0", "/v1beta/files?pageSize=-1", "pageSize", AUTHORIZED],
      ["Google's size of text", "/v1beta/files?pageSize=x", "pageSize", AUTHORIZED],
      ["Google's token of nothing", "/v1beta/files?pageToken=x", "pageToken", AUTHORIZED],
    ])("refuses %s", async (_what, path, param, headers) => {
      const response = await call("GET", path, headers);
      const expected = { status: 400, message: /./, type: "invalid_request_error", param };
      expectPlainSentence((await expectError(response, expected)).message);
    });
  });

  describe.each([
    ["GET", "/v1/files/{id}"],
    ["DELETE", "/v1/files/{id}"],
    ["GET", "/v1/files/{id}/content"],
    ["GET", "/v1beta/files/{id}"],
    ["DELETE", "/v1beta/files/{id}"],
    ["GET", "/v1beta/files/{id}:download"],
    ["GET", "/v1/models/{id}"],
    ["GET", "/v1beta/models/{id}"],
  ])("%s %s", (method, path) => {
    it.each(IDS)("is a 404 for the id %.20s", async (unknown) => {
      const error = await expectError(await call(method, path.replace("{id}", unknown)), {
        status: 404,
        message: /./,
        type: "not_found_error",
        param: path.includes("models") ? "model" : null,
      });
      expect(String(error.message).length).toBeLessThan(500);
    });
  });

  it("never fails, whatever the path and the query", { timeout: 60_000 }, async () => {
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string({ unit: "grapheme" }),
      fc.constantFrom("1", "true", id),
    );
    const name = fc.oneof(
      fc.constantFrom(
        "limit",
        "order",
        "after",
        "starting_after",
        "stream",
        "include",
        "include[]",
        "key",
        "alt",
        "pageSize",
        "pageToken",
        "page",
        "before_id",
        "after_id",
        "purpose",
        "ids",
      ),
      text,
    );
    const place = fc.constantFrom(
      "/v1/responses/",
      `/v1/responses/${id}/`,
      "/v1/files/",
      "/v1beta/files/",
      "/v1/models/",
      "/v1beta/models/",
      "/v1/",
      "/v1beta/",
      "/upload/",
      "/api/v1/",
    );
    const method = fc.constantFrom("GET", "DELETE", "POST", "PUT", "PATCH");
    const end = fc.oneof(
      fc.constantFrom("", "input_items", "cancel", "content", ":download", id),
      text.map(encodeURIComponentSafely),
    );
    await fc.assert(
      fc.asyncProperty(
        method,
        place,
        end,
        fc.array(fc.tuple(name, text), { maxLength: 3 }),
        async (verb, start, rest, pairs) => {
          const query = pairs.map(
            ([key, value]) => `${encodeURIComponentSafely(key)}=${encodeURIComponentSafely(value)}`,
          );
          const response = await call(verb, `${start}${rest}?${query.join("&")}`);
          const answer = await response.text();
          expect(response.status, answer).toBeLessThan(500);
          if (response.status >= 400) expect(JSON.parse(answer).error).toBe(response.status);
        },
      ),
      { numRuns: 200 },
    );
    expect(gateway.output()).not.toMatch(/Error|at .*\.ts:\d+/);
  });
});

/** Half a surrogate pair has no encoding. */
function encodeURIComponentSafely(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
