/**
 * A provider of the AI SDK made of the SDK's own mock model, as the config file of a test names it. What it answers is
 * in the model's name; `options` answers with what it was asked.
 */
import type {
  LanguageModelV4CallOptions,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
} from "@ai-sdk/provider";
import { MockLanguageModelV3, MockLanguageModelV4, simulateReadableStream } from "ai/test";

type Answer = Pick<LanguageModelV4GenerateResult, "content"> & Partial<LanguageModelV4GenerateResult>;

const USAGE = {
  inputTokens: { total: 100, noCache: 60, cacheRead: 30, cacheWrite: 10 },
  outputTokens: { total: 50, text: 30, reasoning: 20 },
};
const SIGNED = { mock: { signature: "the maker's own bytes" } };
const WEATHER = { toolName: "weather", providerMetadata: { mock: { thought: "sealed" } } };

const answers: Record<string, (options: LanguageModelV4CallOptions) => Answer> = {
  options: ({ abortSignal: _, ...options }) => ({ content: [{ type: "text", text: JSON.stringify(options) }] }),
  text: () => ({ content: [{ type: "text", text: "Three small words" }] }),
  thinking: () => ({
    content: [
      { type: "reasoning", text: "Let me think", providerMetadata: SIGNED },
      { type: "text", text: "Done thinking" },
    ],
  }),
  signed: () => ({
    content: [
      { type: "reasoning", text: "I need the weather", providerMetadata: SIGNED },
      { type: "tool-call", toolCallId: "call_1", toolName: "weather", input: '{"city":"Paris"}' },
    ],
    finishReason: { unified: "tool-calls", raw: "tool_use" },
  }),
  tools: () => ({
    content: [
      { type: "tool-call", toolCallId: "call_1", input: '{"city":"Paris"}', ...WEATHER },
      { type: "tool-call", toolCallId: "call_2", input: '{"city":"Rome"}', ...WEATHER },
    ],
    finishReason: { unified: "tool-calls", raw: "tool_use" },
  }),
  hosted: () => ({
    content: [
      { type: "tool-call", toolCallId: "ws_1", toolName: "search", input: "{}", providerExecuted: true },
      { type: "tool-result", toolCallId: "ws_1", toolName: "search", result: { found: 1 } },
      { type: "text", text: "Found it" },
      { type: "source", sourceType: "url", id: "s1", url: "https://example.com/page", title: "A page" },
    ],
  }),
  picky: () => ({
    content: [{ type: "text", text: "As I like" }],
    warnings: [
      { type: "unsupported", feature: "topK" },
      { type: "unsupported", feature: "frequencyPenalty" },
      { type: "other", message: "just so" },
    ],
  }),
  cut: () => ({
    content: [{ type: "text", text: "It breaks off" }],
    finishReason: { unified: "interrupted", raw: undefined },
  }),
};

/** Known by its name, so that the file is loaded as an operator's own is. */
export const provider = {
  languageModel(modelId: string) {
    const answer = answers[modelId];
    if (!answer) throw Object.assign(new Error(`No such model: ${modelId}`), { name: "AI_NoSuchModelError" });
    return new MockLanguageModelV4({
      provider: "mock",
      modelId,
      doGenerate: async (options) => toResult(answer(options)),
      doStream: async (options) => ({
        stream: simulateReadableStream({ chunks: toChunks(toResult(answer(options))) }),
      }),
    });
  },
};

type Model3 = ConstructorParameters<typeof MockLanguageModelV3>[0];

/** The same of the interface before. */
export function createOlder(settings: { greeting?: string }) {
  return {
    languageModel(modelId: string) {
      const model = provider.languageModel(modelId);
      const { doGenerate, doStream } = model as unknown as NonNullable<Model3>;
      return new MockLanguageModelV3({
        provider: settings.greeting ?? "mock",
        modelId,
        doGenerate,
        doStream,
      } as Model3);
    },
  };
}

function toResult(answer: Answer): LanguageModelV4GenerateResult {
  return {
    finishReason: { unified: "stop", raw: "end" },
    usage: USAGE,
    warnings: [],
    response: { id: "mock-1", modelId: "mock-model", timestamp: new Date(1_700_000_000_000) },
    ...answer,
  };
}

type Content = LanguageModelV4GenerateResult["content"][number];

function toChunks({ content, finishReason, usage, warnings, response }: LanguageModelV4GenerateResult) {
  const chunks: LanguageModelV4StreamPart[] = [
    { type: "stream-start", warnings },
    { type: "response-metadata", ...response },
    ...interleaved(content.map(chunksOf)),
    { type: "finish", finishReason, usage },
  ];
  return chunks;
}

/** Calls grow side by side, as parallel ones do; everything else stands one after the other. */
function interleaved(groups: LanguageModelV4StreamPart[][]): LanguageModelV4StreamPart[] {
  const calls = groups.every(([first]) => first?.type === "tool-input-start");
  if (!calls) return groups.flat();
  const longest = Math.max(...groups.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) => groups.flatMap((group) => group[index] ?? [])).flat();
}

/** Ids start anew in each kind and are used again, as providers do. */
function chunksOf(content: Content): LanguageModelV4StreamPart[] {
  if (content.type === "tool-call" && !content.providerExecuted) {
    const { toolCallId: id, toolName, input, providerMetadata } = content;
    return [
      { type: "tool-input-start", id, toolName, ...(providerMetadata ? { providerMetadata } : {}) },
      { type: "tool-input-delta", id, delta: input.slice(0, 5) },
      { type: "tool-input-delta", id, delta: input.slice(5) },
      { type: "tool-input-end", id },
      content,
    ];
  }
  if (content.type !== "text" && content.type !== "reasoning") return [content];
  const { type, text, providerMetadata } = content;
  return [
    { type: `${type}-start`, id: "0" },
    ...(text.match(/\s*\S+/g) ?? []).map((delta) => ({ type: `${type}-delta` as const, id: "0", delta })),
    // Signatures come late and by themselves.
    ...(providerMetadata ? [{ type: `${type}-delta` as const, id: "0", delta: "", providerMetadata }] : []),
    { type: `${type}-end`, id: "0" },
  ];
}
