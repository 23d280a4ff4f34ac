/** A conversation that began with one vendor's model and goes on with another's, whose upstream is relayed to. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { sealIntoId, sealReasoningIntoId, sealVendor } from "#lib/canonical/opaque.ts";
import { AUTHORIZED, startGateway, type TestGateway } from "../support/gateway.ts";
import { type StubUpstream, startStubUpstream } from "../support/stub-upstream.ts";
import { readSignature } from "./cases.ts";
import { type DialectId, modelOf } from "./dialects.ts";

let stub: StubUpstream;
let gateway: TestGateway;
const relayed: DialectId[] = ["openai-chat", "openai-responses", "anthropic-messages", "google-generate"];
beforeAll(async () => {
  stub = await startStubUpstream();
  const upstreams = Object.fromEntries(relayed.map((id) => [id, { baseUrl: stub.url, dialects: [id] }]));
  gateway = await startGateway({ mount: "node", config: { retries: { attempts: 0 }, upstreams } });
});
afterAll(async () => {
  await gateway.close();
  await stub.close();
});

const thought = readSignature("google-generate");
const signature = readSignature("anthropic-messages");
const id = sealIntoId("call_1", thought);
const call = { name: "f", arguments: "{}" };
const reasoning = [{ content: { type: "reasoning" as const, text: "hm", vendor: signature }, textBefore: 0 }];
const chatId = sealReasoningIntoId("call_1", { vendor: thought, reasoning });

/** The second turn as the gateway's own answers make clients send it: with another vendor's data sealed in it. */
const turns: { client: DialectId; path: string; body: (model: string) => Record<string, unknown> }[] = [
  {
    client: "openai-chat",
    path: "/v1/chat/completions",
    body: (model) => ({
      model,
      messages: [
        { role: "user", content: "hi" },
        { role: "assistant", content: null, tool_calls: [{ id: chatId, type: "function", function: call }] },
        { role: "tool", tool_call_id: chatId, content: "21" },
      ],
    }),
  },
  {
    client: "openai-responses",
    path: "/v1/responses",
    body: (model) => ({
      model,
      input: [
        { role: "user", content: "hi" },
        { type: "reasoning", id: "rs_1", summary: [], encrypted_content: sealVendor(signature) },
        { type: "function_call", call_id: id, ...call },
        { type: "function_call_output", call_id: id, output: "21" },
      ],
    }),
  },
  {
    client: "anthropic-messages",
    path: "/v1/messages",
    body: (model) => ({
      model,
      max_tokens: 9,
      messages: [
        { role: "user", content: "hi" },
        {
          role: "assistant",
          content: [
            { type: "thinking", thinking: "hm", signature: sealVendor(thought) },
            { type: "tool_use", id, name: "f", input: {} },
          ],
        },
        { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: "21" }] },
      ],
    }),
  },
  {
    client: "google-generate",
    path: `/v1beta/models/google-generate/${modelOf("google-generate")}:generateContent`,
    body: () => ({
      contents: [
        { role: "user", parts: [{ text: "hi" }] },
        {
          role: "model",
          parts: [
            { text: "hm", thought: true, thoughtSignature: Buffer.from(sealVendor(signature)).toString("base64") },
            { functionCall: { id, name: "f", args: {} } },
          ],
        },
        { role: "user", parts: [{ functionResponse: { id, name: "f", response: { result: "21" } } }] },
      ],
    }),
  },
];

// The relay lane passes bodies as they are, seals included: upstreams refuse them, and see another vendor's data.
it.each(turns)("a $client client: sealed data does not go upstream", async ({ client, path, body }) => {
  stub.reset();
  const headers = { ...AUTHORIZED, "anthropic-version": "2023-06-01" };
  const text = JSON.stringify(body(`${client}/${modelOf(client)}`));
  await fetch(gateway.url + path, { method: "POST", headers, body: text });
  expect(stub.requests).toHaveLength(1);
  const sent = stub.requests[0]?.body.toString() ?? "";
  for (const seal of ["pl1.", "cGwxL"]) expect(sent).not.toContain(seal);
});
