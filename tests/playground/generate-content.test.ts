import { beforeEach, describe, expect, test, vi } from "vitest";
import type { ResponseChoice, ResponseFile, ResponseReader } from "#lib/playground/conversation/model-response.ts";
import { type AssistantTurn, latestPicture, type Turn, withoutBytes } from "#lib/playground/conversation/transcript.ts";
import { GENERATE_CONTENT } from "#lib/playground/dialects/generate-content/dialect.ts";
import { GENERATION_CONFIG } from "#lib/playground/dialects/generate-content/parameter-list.ts";
import { buildGenerateContentRequest } from "#lib/playground/dialects/generate-content/request-body.ts";
import { createGenerateContentReader } from "#lib/playground/dialects/generate-content/response-reader.ts";
import { type ChatSettings, EMPTY_SETTINGS } from "#lib/playground/dialects/request-body.ts";
import { shortenFiles } from "#lib/playground/history/history.ts";

const PIXELS = "iVBORw0KGgo=";

let kept: ResponseFile[];
beforeEach(() => {
  kept = [];
});

const saveFile = async (file: ResponseFile) => {
  kept.push(file);
  file.sha256 = `hash-${kept.length}`;
};
const eventOf = (parts: object[], rest: object = {}) => ({
  candidates: [{ index: 0, content: { role: "model", parts }, ...rest }],
});

/** The first choice after all events, once its files are kept. */
async function read(...events: unknown[]): Promise<{ choice: ResponseChoice; reader: ResponseReader }> {
  const reader = createGenerateContentReader({ saveFile });
  for (const event of events) await reader.apply(event).pending;
  const [choice] = reader.snapshot().choices;
  if (!choice) throw new Error("The events made no choice.");
  return { choice, reader };
}

const common = { createdAt: 0, parent: null };
const question = (text: string): Turn => ({ ...common, id: "q", role: "user", text, attachments: [] });
const answerOf = (choice: ResponseChoice): AssistantTurn => ({
  ...common,
  id: "a",
  role: "assistant",
  model: "image-model-a",
  state: "complete",
  accepted: true,
  answer: { choices: [choice] },
  chosen: 0,
  timings: {},
  route: { dropped: [] },
});

const build = (turns: Turn[], settings: Partial<ChatSettings> = {}) =>
  buildGenerateContentRequest({
    model: "sandbox/guide",
    settings: { ...EMPTY_SETTINGS, ...settings },
    turns,
    readDataUrl: async ({ mediaType }) => `data:${mediaType};base64,${PIXELS}`,
  });

describe("reading an answer", () => {
  test("collects the cited pages", async () => {
    const groundingChunks = [
      { web: { uri: "https://a.example/", title: "A" } },
      { retrievedContext: { title: "Grass.pdf" } },
      { other: {} },
    ];
    const { choice } = await read(eventOf([{ text: "Green." }], { groundingMetadata: { groundingChunks } }));
    expect(choice.citations).toEqual([{ title: "A", url: "https://a.example/" }, { title: "Grass.pdf" }]);
  });

  test("joins text, separates thoughts, and counts both as output", async () => {
    const { choice, reader } = await read(
      eventOf([{ text: "Hm", thought: true }]),
      eventOf([{ text: "m.", thought: true }]),
      eventOf([{ text: "Hel" }]),
      eventOf([{ text: "lo" }]),
      {
        ...eventOf([{ text: "" }], { finishReason: "STOP" }),
        usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 2, thoughtsTokenCount: 4 },
        modelVersion: "m-1",
      },
    );
    expect(choice).toMatchObject({ text: "Hello", reasoning: "Hmm.", finishReason: "STOP" });
    expect(choice.parts).toEqual([{ text: "Hmm.", thought: true }, { text: "Hello" }]);
    expect(reader.snapshot()).toMatchObject({
      model: "m-1",
      usage: { inputTokens: 3, outputTokens: 6, reasoningTokens: 4 },
    });
  });

  test("stores an image with its position in the text", async () => {
    const { choice } = await read(
      eventOf([{ text: "Before." }, { inlineData: { mimeType: "image/png", data: PIXELS }, thoughtSignature: "c2ln" }]),
      eventOf([{ text: "After." }]),
    );
    expect(choice.files).toMatchObject([{ mediaType: "image/png", at: 7, size: 8, sha256: "hash-1" }]);
    expect(kept[0]?.bytes?.type).toBe("image/png");
    expect(JSON.stringify(choice.parts)).not.toContain(PIXELS);
  });

  test("does not merge text across a signature", async () => {
    const { choice } = await read(eventOf([{ text: "a", thoughtSignature: "c2ln" }]), eventOf([{ text: "b" }]));
    expect(choice.parts).toEqual([{ text: "a", thoughtSignature: "c2ln" }, { text: "b" }]);
  });

  test("reads calls, with and without an id", async () => {
    const { choice } = await read(
      eventOf([
        { functionCall: { name: "get_weather", args: { city: "Oslo" } } },
        { functionCall: { id: "call-9", name: "get_time" } },
      ]),
    );
    expect(choice.toolCalls).toEqual([
      { id: "own-0", name: "get_weather", kind: "function", arguments: '{"city":"Oslo"}' },
      { id: "call-9", name: "get_time", kind: "function", arguments: "{}" },
    ]);
  });

  test("reports limits, filters and blocked prompts", async () => {
    expect((await read(eventOf([{ text: "a" }], { finishReason: "MAX_TOKENS" }))).choice.finishReason).toBe("length");
    expect((await read(eventOf([], { finishReason: "IMAGE_SAFETY" }))).choice.finishReason).toBe("content_filter");
    expect((await read({ promptFeedback: { blockReason: "SAFETY" } })).choice.refusal).toContain("SAFETY");
  });

  test.each([null, 7, {}, { candidates: [null, { content: { parts: [5, { text: 9 }] } }] }])(
    "ignores invalid events: %j",
    (event) => {
      const reader = createGenerateContentReader({ saveFile: vi.fn() });
      expect(reader.apply(event)).toMatchObject({ content: false, reasoning: false });
    },
  );

  test("keeps the response when an image is not base64", async () => {
    const { choice } = await read(eventOf([{ text: "x" }, { inlineData: { mimeType: "image/png", data: "%%" } }]));
    expect(choice.text).toBe("x");
  });
});

describe("the request", () => {
  test("omits unset parameters and has the model in its path", async () => {
    expect(await build([question("Hello")])).toEqual({
      path: "/v1beta/models/sandbox/guide:streamGenerateContent?alt=sse",
      body: { contents: [{ role: "user", parts: [{ text: "Hello" }] }] },
    });
  });

  test("nests settings in generationConfig", async () => {
    const { body } = await build([question("Hello")], {
      system: "Be brief.",
      parameters: {
        temperature: 0,
        stopSequences: ["END"],
        seed: 7,
        aspectRatio: "16:9",
        responseModalities: "TEXT, IMAGE",
        thinkingBudget: 0,
        includeThoughts: true,
        responseFormat: { type: "json_schema", schemaText: '{"type":"object"}' },
      },
    });
    expect(body).toMatchObject({
      systemInstruction: { parts: [{ text: "Be brief." }] },
      generationConfig: {
        temperature: 0,
        stopSequences: ["END"],
        seed: 7,
        imageConfig: { aspectRatio: "16:9" },
        responseModalities: ["TEXT", "IMAGE"],
        thinkingConfig: { thinkingBudget: 0, includeThoughts: true },
        responseMimeType: "application/json",
        responseJsonSchema: { type: "object" },
      },
    });
  });

  test("can send the first value of every listed parameter", () => {
    const parameters = Object.fromEntries(GENERATION_CONFIG.map(({ name, initial }) => [name, initial]));
    const toolsText = GENERATE_CONTENT.tools?.example ?? "";
    expect(GENERATE_CONTENT.findProblems({ ...EMPTY_SETTINGS, toolsText, parameters })).toEqual({
      thinkingBudget: "Set either Thinking level or Thinking budget, not both.",
    });
    expect(GENERATE_CONTENT.findProblems({ ...EMPTY_SETTINGS, parameters: { temperature: 3 } })).toHaveProperty(
      "temperature",
    );
  });

  test("sends a response back part by part, with images and signatures", async () => {
    const parts = [
      { text: "Thinking.", thought: true },
      { text: "A house." },
      { inlineData: { mimeType: "image/png", data: PIXELS }, thoughtSignature: "c2ln" },
    ];
    const { choice } = await read(eventOf(parts), eventOf([{ text: "" }], { finishReason: "STOP" }));
    const { body } = await build([question("A house"), answerOf(choice), question("Make it night")]);
    expect(body.contents).toEqual([
      { role: "user", parts: [{ text: "A house" }] },
      { role: "model", parts },
      { role: "user", parts: [{ text: "Make it night" }] },
    ]);
  });

  test("sends images before the text, and call results as objects", async () => {
    const attachment = { sha256: "h", name: "cat.png", mediaType: "image/png", size: 8 };
    const { body } = await build([
      { ...common, id: "q", role: "user", text: "Describe it", attachments: [attachment] },
      {
        ...common,
        id: "t",
        role: "tool",
        results: [
          { callId: "own-0", name: "get_weather", content: "rain" },
          { callId: "call-9", name: "get_time", content: '{"hour":9}' },
        ],
      },
    ]);
    expect(body.contents).toEqual([
      { role: "user", parts: [{ inlineData: { mimeType: "image/png", data: PIXELS } }, { text: "Describe it" }] },
      {
        role: "user",
        parts: [
          { functionResponse: { name: "get_weather", response: { result: "rain" } } },
          { functionResponse: { id: "call-9", name: "get_time", response: { hour: 9 } } },
        ],
      },
    ]);
  });

  test("omits empty responses", async () => {
    const nothing = { ...answerOf({ text: "", reasoning: "", refusal: "", toolCalls: [], logprobs: [] }) };
    expect((await build([question("One"), nothing, question("Two")])).body.contents).toHaveLength(2);
  });
});

describe("what is stored", () => {
  test("stores no bytes in rows, and finds the newest image by its hash", async () => {
    const { choice } = await read(eventOf([{ inlineData: { mimeType: "image/png", data: PIXELS } }]));
    const turn = answerOf(choice);
    const stored = withoutBytes({ turns: { a: turn }, children: { root: ["a"] }, selected: {} });
    const [storedTurn] = Object.values(stored.turns);
    expect(storedTurn?.role === "assistant" && storedTurn.answer.choices[0]?.files?.[0]).toEqual({
      mediaType: "image/png",
      at: 0,
      size: 8,
      sha256: "hash-1",
    });
    expect(latestPicture([question("x"), turn])?.sha256).toBe("hash-1");
    const withPicture: Turn = {
      ...common,
      id: "q2",
      role: "user",
      text: "this one",
      attachments: [{ sha256: "other", name: "o.png", mediaType: "image/png", size: 1 }],
    };
    expect(latestPicture([turn, withPicture])).toBeUndefined();
  });

  test("shortens only images in the trace", () => {
    const json = JSON.stringify({ inlineData: { mimeType: "image/png", data: "A".repeat(5000) }, data: "short" });
    const short = shortenFiles(json);
    expect(short.length).toBeLessThan(200);
    expect(JSON.parse(short)).toMatchObject({ data: "short" });
    expect(shortenFiles(JSON.stringify(JSON.parse(json), null, 2)).length).toBeLessThan(250);
  });
});
