/** Law 2 for requests: what is read into a Call is written as it was. */
import { describe, expect, it } from "vitest";
import { googleGenerate } from "#lib/dialects/google-generate/index.ts";

const user = { role: "user", parts: [{ text: "hi" }] };
const route = { model: "gemini-2.5-flash", stream: false };

const read = (body: unknown, parameters = route) =>
  googleGenerate.readRequest(googleGenerate.parseRequest(body, parameters));

function roundTrip(body: Record<string, unknown>, parameters = route): Record<string, unknown> {
  const call = read(body, parameters);
  const written = googleGenerate.writeRequest(call);
  expect(call.dropped).toEqual([]);
  return written;
}

/** Requests that come back unchanged; allowed differences have tests of their own below. */
const requests: Record<string, Record<string, unknown>> = {
  "plain text with instructions": { contents: [user], systemInstruction: { parts: [{ text: "be brief" }] } },
  "instructions in parts": { contents: [user], systemInstruction: { parts: [{ text: "a" }, { text: "b" }] } },
  sampling: {
    contents: [user],
    generationConfig: {
      temperature: 0.2,
      topP: 0.9,
      topK: 40,
      candidateCount: 2,
      maxOutputTokens: 10,
      stopSequences: ["a"],
      seed: 7,
      presencePenalty: 1,
      frequencyPenalty: -1,
      responseLogprobs: true,
      logprobs: 3,
      responseModalities: ["TEXT", "IMAGE"],
      imageConfig: { aspectRatio: "16:9", imageSize: "2K" },
      speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: "Kore" } } },
      mediaResolution: "MEDIA_RESOLUTION_LOW",
    },
  },
  "thinking by budget": {
    contents: [user],
    generationConfig: { thinkingConfig: { includeThoughts: true, thinkingBudget: 512 } },
  },
  "thinking left to the model": { contents: [user], generationConfig: { thinkingConfig: { thinkingBudget: -1 } } },
  "thinking by level, as the AI SDK spells it": {
    contents: [user],
    generationConfig: { thinkingConfig: { thinkingLevel: "high" } },
  },
  "fields that only this convention has": {
    contents: [user],
    safetySettings: [{ category: "HARM_CATEGORY_HARASSMENT", threshold: "BLOCK_NONE" }],
    cachedContent: "cachedContents/abc",
    labels: { snake_case_team: "a" },
    store: true,
    newerField: { deep: [1, { a: "b" }] },
  },
  "a service tier": { contents: [user], serviceTier: "standard" },
  "images, files, video": {
    contents: [
      {
        role: "user",
        parts: [
          { text: "look" },
          { inlineData: { mimeType: "image/png", data: "iVBORw0KGgo=" } },
          { inlineData: { mimeType: "application/pdf", data: "JVBERi0=", displayName: "a.pdf" } },
          { fileData: { mimeType: "video/mp4", fileUri: "https://example.com/v1beta/files/abc" } },
          { fileData: { fileUri: "https://www.youtube.com/watch?v=1" }, videoMetadata: { fps: 2 } },
          { fileData: { mimeType: "image/png", fileUri: "files/abc" } },
        ],
      },
    ],
  },
  tools: {
    contents: [user],
    tools: [
      { googleSearch: {} },
      {
        functionDeclarations: [
          {
            name: "f",
            description: "d",
            parameters: {
              type: "OBJECT",
              properties: { any_of: { type: "STRING", minLength: "1" } },
              propertyOrdering: ["any_of"],
            },
            behavior: "BLOCKING",
          },
          { name: "g", parametersJsonSchema: { type: "object", additionalProperties: { type: "string" } } },
          { name: "h" },
        ],
      },
      { codeExecution: {} },
    ],
    toolConfig: { functionCallingConfig: { mode: "ANY", allowedFunctionNames: ["f", "g"] } },
  },
  "a choice that other conventions cannot say": {
    contents: [user],
    tools: [{ functionDeclarations: [{ name: "f" }] }],
    toolConfig: { functionCallingConfig: { mode: "VALIDATED" }, retrievalConfig: { languageCode: "de" } },
  },
  "a tool conversation with signatures": {
    contents: [
      user,
      {
        role: "model",
        parts: [
          { text: "Let me think.", thought: true },
          { text: "I look it up.", thoughtSignature: "dGV4dA==" },
          {
            functionCall: { id: "a", name: "f", args: { city: "Rome", deep: { a: [1, null] } } },
            thoughtSignature: "Y2FsbA==",
          },
          { functionCall: { id: "b", name: "f", args: {} } },
          { text: "", thoughtSignature: "ZW1wdHk=" },
          { inlineData: { mimeType: "image/png", data: "iVBORw0KGgo=" }, thoughtSignature: "aW1hZ2U=" },
          { inlineData: { mimeType: "image/png", data: "iVBORw0KGgo=" }, thought: true },
        ],
      },
      {
        role: "user",
        parts: [
          { functionResponse: { id: "a", name: "f", response: { output: "12°" } } },
          { functionResponse: { id: "b", name: "f", response: { error: "no such city" } } },
          { text: "and now?" },
        ],
      },
      { role: "model", parts: [{ text: "It is 12°." }] },
    ],
  },
  "function responses of every form": {
    contents: [
      user,
      {
        role: "model",
        parts: ["a", "b", "c", "d", "e"].map((id) => ({ functionCall: { id, name: "f", args: {} } })),
      },
      {
        role: "user",
        parts: [
          { functionResponse: { id: "a", name: "f", response: { result: 12 } } },
          { functionResponse: { id: "b", name: "f", response: { output: '{"json":"in text"}' } } },
          { functionResponse: { id: "c", name: "f", response: { output: [1, 2] } } },
          { functionResponse: { id: "d", name: "f", response: { error: { code: 5 }, at: "x" }, scheduling: "SILENT" } },
          {
            functionResponse: {
              id: "e",
              name: "f",
              response: { output: "see" },
              parts: [{ inlineData: { mimeType: "image/png", data: "iVBORw0KGgo=" } }],
            },
          },
        ],
      },
    ],
  },
  "code that the model ran": {
    contents: [
      user,
      {
        role: "model",
        parts: [
          { executableCode: { language: "PYTHON", code: "1" }, thoughtSignature: "Y29kZQ==" },
          { codeExecutionResult: { outcome: "OUTCOME_OK", output: "1" } },
          { toolCall: { id: "1", toolType: "x", args: { snake_case: 1 } } },
        ],
      },
    ],
  },
  "json mode": { contents: [user], generationConfig: { responseMimeType: "application/json" } },
  "an answer by Schema": {
    contents: [user],
    generationConfig: {
      responseMimeType: "application/json",
      responseSchema: { type: "ARRAY", items: { type: "STRING", enum: ["a"], nullable: true }, minItems: "2" },
    },
  },
  "an answer by JSON Schema": {
    contents: [user],
    generationConfig: {
      responseMimeType: "application/json",
      responseJsonSchema: { type: "object", properties: { a: { $ref: "#/$defs/a" } }, $defs: { a: {} } },
    },
  },
  "one word of a list": {
    contents: [user],
    generationConfig: { responseMimeType: "text/x.enum", responseSchema: { type: "STRING", enum: ["a", "b"] } },
  },
};

describe("a request is the same when read and written again", () => {
  it.each(Object.entries(requests))("%s", (_, body) => {
    expect(roundTrip(body)).toEqual(body);
  });

  it("snake_case, single objects for lists, a missing role and null are accepted", () => {
    const written = roundTrip({
      system_instruction: { role: "user", parts: { text: "be brief" } },
      contents: { parts: [{ inline_data: { mime_type: "image/png", data: "_-8=" } }, { text: "hi" }] },
      generation_config: { max_output_tokens: 5, top_k: null },
      tools: { function_declarations: [{ name: "f", parameters: { type: "object", properties: { top_k: {} } } }] },
      tool_config: { function_calling_config: { mode: "AUTO" } },
    });
    expect(written).toEqual({
      systemInstruction: { parts: [{ text: "be brief" }] },
      contents: [{ role: "user", parts: [{ inlineData: { mimeType: "image/png", data: "/+8=" } }, { text: "hi" }] }],
      generationConfig: { maxOutputTokens: 5 },
      tools: [{ functionDeclarations: [{ name: "f", parameters: { type: "object", properties: { top_k: {} } } }] }],
      toolConfig: { functionCallingConfig: { mode: "AUTO" } },
    });
  });

  it("model and stream come from the path", () => {
    expect(read({ contents: [user] }, { model: "a/b", stream: true })).toMatchObject({ model: "a/b", stream: true });
    expect(roundTrip({ contents: [user] })).toEqual({ contents: [user] });
  });

  it("the contents of one streamed response are one message", () => {
    const parts = (part: object) => ({ role: "model", parts: [part] });
    const call = read({
      contents: [user, parts({ text: "It" }), parts({ text: " is" }), parts({ text: "", thoughtSignature: "c2ln" })],
    });
    expect(call.messages[1]).toEqual({
      role: "assistant",
      content: [
        { type: "text", text: "It is" },
        { type: "text", text: "", vendor: { "google-generate": { thoughtSignature: "c2ln" } } },
      ],
    });
  });

  it("calls and responses without ids are matched by name and order", () => {
    const call = read({
      contents: [
        user,
        {
          role: "model",
          parts: [
            { functionCall: { name: "f", args: { n: 1 } } },
            { functionCall: { name: "g" } },
            { functionCall: { name: "f", args: { n: 2 } } },
          ],
        },
        {
          role: "function",
          parts: ["g", "f", "f"].map((name, index) => ({
            functionResponse: { name, response: { output: `${index}` } },
          })),
        },
      ],
    });
    const calls = (call.messages[1] as { content: { id: string }[] }).content;
    const ids = calls.map(({ id }) => id);
    expect(new Set(ids).size).toBe(3);
    expect(call.messages.slice(2)).toMatchObject([
      { role: "tool", callId: ids[1], name: "g", content: "0" },
      { role: "tool", callId: ids[0], name: "f", content: "1" },
      { role: "tool", callId: ids[2], name: "f", content: "2" },
    ]);
  });
});

it("the path contains the model, including its slashes", () => {
  const path = (model: string, stream = false) => googleGenerate.writeUpstreamPath({ model, stream });
  expect(path("gemini-3-pro")).toBe("/models/gemini-3-pro:generateContent");
  expect(path("org/m", true)).toBe("/models/org/m:streamGenerateContent?alt=sse");
  expect(path("tunedModels/a b")).toBe("/tunedModels/a%20b:generateContent");
  expect(path("models/x")).toBe("/models/x:generateContent");
  expect(path("publishers/google/models/x")).toBe("/publishers/google/models/x:generateContent");
});
