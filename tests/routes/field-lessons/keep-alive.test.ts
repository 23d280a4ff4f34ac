/** Signs of life before the first token, which proxies in between wait for, and what an early 200 costs. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { mounts } from "#tests/support/gateway.ts";
import { readText } from "#tests/support/read-text.ts";
import { jsonReply, streamReply } from "#tests/support/stub-upstream.ts";
import { conventions, type Field, foreignPairs, startField } from "./field.ts";
import { eventsIn } from "./read-streams.ts";
import { helloStream } from "./upstream-streams.ts";

describe.each(mounts)("a slow upstream, on the %s mount", (mount) => {
  let field: Field;
  beforeAll(async () => {
    field = await startField({ mount, config: { streams: { pingMs: 40 } } });
  });
  /** The upstream is silent until its client has seen a sign of life; without one the test ends by its time-out. */
  let pinged: PromiseWithResolvers<void>;
  beforeEach(() => {
    pinged = Promise.withResolvers();
  });
  afterEach(() => field.stub.reset());
  afterAll(() => field.close());

  const same = conventions.map((client) => ({ client, upstream: client }));
  const oneForeign = conventions.map(
    (client) => foreignPairs.find((pair) => pair.client === client) as (typeof same)[0],
  );

  it.each([...same, ...oneForeign])(
    "BerriAI/litellm#34819: $client of $upstream gets a sign of life before the first event",
    async ({ client, upstream }) => {
      field.stub.respondWith(async (request, response) => {
        await pinged.promise;
        await streamReply({ chunks: helloStream(upstream) })(request, response);
      });
      const response = await field.ask({ client, to: upstream, stream: true });
      const text = await readText(response, () => pinged.resolve());
      const sign = client === "anthropic-messages" ? /^event: ping\ndata: \{"type": ?"ping"\}\n\n/ : /^: ping\n\n/;
      expect(text).toMatch(sign);
      expect(text).toContain("Hello");
      expect(response.headers.get("x-accel-buffering"), "nginx must not hold it back").toBe("no");
    },
  );

  it("theopenco/llmgateway#1541: silence between two events is bridged too", async () => {
    const [first = "", ...rest] = helloStream("openai-chat");
    field.stub.respondWith(async (_request, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" }).write(first);
      await pinged.promise;
      response.end(rest.join(""));
    });
    const response = await field.ask({ client: "openai-chat", to: "openai-chat", stream: true });
    const text = await readText(response, (soFar) => soFar.endsWith(": ping\n\n") && pinged.resolve());
    expect(text.startsWith(first)).toBe(true);
    expect(text).toContain(": ping\n\n");
    expect(text.replaceAll(": ping\n\n", "")).toBe(first + rest.join(""));
  });

  it.each(conventions)(
    "BerriAI/litellm-docs#929: an error behind the early 200 reaches %s as an event",
    async (client) => {
      field.stub.respondWith(async (request, response) => {
        await pinged.promise;
        await jsonReply({ error: { message: "busy now", type: "server_error" } }, { status: 503 })(request, response);
      });
      const response = await field.ask({ client, to: "openai-chat", stream: true });
      expect(response.status).toBe(200);
      const last = eventsIn(await readText(response, () => pinged.resolve())).at(-1);
      expect(JSON.stringify(last?.data)).toMatch(/busy now/);
      expect(JSON.stringify(last?.data)).toMatch(/503/);
    },
  );
});
