/** `interactions` of the official `@google/genai`, 3.x and 2.x, against the sandbox and through a translation. */
import { GoogleGenAI, type Interactions } from "@google/genai";
import { GoogleGenAI as GoogleGenAI2 } from "google-genai-v2";
import { beforeAll, describe, expect, it } from "vitest";
import { ADMIN_KEY, mounts } from "../support/gateway.ts";
import { citySchema, startSdkGateways } from "./sdk-gateways.ts";
import { STUB_TEXT } from "./stub-answers.ts";

const sdks = [
  { version: "3.x", Sdk: GoogleGenAI },
  { version: "2.x", Sdk: GoogleGenAI2 as unknown as typeof GoogleGenAI },
];
const cases = mounts.flatMap((mount) => sdks.map((sdk) => ({ mount, ...sdk })));
const gateways = startSdkGateways();
const weather = {
  type: "function" as const,
  name: "get_weather",
  description: "The weather in a city",
  parameters: citySchema,
};

async function collect(
  stream: AsyncIterable<Interactions.InteractionSSEEvent>,
): Promise<Interactions.InteractionSSEEvent[]> {
  const events = [];
  for await (const event of stream) events.push(event);
  return events;
}

function textOf(events: Interactions.InteractionSSEEvent[]): string {
  return events
    .map((event) => (event.event_type === "step.delta" && event.delta.type === "text" ? event.delta.text : ""))
    .join("");
}

describe.each(cases)("@google/genai $version on the $mount mount: interactions", ({ mount, Sdk }) => {
  let client: GoogleGenAI;
  beforeAll(() => {
    client = new Sdk({ apiKey: ADMIN_KEY, httpOptions: { baseUrl: gateways.urlOf(mount) } });
  });

  it.each([
    ["sandbox/echo", "Hello"],
    ["openai-chat/some-model", STUB_TEXT],
    ["google-generate/some-model", STUB_TEXT],
  ])("create, of %s", async (model, text) => {
    const interaction = await client.interactions.create({ model, input: "Hello" });
    expect(interaction).toMatchObject({ status: "completed", output_text: text });
    expect(interaction.usage?.total_output_tokens).toBeGreaterThan(0);
  });

  it.each([
    ["sandbox/echo", "Hello"],
    ["anthropic-messages/some-model", STUB_TEXT],
  ])("create as a stream, of %s", async (model, text) => {
    const events = await collect(await client.interactions.create({ model, input: "Hello", stream: true }));
    expect(textOf(events)).toBe(text);
    expect(events.at(0)?.event_type).toBe("interaction.created");
    expect(events.at(-1)).toMatchObject({ event_type: "interaction.completed", interaction: { status: "completed" } });
  });

  it("calls a function and sends its result", async () => {
    const asked = await client.interactions.create({
      model: "sandbox/guide",
      input: "What is the weather in Paris?",
      tools: [weather],
      generation_config: { tool_choice: "any" },
    });
    const call = asked.steps.find((step) => step.type === "function_call") as Interactions.FunctionCallStep;
    expect([asked.status, call.name]).toEqual(["requires_action", "get_weather"]);
    const told = await client.interactions.create({
      model: "sandbox/guide",
      previous_interaction_id: asked.id,
      input: [
        { type: "function_result", call_id: call.id, name: call.name, result: [{ type: "text", text: "21 degrees" }] },
      ],
      tools: [weather],
    });
    expect(told.output_text).toContain("21");
  });

  it("JSON of a schema", async () => {
    const interaction = await client.interactions.create({
      model: "sandbox/guide",
      input: "Name a city",
      response_format: { type: "text", mime_type: "application/json", schema: citySchema },
    });
    expect(JSON.parse(interaction.output_text ?? "")).toMatchObject({ city: expect.any(String) });
  });

  it("get, in the background, followed from an event, and delete", async () => {
    const begun = await client.interactions.create({
      model: "sandbox/echo",
      input: "Hello dear world",
      background: true,
    });
    const events = await collect(await client.interactions.get(begun.id, { stream: true }));
    expect(textOf(events)).toBe("Hello dear world");
    const third = events[2]?.event_id ?? "";
    const rest = await collect(await client.interactions.get(begun.id, { stream: true, last_event_id: third }));
    expect(rest).toEqual(events.slice(3));
    const done = await client.interactions.get(begun.id, { include_input: true });
    expect(done).toMatchObject({
      status: "completed",
      output_text: "Hello dear world",
      input: [{ type: "user_input" }],
    });
    await client.interactions.delete(begun.id);
    await expect(client.interactions.get(begun.id)).rejects.toMatchObject({ status: 404 });
  });

  it("cancel", async () => {
    const begun = await client.interactions.create({ model: "sandbox/long-1000", input: "Go on", background: true });
    expect(await client.interactions.cancel(begun.id)).toMatchObject({
      id: begun.id,
      status: expect.stringMatching(/cancelled|completed/),
    });
  });

  it("an error has the gateway's words", async () => {
    await expect(client.interactions.create({ model: "sandbox/nope", input: "Hello" })).rejects.toThrow(
      /no model "nope"/,
    );
  });
});
