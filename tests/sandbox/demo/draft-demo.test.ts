import { describe, expect, it } from "vitest";
import type { Call } from "#lib/canonical/call.ts";
import { findTourStop, TOUR_STOPS, type TourStopId } from "#lib/contract/tour.ts";
import { listDroppedFields } from "#lib/sandbox/responses/dropped-fields.ts";
import { ask, callOf, failureOf, fold, partsOf, user } from "../ask.ts";

const promptOf = (id: TourStopId) => findTourStop(id)?.prompt ?? "";
const play = (id: TourStopId, fields: Partial<Call> = {}) => ask(promptOf(id), { model: "demo", ...fields });

const weather = {
  kind: "function",
  name: "get_weather",
  parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
} as const;
const CITY = {
  type: "object",
  properties: {
    city: { type: "string" },
    country: { type: "string" },
    population: { type: "integer" },
    landmarks: { type: "array" },
  },
};

describe("the prepared answers", () => {
  it("has eight stops with prompts of their own", () => {
    expect(new Set(TOUR_STOPS.map(({ prompt }) => prompt)).size).toBe(8);
    expect(new Set(TOUR_STOPS.map(({ id }) => id)).size).toBe(8);
  });

  it("streams a table and code, marked as prepared, at the client's origin", async () => {
    const call = callOf(promptOf("answer"), { model: "demo" });
    const { text, deltas } = fold(await partsOf(call, undefined, { origin: "https://models.example.com" }));
    expect(text).toMatch(/^\|---\|/m);
    expect(text).toContain("```ts\n");
    expect(text).toContain("https://models.example.com/v1");
    expect(text).not.toContain("127.0.0.1");
    expect(text).toMatch(/\*Prepared answer of `sandbox\/demo`\.\*$/);
    expect(deltas.length).toBeGreaterThan(100);
  });

  it.each(["answer", "apis"] as const)("%s: is the same however the prompt is typed", async (id) => {
    const { text } = await play(id);
    expect((await ask(`  ${promptOf(id).toUpperCase().replace(/[.?]$/, "")} `, { model: "demo" })).text).toBe(text);
  });

  it("calls the weather tool for three cities at once, and makes a table of the results", async () => {
    const { calls, finish } = await play("tools", { tools: [weather] });
    expect(calls.map(({ input }) => JSON.parse(input))).toEqual([
      { city: "Paris" },
      { city: "Oslo" },
      { city: "Lisbon" },
    ]);
    expect(finish).toEqual({ unified: "tool-calls" });
    const results = calls.map(({ id, input }) => ({
      role: "tool" as const,
      callId: id,
      name: weather.name,
      content: JSON.stringify({ ...JSON.parse(input), celsius: 18 }),
    }));
    const messages = [
      user(promptOf("tools")),
      { role: "assistant" as const, content: calls.map(({ choice: _, ...call }) => call) },
      ...results,
    ];
    const { text } = await ask(messages, { model: "demo", tools: [weather] });
    for (const city of ["Paris", "Oslo", "Lisbon"]) expect(text).toContain(`| ${city} | 18 |`);
  });

  it("calls one tool at a time when the request says so, and none without the tool", async () => {
    expect((await play("tools", { tools: [weather], parallelToolCalls: false })).calls).toHaveLength(1);
    const { calls, text } = await play("tools");
    expect(calls).toEqual([]);
    expect(text).toContain("/chat?tour=tools");
  });

  it("fills the schema of the stop, and any other as the guide does", async () => {
    const output = { type: "json-schema", name: "city", schema: CITY } as const;
    expect(JSON.parse((await play("schema", { output })).text)).toMatchObject({ city: "Lisbon", country: "Portugal" });
    const other = { ...CITY, properties: { mayor: { type: "string" } }, required: ["mayor"] };
    const filled = JSON.parse((await play("schema", { output: { ...output, schema: other } })).text);
    expect(filled).toEqual({ mayor: expect.any(String) });
  });

  it("reasons when asked to, and answers right", async () => {
    const { reasoning, text } = await play("reasoning", { reasoning: { effort: "high" } });
    expect(reasoning).toContain("2x = 0.10");
    expect(text).toContain("**The ball costs $0.05.**");
    expect((await play("reasoning")).reasoning).toBe("");
  });

  it("fails once and succeeds at the retry, for all choices", async () => {
    const call = callOf(promptOf("retry"), { model: "demo", choices: 2 });
    expect(await failureOf(call)).toMatchObject({ status: 429, headers: { "retry-after": "4" } });
    const parts = await partsOf(call);
    expect(fold(parts, 0).text).toContain("second attempt");
    expect(fold(parts, 1).text).toBe(fold(parts, 0).text);
    expect(await failureOf(call)).toMatchObject({ status: 429 });
    await partsOf(call);
  });

  it("names as ignored what its texts do not follow, and not the tools that it calls", () => {
    const call = callOf(promptOf("tools"), { model: "demo", tools: [weather], toolChoice: { mode: "auto" }, seed: 3 });
    expect([...listDroppedFields(call)]).toEqual(["seed"]);
  });

  it("answers any other prompt with what it is in two lines, and the list", async () => {
    const { text } = await ask("Write me a poem", { model: "demo" });
    const [first, second, ...list] = text.split("\n").filter((line) => line !== "");
    expect(first).toContain("sandbox/demo");
    expect(second).toContain("understand nothing else");
    expect(list).toHaveLength(8);
    for (const { title, prompt } of TOUR_STOPS)
      expect(list.join("\n")).toMatch(new RegExp(`${RegExp.escape(title)}.*${RegExp.escape(prompt)}`));
  });
});
