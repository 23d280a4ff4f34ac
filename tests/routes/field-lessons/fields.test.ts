/** Fields of a request that the gateway does not know, and fields that it must not add. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Body, conventions, type Field, foreignPairs, questions, startField } from "./field.ts";

let field: Field;
beforeAll(async () => {
  field = await startField({ config: { upstreams: {} } });
});
afterEach(() => field.stub.reset());
afterAll(() => field.close());

describe("fields that the gateway does not know", () => {
  it.each(conventions)("maximhq/bifrost#5764: reach an upstream of the same convention (%s)", async (client) => {
    const unknown = { enable_thinking: false, extra_body: { a: [1, null] } };
    await field.ask({ client, to: client, body: { ...questions[client], ...unknown } });
    expect(field.sent()).toMatchObject(unknown);
  });

  it.each(foreignPairs)("maximhq/bifrost#5764: of $client are named where $upstream has no place", async (pair) => {
    const body = { ...questions[pair.client], enable_thinking: false };
    const response = await field.ask({ client: pair.client, to: pair.upstream, body });
    expect(response.headers.get("x-gateway-dropped")).toContain("enable_thinking");
    expect(JSON.stringify(field.sent())).not.toContain("enable_thinking");
  });

  it("mozilla-ai/any-llm#1106: anthropic-beta goes to an upstream that speaks Messages", async () => {
    const headers = { "anthropic-beta": "context-1m-2025-08-07,interleaved-thinking-2025-05-14" };
    await field.ask({ client: "anthropic-messages", to: "anthropic-messages", headers });
    expect(field.stub.requests.at(-1)?.headers).toMatchObject({ ...headers, "anthropic-version": "2023-06-01" });
  });

  it("agentgateway/agentgateway#1777: fields that a beta header brings are passed with it", async () => {
    const beta = { context_management: { edits: [{ type: "clear_tool_uses_20250919" }] }, mcp_servers: [] };
    const headers = { "anthropic-beta": "context-management-2025-06-27" };
    const client = "anthropic-messages";
    await field.ask({ client, to: client, body: { ...questions[client], ...beta }, headers });
    expect(field.sent()).toMatchObject(beta);
    expect(field.stub.requests.at(-1)?.headers).toMatchObject(headers);
  });
});

/** Fields that each API accepts for the shortest question; any other field would be an addition of the gateway. */
const KNOWN: Record<string, string[]> = {
  "openai-chat": ["model", "messages", "max_completion_tokens", "stream", "stream_options"],
  "openai-responses": ["model", "input", "max_output_tokens", "store", "include", "stream"],
  "anthropic-messages": ["model", "messages", "max_tokens", "stream"],
  "google-generate": ["contents", "generationConfig"],
};

describe("fields of the gateway's own", () => {
  it.each(conventions)("BerriAI/litellm#41342: a relayed %s body differs in its model alone", async (client) => {
    const body: Body = { ...questions[client], seed: 7, ünïcode: "é\u2028" };
    await field.ask({ client, to: client, body });
    const { model, ...sent } = field.sent();
    expect(sent).toEqual(body);
    if (client !== "google-generate") expect(model).not.toContain("/");
  });

  it.each(foreignPairs)("BerriAI/litellm#41342: none go from $client to $upstream", async ({ client, upstream }) => {
    for (const stream of [false, true]) {
      await field.ask({ client, to: upstream, stream });
      expect(KNOWN[upstream]).toEqual(expect.arrayContaining(Object.keys(field.sent())));
      const names = Object.keys(field.stub.requests.at(-1)?.headers ?? {});
      expect(names.filter((name) => /gateway|parlance|request-id|stainless|forwarded|cookie/.test(name))).toEqual([]);
    }
  });
});
