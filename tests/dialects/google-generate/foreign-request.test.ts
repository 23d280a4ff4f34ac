/** Calls that came in another dialect, as this one's upstreams read them. */
import { describe, expect, it } from "vitest";
import type { Call } from "#lib/canonical/call.ts";
import { googleGenerate } from "#lib/dialects/google-generate/index.ts";

const user = { role: "user", parts: [{ text: "hi" }] };

describe("requests from other APIs", () => {
  const call = (fields: Partial<Call>): Call => ({
    model: "gemini-3-flash",
    messages: [{ role: "user", content: "hi" }],
    stream: false,
    dropped: [],
    ...fields,
  });

  it("leading instructions become the system instruction, later ones user text", () => {
    const asked = call({
      messages: [
        { role: "system", content: "a" },
        { role: "developer", content: "b" },
        { role: "user", content: "hi" },
        { role: "system", content: "c" },
      ],
    });
    expect(googleGenerate.writeRequest(asked)).toEqual({
      systemInstruction: { parts: [{ text: "a" }, { text: "b" }] },
      contents: [user, { role: "user", parts: [{ text: "c" }] }],
    });
    expect(asked.dropped).toEqual(["messages[3].role"]);
  });

  it("results of parallel calls are one content; only a turn without a signature gets the bypass", () => {
    const toolCall = (id: string, signature?: string) =>
      ({
        type: "tool-call",
        id,
        name: "f",
        kind: "function",
        input: "{}",
        ...(signature ? { vendor: { "google-generate": { thoughtSignature: signature } } } : {}),
      }) as const;
    const messages: Call["messages"] = [
      { role: "assistant", content: [toolCall("a"), toolCall("b")] },
      { role: "tool", callId: "a", content: "1" },
      { role: "tool", callId: "b", content: '{"error":"x"}', isError: true },
      { role: "assistant", content: [toolCall("c", "c2ln"), toolCall("d")] },
    ];
    expect(googleGenerate.writeRequest(call({ messages })).contents).toEqual([
      {
        role: "model",
        parts: [
          { functionCall: { id: "a", name: "f", args: {} }, thoughtSignature: "skip_thought_signature_validator" },
          { functionCall: { id: "b", name: "f", args: {} } },
        ],
      },
      {
        role: "user",
        parts: [
          { functionResponse: { id: "a", name: "f", response: { output: "1" } } },
          { functionResponse: { id: "b", name: "f", response: { error: "x" } } },
        ],
      },
      {
        role: "model",
        parts: [
          { functionCall: { id: "c", name: "f", args: {} }, thoughtSignature: "c2ln" },
          { functionCall: { id: "d", name: "f", args: {} } },
        ],
      },
    ]);
    const older = googleGenerate.writeRequest(call({ model: "gemini-2.5-pro", messages }));
    expect(JSON.stringify(older)).not.toContain("skip_thought_signature_validator");
  });

  it("arguments that are not an object are wrapped in one", () => {
    const content = ["{not json", "[1]", "", '{"a":1}'].map(
      (input, index) => ({ type: "tool-call", id: `${index}`, name: "f", kind: "function", input }) as const,
    );
    const written = googleGenerate.writeRequest(
      call({ model: "gemini-2.5-pro", messages: [{ role: "assistant", content }] }),
    );
    const [{ parts }] = written.contents as [{ parts: { functionCall: { args: unknown } }[] }];
    expect(parts.map(({ functionCall }) => functionCall.args)).toEqual([
      { input: "{not json" },
      { input: "[1]" },
      {},
      { a: 1 },
    ]);
  });

  it.each([
    ["gemini-2.5-flash", "none", { thinkingBudget: 0 }],
    ["gemini-2.5-flash", "medium", { includeThoughts: true, thinkingBudget: 8192 }],
    ["gemini-3-flash", "minimal", { includeThoughts: true, thinkingLevel: "MINIMAL" }],
    ["gemini-3-pro-preview", "minimal", { includeThoughts: true, thinkingLevel: "LOW" }],
    ["gemini-3.1-pro", "max", { includeThoughts: true, thinkingLevel: "HIGH" }],
  ] as const)("%s thinks with effort %s", (model, effort, thinkingConfig) => {
    expect(googleGenerate.writeRequest(call({ model, reasoning: { effort } }))).toMatchObject({
      generationConfig: { thinkingConfig },
    });
  });

  it("fields that this API lacks are reported as dropped", () => {
    const asked = call({
      messages: [
        {
          role: "user",
          name: "ada",
          content: [
            { type: "unknown", dialect: "openai-chat", value: {} },
            { type: "file", mediaType: "image/*", data: { kind: "url", url: "https://a/b.png" }, detail: "low" },
            { type: "file", mediaType: "application/pdf", data: { kind: "base64", base64: "JVBERi0=" }, filename: "a" },
          ],
        },
        {
          role: "assistant",
          content: [{ type: "reasoning", text: "", vendor: { "anthropic-messages": { data: "x" } } }],
        },
      ],
      tools: [
        { kind: "function", name: "f", strict: true },
        { kind: "custom", name: "c" },
        { kind: "hosted", dialect: "openai-responses", name: "web_search", value: {} },
      ],
      parallelToolCalls: false,
      logitBias: {},
      user: "u",
      vendor: { "openai-chat": { store: true } },
    });
    const written = googleGenerate.writeRequest(asked);
    expect(asked.dropped).toEqual([
      "messages[0].name",
      "messages[0].content[0]",
      "messages[0].content[1].detail",
      "messages[0].content[2].filename",
      "messages[1].content[0]",
      "tools[0].strict",
      "tools.c",
      "tools.web_search",
      "logit_bias",
      "user",
      "parallel_tool_calls",
      "store",
    ]);
    expect(written).toEqual({
      contents: [
        {
          role: "user",
          parts: [
            { fileData: { mimeType: "image/png", fileUri: "https://a/b.png" } },
            { inlineData: { mimeType: "application/pdf", data: "JVBERi0=" } },
          ],
        },
      ],
      tools: [{ functionDeclarations: [{ name: "f" }] }],
    });
  });
});
