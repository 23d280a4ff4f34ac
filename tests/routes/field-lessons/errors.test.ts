/** Translation of an upstream's error: its status, its message and the envelope that the client's SDK reads. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { jsonReply, streamReply } from "#tests/support/stub-upstream.ts";
import { type Body, type Convention, conventions, type Field, foreignPairs, startField } from "./field.ts";
import { eventsIn } from "./read-streams.ts";
import { chatStream } from "./upstream-streams.ts";

let field: Field;
beforeAll(async () => {
  field = await startField();
});
afterEach(() => field.stub.reset());
afterAll(() => field.close());

const pairs = [...conventions.map((client) => ({ client, upstream: client })), ...foreignPairs];

/** An error as each API's servers word it. */
function errorOf(convention: Convention, status: number): Body {
  const message = `The model said ${status}.`;
  switch (convention) {
    case "openai-chat":
    case "openai-responses":
      return { error: { message, type: "some_error", param: null, code: null } };
    case "anthropic-messages":
      return { type: "error", error: { type: "overloaded_error", message }, request_id: "req_1" };
    case "google-generate":
      return { error: { code: status, message, status: "UNAVAILABLE" } };
    default:
      return convention satisfies never;
  }
}

describe("an upstream's refusal", () => {
  it.each(pairs)(
    "sonami-tech/omni-llm-provider#3: of $upstream keeps its status and words for $client",
    async ({ client, upstream }) => {
      for (const status of [400, 401, 403, 404, 413, 429, 500, 503]) {
        for (const stream of [false, true]) {
          field.stub.respondWith(jsonReply(errorOf(upstream, status), { status }));
          const response = await field.ask({ client, to: upstream, stream });
          expect(response.status, `stream: ${stream}`).toBe(status);
          expect(await response.json()).toMatchObject({ error: status, message: `The model said ${status}.` });
        }
      }
    },
  );

  it.each(pairs)("langwatch/langwatch#6207: a 529 of $upstream stays one for $client", async ({ client, upstream }) => {
    field.stub.respondWith(jsonReply(errorOf(upstream, 529), { status: 529 }));
    const headers = { "x-gateway-errors": "native" };
    const response = await field.ask({ client, to: upstream, headers });
    expect(response.status).toBe(529);
    const { error } = await response.json();
    expect(error.message).toBe("The model said 529.");
    if (client === "anthropic-messages") expect(error.type).toBe("overloaded_error");
    if (client === "google-generate") expect(error.status).toBe("UNAVAILABLE");
  });

  it.each(conventions)("pleaseai/shunt#94: a proxy's HTML page is one sentence for %s", async (client) => {
    const page = "<html><head><title>502</title><style>p{}</style></head><body><h1>502 Bad Gateway</h1></body></html>";
    for (const upstream of conventions) {
      field.stub.respondWith(jsonReply(page, { status: 502, headers: { "content-type": "text/html" } }));
      const response = await field.ask({ client, to: upstream });
      const body = await response.json();
      expect(response.headers.get("content-type")).toContain("application/json");
      expect(body).toMatchObject({ error: 502, message: expect.stringContaining("502 Bad Gateway") });
      expect(body.message).not.toContain("<");
    }
  });

  it.each(pairs)("pleaseai/shunt#94: $client gets its own envelope for an error of $upstream", async (pair) => {
    field.stub.respondWith(jsonReply(errorOf(pair.upstream, 400), { status: 400 }));
    const headers = { "x-gateway-errors": "native" };
    const body = await (await field.ask({ client: pair.client, to: pair.upstream, headers })).json();
    const own: Record<Convention, Body> = {
      "openai-chat": { error: { message: expect.any(String), type: expect.any(String), param: null } },
      "openai-responses": { error: { message: expect.any(String), type: expect.any(String), param: null } },
      "anthropic-messages": { type: "error", error: { type: expect.any(String), message: expect.any(String) } },
      "google-generate": {
        error: { code: 400, message: expect.any(String), status: expect.stringMatching(/^[A-Z_]+$/) },
      },
    };
    expect(body).toMatchObject(own[pair.client]);
  });

  it.each(foreignPairs)(
    "mmeyerlein/meclaw#75: one that $upstream sends with status 200 is a failure for $client",
    async ({ client, upstream }) => {
      field.stub.respondWith(jsonReply(errorOf(upstream, 503)));
      const response = await field.ask({ client, to: upstream });
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect((await response.json()).message).toContain("The model said 503.");
    },
  );

  it.each(foreignPairs)(
    "QuantumNous/new-api#7399: one in the stream of $upstream ends that of $client as a failure",
    async ({ client, upstream }) => {
      const error = errorOf(upstream, 503);
      const event =
        upstream === "anthropic-messages" ? "event: error\n" : upstream === "openai-responses" ? "event: error\n" : "";
      const data =
        upstream === "openai-responses"
          ? { type: "error", code: "server_error", message: "The model said 503." }
          : error;
      field.stub.respondWith(streamReply({ chunks: [`${event}data: ${JSON.stringify(data)}\n\n`] }));
      const response = await field.ask({ client, to: upstream, stream: true });
      const text = await response.text();
      expect(text).toContain("The model said 503.");
      expect(text).not.toMatch(/"finish_reason":"\w+"|"stop_reason":"\w+"|"finishReason"|response\.completed|\[DONE\]/);
    },
  );

  it("QuantumNous/new-api#7399: one behind some words keeps the words and is the end", async () => {
    const failed = `data: ${JSON.stringify(errorOf("openai-chat", 503))}\n\n`;
    const [first = ""] = chatStream([{ role: "assistant", content: "Hello" }]);
    field.stub.respondWith(streamReply({ chunks: [first, failed, "data: [DONE]\n\n"] }));
    const text = await (await field.ask({ client: "anthropic-messages", to: "openai-chat", stream: true })).text();
    expect(text).toContain("Hello");
    expect(eventsIn(text).at(-1)).toMatchObject({ event: "error", data: { type: "error" } });
  });
});
