/** Clients that leave: the upstream stops working for them, whenever they leave and whatever they speak. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { mounts } from "#tests/support/gateway.ts";
import { neverAnswer, streamReply } from "#tests/support/stub-upstream.ts";
import { conventions, type Field, startField } from "./field.ts";
import { helloStream } from "./upstream-streams.ts";

describe.each(mounts)("a client that disconnects, on the %s mount", (mount) => {
  let field: Field;
  beforeAll(async () => {
    field = await startField({ mount });
  });
  afterEach(() => field.stub.reset());
  afterAll(() => field.close());

  const { poll } = expect;
  const others = { "openai-chat": "anthropic-messages" } as const;
  const pairs = conventions.flatMap((client) => [
    { client, to: client },
    { client, to: client === "openai-chat" ? others[client] : ("openai-chat" as const) },
  ]);

  it.each(pairs)(
    "BerriAI/litellm#37140: of a $client call without a stream ends the call of $to",
    async ({ client, to }) => {
      field.stub.respondWith(neverAnswer());
      const abort = new AbortController();
      const call = field.ask({ client, to, signal: abort.signal }).catch((error: Error) => error.name);
      await poll(() => field.stub.requests.length, { timeout: 5_000 }).toBe(1);
      abort.abort();
      expect(await call).toBe("AbortError");
      await poll(() => field.stub.aborts.length, { timeout: 5_000 }).toBe(1);
    },
  );

  it.each(pairs)(
    "BerriAI/litellm#31499: of a $client stream ends that of $to in the gap before its first event",
    async ({ client, to }) => {
      field.stub.respondWith(streamReply({ chunks: [], ending: "silence" }));
      const abort = new AbortController();
      const call = field.ask({ client, to, stream: true, signal: abort.signal }).catch(() => undefined);
      await poll(() => field.stub.requests.length, { timeout: 5_000 }).toBe(1);
      abort.abort();
      await call;
      await poll(() => field.stub.aborts.length, { timeout: 5_000 }).toBe(1);
    },
  );

  it.each(pairs)(
    "BerriAI/litellm#13774: of a $client stream ends that of $to in its middle",
    async ({ client, to }) => {
      field.stub.respondWith(streamReply({ chunks: helloStream(to).slice(0, -1), ending: "silence" }));
      const abort = new AbortController();
      const response = await field.ask({ client, to, stream: true, signal: abort.signal });
      await (response.body as ReadableStream<Uint8Array>).getReader().read();
      abort.abort();
      await poll(() => field.stub.aborts.length, { timeout: 5_000 }).toBe(1);
    },
  );

  it("maximhq/bifrost#828: many of them leave nothing behind", async () => {
    const to = "openai-chat";
    field.stub.respondWith(streamReply({ chunks: helloStream(to).slice(0, 1), ending: "silence" }));
    for (const client of conventions) {
      await Promise.all(
        Array.from({ length: 15 }, async () => {
          const abort = new AbortController();
          const response = await field.ask({ client, to, stream: true, signal: abort.signal });
          await (response.body as ReadableStream<Uint8Array>).getReader().read();
          abort.abort();
        }),
      );
    }
    await poll(() => field.stub.aborts.length, { timeout: 10_000 }).toBe(60);
    field.stub.respondWith(streamReply({ chunks: helloStream(to) }));
    const next = await field.ask({ client: "openai-chat", to, stream: true });
    expect(await next.text()).toContain("[DONE]");
    expect(field.gateway.output()).not.toMatch(/unhandled|MaxListeners|leak/i);
  });
});
