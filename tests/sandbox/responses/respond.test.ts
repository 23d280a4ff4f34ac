import { describe, expect, it } from "vitest";
import type { Part } from "#lib/canonical/part.ts";
import { countTokens } from "#lib/prompts/count-tokens.ts";
import { respond } from "#lib/sandbox/responses/respond.ts";
import { ask, callOf, failureOf, fold, partsOf, user } from "../ask.ts";

const QUESTION = "What is Parlance?";

describe("the order of Parts", () => {
  it("begins with start, opens and closes every block, and ends with finish and usage", async () => {
    const parts = await partsOf(callOf(QUESTION, { reasoning: { effort: "low" } }));
    const types = parts.map(({ type }) => type).filter((type, index, all) => type !== all[index - 1]);
    expect(types).toEqual([
      "start",
      "reasoning-start",
      "reasoning-delta",
      "reasoning-end",
      "text-start",
      "text-delta",
      "text-end",
      "finish",
      "usage",
    ]);
  });

  it("streams one token a delta, and never half a character", async () => {
    const text = "naïve 👩‍👩‍👧‍👦 漢字𠮷 plain words";
    const { deltas, text: echoed } = await ask(text, { model: "echo" });
    expect(echoed).toBe(text);
    expect(deltas.some((delta) => /[\uD800-\uDBFF]$|^[\uDC00-\uDFFF]|\uFFFD/.test(delta))).toBe(false);
    expect((await ask("plain words only", { model: "echo" })).deltas).toEqual(["plain", " words", " only"]);
  });
});

describe("sampling fields", () => {
  it("answers the same call the same way, and the same whether streamed or not", async () => {
    const first = await partsOf(callOf(QUESTION, { seed: 7, logprobs: { top: 3 } }));
    expect(await partsOf(callOf(QUESTION, { seed: 7, logprobs: { top: 3 } }))).toEqual(first);
    expect(await partsOf(callOf(QUESTION, { seed: 7, logprobs: { top: 3 }, stream: false }))).toEqual(first);
  });

  it("varies its wording with the seed, unless temperature is 0", async () => {
    const withSeeds = async (temperature?: number) =>
      new Set(await Promise.all([1, 2, 3, 4].map(async (seed) => (await ask(QUESTION, { seed, temperature })).text)))
        .size;
    expect(await withSeeds()).toBeGreaterThan(1);
    expect(await withSeeds(0)).toBe(1);
  });

  it("makes n different choices, side by side, with one usage for all", async () => {
    const parts = await partsOf(callOf(QUESTION, { choices: 8 }));
    const texts = [0, 1, 2, 3, 4, 5, 6, 7].map((choice) => fold(parts, choice).text);
    expect(new Set(texts).size).toBe(8);
    expect(parts.filter(({ type }) => type === "finish")).toHaveLength(8);
    expect(parts.filter(({ type }) => type === "usage")).toHaveLength(1);
    const order = parts.flatMap((part) => (part.type === "text-delta" ? [part.choice] : []));
    expect(order.filter((choice, index) => choice !== order[index - 1]).length).toBeGreaterThan(50);
  });

  it.each([
    ["two", "one two three", "one "],
    ["ne tw", "one two three", "o"],
    ["👧", "one 👩‍👩‍👧‍👦 three", "one 👩‍👩‍"],
    ["absent", "one two three", "one two three"],
    ["one", "one two three", ""],
  ])("stops before %j in %j", async (stop, text, expected) => {
    const folded = await ask(text, { model: "echo", stop: ["never said", stop] });
    expect(folded.text).toBe(expected);
    expect(folded.finish).toEqual({ unified: "stop" });
  });

  it("ends with length at the token limit, which reasoning counts against", async () => {
    const short = await ask(QUESTION, { maxOutputTokens: 12 });
    expect(short.finish).toEqual({ unified: "length" });
    expect(countTokens(short.text)).toBe(12);
    expect(short.usage?.outputTokens).toBe(12);
    const thinking = await ask(QUESTION, { maxOutputTokens: 12, reasoning: { effort: "high" } });
    expect(thinking.text).toBe("");
    expect(thinking.finish).toEqual({ unified: "length" });
    expect(thinking.usage).toMatchObject({ outputTokens: 12, reasoningTokens: 12 });
    const exact = await ask("one two three", { model: "echo", maxOutputTokens: 3 });
    expect(exact.finish).toEqual({ unified: "stop" });
  });

  it("gives log probabilities that are sorted, at most 0 and of total probability at most 1", async () => {
    const { logprobs, deltas } = await ask(QUESTION, { logprobs: { top: 20 } });
    expect(logprobs.map(({ token }) => token)).toEqual(deltas);
    for (const { token, logprob, bytes, top } of logprobs) {
      expect(logprob).toBeLessThanOrEqual(0);
      expect(Buffer.from(bytes ?? []).toString("utf8")).toBe(token);
      expect(top).toHaveLength(20);
      expect(new Set(top.map((other) => other.token)).size).toBe(20);
      const values = top.map((other) => other.logprob);
      expect(values).toEqual([...values].sort((left, right) => right - left));
      expect(values.reduce((sum, value) => sum + Math.exp(value), 0)).toBeLessThanOrEqual(1.000001);
    }
    expect((await ask(QUESTION, { logprobs: { top: 0 } })).logprobs[0]?.top).toEqual([]);
  });

  it("thinks longer with more effort, and not at all with none", async () => {
    const lengthOf = async (effort: "none" | "minimal" | "low" | "medium" | "high") =>
      (await ask(QUESTION, { reasoning: { effort } })).usage?.reasoningTokens ?? 0;
    const [none, minimal, low, medium, high] = [
      await lengthOf("none"),
      await lengthOf("minimal"),
      await lengthOf("low"),
      await lengthOf("medium"),
      await lengthOf("high"),
    ];
    expect([none, minimal]).toEqual([0, 0]);
    expect(low).toBeGreaterThan(0);
    expect(medium).toBeGreaterThan(low);
    expect(high).toBeGreaterThan(medium);
    const budgeted = await ask(QUESTION, { reasoning: { budgetTokens: 20 } });
    expect(budgeted.usage?.reasoningTokens).toBe(20);
    expect(budgeted.reasoning).toContain("documentation");
  });

  it("counts prompt tokens with the overhead that the documentation names", async () => {
    const { usage } = await ask([{ role: "system", content: "Be brief." }, user("one two three")], { model: "echo" });
    expect(usage?.inputTokens).toBe(3 + 3 + countTokens("Be brief.") + 3 + 3);
    const image = {
      type: "file",
      mediaType: "image/png",
      data: { kind: "url", url: "https://example.com/a.png" },
    } as const;
    const withImage = await ask([{ role: "user", content: [image] }], { model: "echo" });
    expect(withImage.usage?.inputTokens).toBe(3 + 3 + 765);
  });
});

describe("models that test clients", () => {
  it.each([400, 404, 429, 503, 599])("fault-%i fails with its status before the first Part", async (status) => {
    const error = await failureOf(callOf("Hi", { model: `fault-${status}` }));
    const headers = status === 429 || status === 503 ? { "retry-after": "1" } : {};
    expect(error).toMatchObject({ name: "GatewayError", status, headers });
    expect(String(error)).toMatch(/sandbox/);
  });

  it("cut-<n> returns after n deltas, with neither finish nor usage", async () => {
    for (const count of [0, 1, 5]) {
      const parts = await partsOf(callOf(QUESTION, { model: `cut-${count}` }));
      expect(parts.filter(({ type }) => type === "text-delta")).toHaveLength(count);
      expect(parts.some(({ type }) => type === "finish" || type === "usage")).toBe(false);
    }
  });

  it.each([1, 2, 7, 50, 333, 2000, 20_000])("long-%i is exactly that long", async (tokens) => {
    const { text, usage, deltas, finish } = await ask("go", { model: `long-${tokens}` });
    expect(countTokens(text)).toBe(tokens);
    expect(usage?.outputTokens).toBe(tokens);
    expect(deltas).toHaveLength(tokens);
    expect(finish).toEqual({ unified: "stop" });
  });

  it("long-<tokens> is real Markdown of every kind", async () => {
    const { text } = await ask("go", { model: "long-2000" });
    for (const pattern of [/^## /m, /^- \*\*/m, /^\| # \|/m, /^```ts$/m, /^> /m]) expect(text).toMatch(pattern);
  });

  it("slow-<ms> is silent first, and answers like the guide", async () => {
    const started = performance.now();
    const { text } = await ask(QUESTION, { model: "slow-60", stream: false });
    expect(performance.now() - started).toBeGreaterThanOrEqual(59);
    expect(text).toContain("gateway");
  });

  it("garbage is well-formed Parts with hostile text, and a tool call that is not JSON", async () => {
    const tool = { kind: "function", name: "look_up" } as const;
    const { text, calls, finish } = await ask("go", { model: "garbage", tools: [tool] });
    expect(text).toContain("<script>");
    expect(text).toContain("\u202E");
    expect(text).toContain("\u0000");
    expect(text.match(/^`{3,}/gm)?.length).toBe(2);
    expect(calls).toHaveLength(1);
    expect(() => JSON.parse(calls[0]?.input ?? "")).toThrow();
    expect(finish).toEqual({ unified: "tool-calls" });
  });

  it("echo notes attachments and leaves the text alone", async () => {
    const file = {
      type: "file",
      mediaType: "text/plain",
      filename: "a.txt",
      data: { kind: "base64", base64: "aGVsbG8=" },
    } as const;
    const { text } = await ask([{ role: "user", content: [{ type: "text", text: "  as is \n" }, file] }], {
      model: "echo",
    });
    expect(text).toBe("  as is \n\n[a.txt, text/plain, 5 bytes]");
  });

  it("refuses a model that it does not have", async () => {
    expect(await failureOf(callOf("Hi", { model: "fault-99" }))).toMatchObject({ status: 404, param: "model" });
  });
});

describe("pace and leaving", () => {
  const collect = async (options: { tokensPerSecond: number; stream?: boolean; metadata?: Record<string, string> }) => {
    const { tokensPerSecond, ...fields } = options;
    const started = performance.now();
    const call = callOf("one two three four five six seven eight nine ten", { model: "echo", ...fields });
    for await (const _ of respond(call, { signal: new AbortController().signal, tokensPerSecond })) {
      // Only the time matters.
    }
    return performance.now() - started;
  };

  it("takes about the time that its pace says, when streamed", async () => {
    await ask("warm", { model: "echo" });
    expect(await collect({ tokensPerSecond: 100 })).toBeGreaterThan(70);
    expect(await collect({ tokensPerSecond: 10, stream: false })).toBeLessThan(700);
    expect(await collect({ tokensPerSecond: 10, metadata: { sandbox_tokens_per_second: "0" } })).toBeLessThan(700);
    expect(await collect({ tokensPerSecond: 0, metadata: { sandbox_tokens_per_second: "100" } })).toBeGreaterThan(70);
  });

  it("refuses a pace that is no number", async () => {
    const call = callOf("Hi", { metadata: { sandbox_tokens_per_second: "fast" } });
    expect(await failureOf(call)).toMatchObject({ status: 400, param: "metadata.sandbox_tokens_per_second" });
  });

  it.each(["slow-600000", "guide", "long-200000"])(
    "%s returns without a word when the client leaves",
    async (model) => {
      const controller = new AbortController();
      const rate = model === "guide" ? 0.001 : 0;
      const parts: Part[] = [];
      setTimeout(() => controller.abort(), 30);
      for await (const part of respond(callOf("Hello", { model }), {
        signal: controller.signal,
        tokensPerSecond: rate,
      })) {
        parts.push(part);
      }
      expect(parts.some(({ type }) => type === "usage" || type === "error")).toBe(false);
    },
  );
});
