/** Prompts and responses in spans: only when they are asked for, bounded, and without secrets. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { AUTHORIZED, startGateway, type TestGateway } from "../support/gateway.ts";
import { KIND, type OtlpReceiver, startOtlpReceiver } from "../support/otlp-receiver.ts";
import { type StubUpstream, startStubUpstream } from "../support/stub-upstream.ts";

const SECRET = "planted-upstream-secret";
let upstream: StubUpstream;
let receiver: OtlpReceiver;
let gateway: TestGateway;
beforeAll(async () => {
  upstream = await startStubUpstream();
  receiver = await startOtlpReceiver();
  gateway = await startGateway({
    mount: "node",
    config: {
      upstreams: {
        up: { baseUrl: upstream.url, apiKeyEnv: "UP_KEY" },
        anthropic: { baseUrl: upstream.url, dialects: ["anthropic-messages"] },
      },
    },
    environment: {
      UP_KEY: SECRET,
      OTEL_BSP_SCHEDULE_DELAY: "20",
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${receiver.url}/v1/traces`,
      OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: "true",
    },
  });
});
afterAll(async () => {
  await gateway.close();
  await upstream.close();
  await receiver.close();
});

const ask = async (body: object) => {
  receiver.reset();
  const headers = { ...AUTHORIZED, "content-type": "application/json" };
  await (await gateway.chat(body as never, { headers })).text();
  const [span] = await receiver.waitForSpans(1, ({ kind }) => kind !== KIND.server);
  return span?.attributes ?? {};
};
const read = (value: unknown) => JSON.parse(String(value));

const IMAGE = { type: "image_url", image_url: { url: "data:image/png;base64,aGk=" } };

it.each([
  { model: "up/m", files: [IMAGE], shown: [{ type: "file", mime_type: "image/png" }] },
  { model: "sandbox/guide", files: [], shown: [] },
])("exports the messages of $model, whole and streamed", async ({ model, files, shown }) => {
  for (const stream of [false, true]) {
    const tool = { id: "c1", type: "function", function: { name: "f", arguments: "{}" } };
    const attributes = await ask({
      ...{ model, stream, tools: [{ type: "function", function: { name: "f" } }] },
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: [{ type: "text", text: "Hello" }, ...files] },
        { role: "assistant", content: null, tool_calls: [tool] },
        { role: "tool", tool_call_id: "c1", content: "42" },
      ],
    });
    expect(read(attributes["gen_ai.system_instructions"])).toEqual([{ type: "text", content: "Be brief." }]);
    expect(read(attributes["gen_ai.input.messages"])).toEqual([
      { role: "user", parts: [{ type: "text", content: "Hello" }, ...shown] },
      { role: "assistant", parts: [{ type: "tool_call", id: "c1", name: "f", arguments: "{}" }] },
      { role: "tool", parts: [{ type: "tool_call_response", id: "c1", response: [{ type: "text", content: "42" }] }] },
    ]);
    const [output] = read(attributes["gen_ai.output.messages"]);
    expect(output.parts[0].content.length).toBeGreaterThan(5);
    expect(output.finish_reason).toBe("stop");
    expect(attributes["gen_ai.response.finish_reasons"]).toEqual(["stop"]);
  }
});

it("removes secrets, also one that the cut would halve, and bounds the texts", async () => {
  const text = `${SECRET} ${"x".repeat(8_192 - SECRET.length - 1 - 10 - 1)} ${SECRET} ${"y".repeat(10_000)}`;
  const messages = Array.from({ length: 12 }, () => ({ role: "user", content: text }));
  const attributes = await ask({ model: "up/m", messages });
  const input = String(attributes["gen_ai.input.messages"]);
  expect(input).toContain("[redacted]");
  expect(input).not.toContain(SECRET.slice(0, 8));
  expect(input.length).toBeLessThan(80_000);
  expect(receiver.points).toHaveLength(0);
});
