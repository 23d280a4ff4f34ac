/** The form of `output`: items alone for clients that know the API, and flat elements beside them for all others. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createKey } from "../support/create-key.ts";
import { ADMIN_KEY, startGateway, type TestGateway } from "../support/gateway.ts";

let usual: TestGateway;
let itemsOnly: TestGateway;
beforeAll(async () => {
  usual = await startGateway({ mount: "node" });
  itemsOnly = await startGateway({ mount: "node", config: { responses: { flatOutput: false } } });
});
afterAll(async () => {
  await usual?.close();
  await itemsOnly?.close();
});

async function hasFlat(gateway: TestGateway, headers: Record<string, string> = {}): Promise<boolean> {
  const response = await fetch(`${gateway.url}/v1/responses`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${ADMIN_KEY}`, ...headers },
    body: JSON.stringify({ model: "sandbox/echo", input: "Hi", store: false }),
  });
  const { output } = (await response.json()) as { output: { type: string }[] };
  expect(output.map(({ type }) => type)).toContain("message");
  return output.some(({ type }) => type === "output_text");
}

it("has flat elements for a plain HTTP client, unless the config says otherwise", async () => {
  expect(await hasFlat(usual)).toBe(true);
  expect(await hasFlat(usual, { "user-agent": "curl/8.5.0" })).toBe(true);
  expect(await hasFlat(itemsOnly)).toBe(false);
});

it("follows the key before the config", async () => {
  const bearer = async (gateway: TestGateway, flat_output: boolean) => {
    const { secret } = await createKey(gateway, { flat_output });
    return { authorization: `Bearer ${secret}` };
  };
  expect(await hasFlat(usual, await bearer(usual, false))).toBe(false);
  expect(await hasFlat(itemsOnly, await bearer(itemsOnly, true))).toBe(true);
});

describe("gives the items alone to", () => {
  it.each([
    ["OpenAI's SDK for JavaScript", "OpenAI/JS 7.55.0"],
    ["OpenAI's SDK for Python", "AsyncOpenAI/Python 2.9.0"],
    ["OpenAI's SDK for Azure", "AzureOpenAI/Python 2.9.0"],
    ["OpenAI's SDK for Java", "OpenAIClientImpl/Java 4.8.0"],
    ["OpenAI's SDK for Ruby", "OpenAI::Client/Ruby 0.36.1"],
    ["the AI SDK", "ai/7.0.0 ai-sdk/provider-utils/5.0.0 runtime/node.js/26"],
    ["Codex", "codex_cli_rs/0.63.0 (Debian 12; x86_64)"],
    ["OpenAI's Agents SDK", "Agents/Python 0.6.1"],
    ["opencode", "opencode/1.0.100"],
  ])("%s", async (_name, agent) => {
    expect(await hasFlat(usual, { "user-agent": agent })).toBe(false);
  });

  it("an agent with a name of its own that uses an SDK", async () => {
    expect(await hasFlat(usual, { "user-agent": "my-agent/1", "x-stainless-lang": "python" })).toBe(false);
  });
});
