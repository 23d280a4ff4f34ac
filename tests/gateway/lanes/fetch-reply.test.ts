/** fetchReply: one whole reply, and a client or a deadline that ends it at any point. */
import { describe, expect, it } from "vitest";
import { dialects } from "#lib/dialects/all-dialects.ts";
import { fetchReply } from "#lib/gateway/lanes/fetch-reply.ts";
import { chatReply } from "#tests/support/chat-fixtures.ts";
import { createTestRequest } from "#tests/support/request-context.ts";
import { createScriptedUpstream, type ScriptedRequest } from "#tests/support/scripted-upstream.ts";

const JSON_TYPE = { "content-type": "application/json" };

function setUp() {
  const request = createTestRequest();
  const { upstream, requests } = createScriptedUpstream();
  const body = { headers: {}, content: "{}" };
  const target = { upstream, dialect: dialects["openai-chat"], model: "model-1", body };
  const fetchText = () => fetchReply(request.context, target);
  /** Asks, and gives the request that the upstream got. */
  const begin = (): { asking: ReturnType<typeof fetchText>; asked: ScriptedRequest } => {
    const asking = fetchText();
    // The rejection is each test's own matter, and may come before the test looks.
    asking.catch(() => {});
    const [asked] = requests;
    if (!asked) throw new Error("The upstream was not asked.");
    return { asking, asked };
  };
  return { ...request, requests, ask: fetchText, begin };
}

describe("fetching a whole reply", () => {
  it("returns the reply", async () => {
    const { begin, inFlight } = setUp();
    const { asking, asked } = begin();
    expect(asked).toMatchObject({ path: "/v1/chat/completions", body: "{}" });
    asked.answer(200, JSON_TYPE);
    const text = JSON.stringify(chatReply({ text: "Hello" }));
    asked.data(text.slice(0, 20));
    asked.data(text.slice(20));
    asked.end();
    expect((await asking).choices).toHaveLength(1);
    expect([asked.aborted, inFlight.watchedCount]).toEqual([false, 0]);
  });

  it("sends nothing for a client that has disconnected", async () => {
    const { client, ask: fetchText, requests, inFlight } = setUp();
    client.leave();
    await expect(fetchText()).rejects.toMatchObject({ status: 499, name: "GatewayError" });
    expect([requests.length, inFlight.watchedCount]).toEqual([0, 0]);
  });

  it.each([
    ["before its headers", (_asked: ScriptedRequest) => {}],
    ["before its body", (asked: ScriptedRequest) => asked.answer(200, JSON_TYPE)],
    [
      "in the middle of its body",
      (asked: ScriptedRequest) => {
        asked.answer(200, JSON_TYPE);
        asked.data('{"choices":');
      },
    ],
  ])("is cancelled by a client that disconnects %s", async (_name, play) => {
    const { client, begin } = setUp();
    const { asking, asked } = begin();
    play(asked);
    client.leave();
    expect(asked.aborted).toBe(true);
    await expect(asking).rejects.toMatchObject({ status: 499 });
  });

  it("is cancelled at its deadline", async () => {
    const { begin, inFlight } = setUp();
    const { asking, asked } = begin();
    inFlight.tickIn(60_001);
    expect(asked.aborted).toBe(true);
    await expect(asking).rejects.toMatchObject({ status: 504, code: "upstream_timeout" });
    expect(inFlight.watchedCount).toBe(0);
  });

  it("passes on a refusal's status and message, without the credential", async () => {
    const { begin } = setUp();
    const { asking, asked } = begin();
    asked.answer(429, JSON_TYPE);
    asked.data(JSON.stringify({ error: { message: "Slow down, sk-scripted.", code: "rate_limited" } }));
    asked.end();
    await expect(asking).rejects.toMatchObject({ status: 429, message: expect.stringContaining("Slow down") });
    await expect(asking).rejects.not.toMatchObject({ message: expect.stringContaining("sk-scripted") });
  });

  it.each([
    ["no JSON", "<html>"],
    ["no reply", "[]"],
  ])("fails with 502 when the upstream sends %s", async (_name, text) => {
    const { begin } = setUp();
    const { asking, asked } = begin();
    asked.answer(200, JSON_TYPE);
    asked.data(text);
    asked.end();
    await expect(asking).rejects.toMatchObject({ status: 502 });
  });

  it("fails with 502 when the reply breaks off", async () => {
    const { begin } = setUp();
    const { asking, asked } = begin();
    asked.answer(200, JSON_TYPE);
    asked.data("{");
    asked.fail(Object.assign(new Error("reset"), { code: "ECONNRESET" }));
    await expect(asking).rejects.toMatchObject({ status: 502, code: "upstream_truncated" });
  });
});
