/** Token counts, which Claude Code requests before anything else, with every kind of upstream. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ADMIN_KEY } from "#tests/support/gateway.ts";
import { jsonReply } from "#tests/support/stub-upstream.ts";
import { type Field, startField } from "./field.ts";
import { messageReply } from "./upstream-streams.ts";

let field: Field;
beforeAll(async () => {
  field = await startField();
});
afterEach(() => field.stub.reset());
afterAll(() => field.close());

const HEADERS = {
  "content-type": "application/json",
  "x-api-key": ADMIN_KEY,
  "anthropic-version": "2023-06-01",
  "anthropic-beta": "claude-code-20250219,token-counting-2024-11-01",
};

function count(model: string, fields: object = {}): Promise<Response> {
  const body = { model, messages: [{ role: "user", content: "How many tokens is this?" }], ...fields };
  const url = `${field.gateway.url}/v1/messages/count_tokens?beta=true`;
  return fetch(url, { method: "POST", headers: HEADERS, body: JSON.stringify(body) });
}

const foreign = ["openai-chat", "openai-responses", "google-generate"] as const;

describe("count_tokens", () => {
  it.each([
    ["BerriAI/litellm#13252", "openai-chat"],
    ["BerriAI/litellm#15006", "google-generate"],
    ["maximhq/bifrost#2902", "openai-responses"],
    ["envoyproxy/ai-gateway#1360", "sandbox"],
  ])("%s: answers for a model of %s, and asks no upstream", async (_, upstream) => {
    const response = await count(upstream === "sandbox" ? "sandbox/guide" : `${upstream}/m`);
    expect(response.status).toBe(200);
    expect(Object.keys(await response.clone().json())).toContain("input_tokens");
    expect((await response.json()).input_tokens).toBeGreaterThan(5);
    expect(field.stub.requests).toEqual([]);
  });

  it.each(foreign)("router-for-me/CLIProxyAPI#679: of %s counts system text and tools too", async (upstream) => {
    const tokens = async (fields: object) => (await (await count(`${upstream}/m`, fields)).json()).input_tokens;
    const system = "You are an expert in many languages and patterns. ".repeat(20);
    const tools = [{ name: "f", description: system, input_schema: { type: "object" } }];
    const bare = await tokens({});
    const withSystem = await tokens({ system: [{ type: "text", text: system, cache_control: { type: "ephemeral" } }] });
    expect(withSystem).toBeGreaterThan(bare + 150);
    expect(await tokens({ system, tools })).toBeGreaterThan(withSystem + 150);
  });

  it("BerriAI/litellm#13252: of a Claude upstream asks the upstream, with the client's beta header", async () => {
    field.stub.respondWith(jsonReply({ input_tokens: 77 }));
    expect(await (await count("anthropic-messages/claude-x")).json()).toEqual({ input_tokens: 77 });
    const [sent] = field.stub.requests;
    expect(sent?.path).toBe("/v1/messages/count_tokens");
    expect(sent?.headers["anthropic-beta"]).toContain("token-counting-2024-11-01");
  });

  it("router-for-me/CLIProxyAPI#4410: that an upstream does not know takes nothing else away", async () => {
    field.stub.respondWith(jsonReply("404 page not found", { status: 404, headers: { "content-type": "text/plain" } }));
    const counted = await count("anthropic-messages/claude-x");
    expect(counted.status).toBe(200);
    // The gateway's own count, named as those for upstreams of other APIs.
    expect(counted.headers.get("x-gateway-lane")).toBe("translate");
    const elsewhere = await count("openai-chat/claude-x");
    expect(await counted.json()).toEqual(await elsewhere.json());
    field.stub.respondWith(jsonReply(messageReply([{ type: "text", text: "Hi" }])));
    for (let tries = 0; tries < 3; tries++) {
      const response = await field.ask({ client: "anthropic-messages", to: "anthropic-messages/claude-x" });
      expect(response.status).toBe(200);
    }
  });

  it("of a model that the upstream does not know is refused in its words", async () => {
    const error = { type: "not_found_error", message: "model: claude-x" };
    field.stub.respondWith(jsonReply({ type: "error", error }, { status: 404 }));
    const response = await count("anthropic-messages/claude-x");
    expect(response.status).toBe(404);
    expect(await response.text()).toContain(error.message);
  });
});
