import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import type { Call, JsonSchema, Message, Tool } from "#lib/canonical/call.ts";
import { ask, callOf, type Folded, failureOf, user } from "../ask.ts";

function tool(
  name: string,
  description: string,
  properties: Record<string, JsonSchema>,
  required = Object.keys(properties),
): Tool {
  return {
    kind: "function",
    name,
    description,
    parameters: { type: "object", properties, required, additionalProperties: false },
  };
}

const string = { type: "string" };
const weather = tool(
  "get_weather",
  "Current weather for a location",
  { location: string, unit: { type: "string", enum: ["celsius", "fahrenheit"] } },
  ["location"],
);
const email = tool(
  "send_email",
  "Sends an e-mail",
  { to: { type: "string", format: "email" }, subject: string, body: string },
  ["to", "body"],
);
const flight = tool(
  "book_flight",
  "Books a flight",
  {
    origin: string,
    destination: string,
    date: { type: "string", format: "date" },
    passengers: { type: "integer", minimum: 1 },
    nonstop: { type: "boolean" },
  },
  ["origin", "destination", "date"],
);
const convert = tool("convert_currency", "Converts an amount of money between currencies", {
  amount: { type: "number" },
  from_currency: string,
  to_currency: string,
});
const search = tool("search_web", "Searches the web", { query: string });
const lights = tool(
  "set_lights",
  "Turns the lights on or off",
  { room: { type: "string", enum: ["kitchen", "bedroom"] }, on: { type: "boolean" } },
  ["room"],
);
const tools = [search, weather, email, flight, convert, lights];

function callsIn({ calls }: Folded) {
  return calls.map(({ name, input }) => [name, JSON.parse(input)]);
}

describe("which tool, and with what", () => {
  it.each<[string, [string, unknown][]]>([
    ["What's the weather in Paris?", [["get_weather", { location: "Paris" }]]],
    ["How warm is it in Oslo in celsius?", [["get_weather", { location: "Oslo", unit: "celsius" }]]],
    [
      "weather in paris and oslo please",
      [
        ["get_weather", { location: "paris" }],
        ["get_weather", { location: "oslo" }],
      ],
    ],
    [
      "Compare the weather in New York, Lima and Rio de Janeiro",
      [
        ["get_weather", { location: "New York" }],
        ["get_weather", { location: "Lima" }],
        ["get_weather", { location: "Rio de Janeiro" }],
      ],
    ],
    [
      'Send an email to bob@example.com saying "lunch at noon"',
      [["send_email", { to: "bob@example.com", body: "lunch at noon" }]],
    ],
    [
      "Book a nonstop flight from New York to San Francisco on March 14, 2026 for 2 passengers",
      [
        [
          "book_flight",
          { origin: "New York", destination: "San Francisco", date: "2026-03-14", passengers: 2, nonstop: true },
        ],
      ],
    ],
    [
      "Convert 1,250.50 EUR to USD",
      [["convert_currency", { amount: 1250.5, from_currency: "EUR", to_currency: "USD" }]],
    ],
    ["Search the web for red running shoes", [["search_web", { query: "red running shoes" }]]],
    ["Turn the lights in the kitchen off", [["set_lights", { room: "kitchen", on: false }]]],
  ])("%s", async (question, expected) => {
    const folded = await ask(question, { tools });
    expect(callsIn(folded)).toEqual(expected);
    expect(folded.finish).toEqual({ unified: "tool-calls" });
    expect(folded.text).toBe("");
  });

  it("makes a call for each city, also for a parameter that is called so", async () => {
    const byCity = tool("get_weather", "The weather in a city", { city: string });
    const folded = await ask("What is the weather in Paris, Rome and Oslo?", { tools: [byCity] });
    expect(callsIn(folded)).toEqual(["Paris", "Rome", "Oslo"].map((city) => ["get_weather", { city }]));
  });

  it("calls two tools for a sentence that asks for two things", async () => {
    const folded = await ask("Check the weather in Paris and send an email to ann@example.com saying 'done'", {
      tools,
    });
    expect(folded.calls.map(({ name }) => name)).toEqual(["get_weather", "send_email"]);
    expect(folded.calls.map(({ id }) => id)).toHaveLength(new Set(folded.calls.map(({ id }) => id)).size);
  });

  it.each(["What is Parlance?", "Hello!", "Tell me a joke"])(
    "answers in words when nothing fits: %s",
    async (question) => {
      const folded = await ask(question, { tools });
      expect(folded.calls).toEqual([]);
      expect(folded.text).not.toBe("");
    },
  );

  it("streams the arguments in deltas that add up to the call", async () => {
    const { usage, calls } = await ask("What's the weather in Paris?", { tools });
    expect(usage?.outputTokens).toBeGreaterThan(3);
    expect(calls[0]).toMatchObject({ kind: "function", input: '{"location":"Paris"}' });
    expect(calls[0]?.id).toMatch(/^call_\w+$/);
  });

  it("cuts arguments at the token limit", async () => {
    const folded = await ask("What's the weather in Paris?", { tools, maxOutputTokens: 2 });
    expect(folded.finish).toEqual({ unified: "length" });
    expect(() => JSON.parse(folded.calls[0]?.input ?? "")).toThrow();
  });
});

describe("tool_choice", () => {
  const namesFor = async (question: string, fields: Partial<Call>) =>
    (await ask(question, { tools, ...fields })).calls.map(({ name }) => name);

  it("none calls nothing", async () => {
    expect(await namesFor("What's the weather in Paris?", { toolChoice: { mode: "none" } })).toEqual([]);
  });

  it("required calls something, whatever was said", async () => {
    expect(await namesFor("Hello!", { toolChoice: { mode: "required" } })).toHaveLength(1);
  });

  it("a named tool is the one that is called, with valid arguments", async () => {
    const folded = await ask("Hello!", { tools, toolChoice: { mode: "tool", name: "book_flight", kind: "function" } });
    expect(folded.calls.map(({ name }) => name)).toEqual(["book_flight"]);
    expect(JSON.parse(folded.calls[0]?.input ?? "").date).toMatch(/^\d{4}-\d\d-\d\d$/);
  });

  it("refuses the name of a tool that is not there", async () => {
    const call = callOf("Hello!", { tools, toolChoice: { mode: "tool", name: "absent", kind: "function" } });
    expect(await failureOf(call)).toMatchObject({ status: 400, param: "tool_choice" });
  });

  it("allowed tools are the only ones", async () => {
    const toolChoice = { mode: "allowed", require: true, names: ["search_web"] } as const;
    expect(
      await namesFor("What's the weather in Paris?", { toolChoice: { ...toolChoice, names: [...toolChoice.names] } }),
    ).toEqual(["search_web"]);
    expect(
      await namesFor("Hello!", { toolChoice: { mode: "allowed", require: false, names: ["search_web"] } }),
    ).toEqual([]);
  });

  it("parallel_tool_calls false makes one call at a time, until all are made", async () => {
    const messages: Message[] = [user("weather in Paris and Oslo")];
    const asked: unknown[] = [];
    for (let turn = 0; turn < 3; turn++) {
      const { calls, text } = await ask(messages, { tools, parallelToolCalls: false });
      if (calls.length === 0) {
        expect(text).toContain("Oslo");
        break;
      }
      expect(calls).toHaveLength(1);
      for (const { id, name, kind, input } of calls) {
        asked.push(JSON.parse(input));
        messages.push({ role: "assistant", content: [{ type: "tool-call", id, name, kind, input }] });
        messages.push({ role: "tool", callId: id, content: '{"celsius": 9}' });
      }
    }
    expect(asked).toEqual([{ location: "Paris" }, { location: "Oslo" }]);
  });
});

describe("other tools", () => {
  it("gives custom tools free text", async () => {
    const run: Tool = { kind: "custom", name: "run_python", description: "Runs Python code" };
    const { calls } = await ask("Run this Python: `print(1 + 1)`", { tools: [run] });
    expect(calls).toMatchObject([{ name: "run_python", kind: "custom", input: "print(1 + 1)" }]);
  });

  it("calls a tool without parameters with an empty object", async () => {
    const clock: Tool = { kind: "function", name: "get_time", description: "The time of day" };
    expect((await ask("What time is it?", { tools: [clock] })).calls).toMatchObject([{ input: "{}" }]);
  });

  it("names the tool whose schema is broken", async () => {
    const broken: Tool = { kind: "function", name: "get_weather", parameters: { type: "nonsense" } };
    const error = await failureOf(callOf("weather in Paris", { tools: [search, broken] }));
    expect(error).toMatchObject({ status: 400, param: "tools[1].function.parameters" });
  });

  it("makes valid arguments for a deep schema", async () => {
    const parameters = {
      type: "object",
      $defs: {
        item: {
          type: "object",
          properties: {
            sku: { type: "string", pattern: "^[A-Z]{3}-\\d{3}$" },
            quantity: { type: "integer", minimum: 1 },
          },
          required: ["sku", "quantity"],
          additionalProperties: false,
        },
      },
      properties: {
        items: { type: "array", items: { $ref: "#/$defs/item" }, minItems: 1 },
        express: { type: ["boolean", "null"] },
      },
      required: ["items", "express"],
      additionalProperties: false,
    };
    const order: Tool = {
      kind: "function",
      name: "place_order",
      description: "Places an order",
      parameters,
      strict: true,
    };
    const { calls } = await ask("Order 3 pieces of ABC-123", { tools: [order] });
    const value: unknown = JSON.parse(calls[0]?.input ?? "null");
    expect(new Ajv2020().compile(parameters)(value)).toBe(true);
    expect(value).toMatchObject({ items: [{ sku: "ABC-123", quantity: 3 }] });
  });
});

describe("the turn after a tool", () => {
  const turn = (results: [input: string, result: string, isError?: boolean][]): Message[] => [
    user("What's the weather in Paris and Oslo?"),
    {
      role: "assistant",
      content: results.map(([input], index) => ({
        type: "tool-call",
        id: `call_${index}`,
        name: "get_weather",
        kind: "function",
        input,
      })),
    },
    ...results.map(
      ([, content, isError], index): Message => ({ role: "tool", callId: `call_${index}`, content, isError }),
    ),
  ];

  it("answers from one result", async () => {
    const { text, calls } = await ask(turn([['{"location":"Paris"}', '{"celsius":12,"sky":"clear"}']]), {});
    expect(calls).toEqual([]);
    expect(text).toMatch(/Paris/);
    expect(text).toMatch(/\*\*12\*\*.*\*\*clear\*\*/);
  });

  it("puts several results of one kind in a table", async () => {
    const messages = turn([
      ['{"location":"Paris"}', '{"celsius":12}'],
      ['{"location":"Oslo"}', '{"celsius":-3}'],
    ]);
    const { text } = await ask(messages, { tools });
    expect(text).toContain("| Paris | 12 |");
    expect(text).toContain("| Oslo | -3 |");
  });

  it("says what failed", async () => {
    expect((await ask(turn([['{"location":"Paris"}', "quota exceeded", true]]))).text).toMatch(
      /failed: quota exceeded/,
    );
    expect((await ask(turn([['{"location":"Paris"}', '{"error":{"message":"no such city"}}']]))).text).toMatch(
      /no such city/,
    );
  });

  it("passes plain text on", async () => {
    expect((await ask(turn([['{"location":"Paris"}', "Sunny, 12 degrees"]]))).text).toContain("Sunny, 12 degrees");
  });
});
