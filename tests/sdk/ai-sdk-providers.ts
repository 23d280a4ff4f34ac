/**
 * The AI SDK in both generations, each with its own generation of the providers: `ai` 6 takes no model of a newer one.
 */
import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogleGenerativeAI } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import * as ai from "ai";
import { createAnthropic as createAnthropic3 } from "ai-anthropic-v3";
import { createOpenAICompatible as createOpenAICompatible2 } from "ai-compatible-v2";
import { createGoogleGenerativeAI as createGoogleGenerativeAI3 } from "ai-google-v3";
import { createOpenAI as createOpenAI3 } from "ai-openai-v3";
import * as ai6 from "ai-v6";
import type { DialectId } from "./stub-answers.ts";

type Creators = {
  createOpenAI: typeof createOpenAI;
  createAnthropic: typeof createAnthropic;
  createGoogleGenerativeAI: typeof createGoogleGenerativeAI;
  createOpenAICompatible: typeof createOpenAICompatible;
};

type ProviderOptions = NonNullable<Parameters<typeof ai.generateText>[0]["providerOptions"]>;

type Provider = {
  provider: string;
  dialect: DialectId;
  /** @param url of the gateway, without a path */
  connect(creators: Creators, url: string, apiKey: string): (model: string) => ai.LanguageModel;
  /** Options that turn reasoning on. */
  reasoning: ProviderOptions;
  /** True when the provider returns the reasoning text. */
  showsReasoning: boolean;
};

const providers: Provider[] = [
  {
    provider: "openai",
    dialect: "openai-responses",
    connect: ({ createOpenAI }, url, apiKey) => createOpenAI({ baseURL: `${url}/v1`, apiKey }).responses,
    reasoning: { openai: { reasoningEffort: "high", reasoningSummary: "auto", forceReasoning: true } },
    showsReasoning: true,
  },
  {
    provider: "openai.chat",
    dialect: "openai-chat",
    connect: ({ createOpenAI }, url, apiKey) => createOpenAI({ baseURL: `${url}/v1`, apiKey }).chat,
    reasoning: { openai: { reasoningEffort: "high", forceReasoning: true } },
    // It reads the count of the tokens only: OpenAI's own chat completions have no reasoning in them.
    showsReasoning: false,
  },
  {
    provider: "openai-compatible",
    dialect: "openai-chat",
    connect: ({ createOpenAICompatible }, url, apiKey) =>
      createOpenAICompatible({
        name: "parlance",
        baseURL: `${url}/v1`,
        apiKey,
        includeUsage: true,
        supportsStructuredOutputs: true,
      }),
    reasoning: { parlance: { reasoningEffort: "high" } },
    showsReasoning: true,
  },
  {
    provider: "anthropic",
    dialect: "anthropic-messages",
    connect: ({ createAnthropic }, url, apiKey) => createAnthropic({ baseURL: `${url}/v1`, apiKey }),
    // OpenAI's APIs have no budget: they get the effort instead.
    reasoning: { anthropic: { thinking: { type: "enabled", budgetTokens: 1_024 }, effort: "high" } },
    showsReasoning: true,
  },
  {
    provider: "google",
    dialect: "google-generate",
    // A name with a slash is in the path unchanged, without `models/` before it.
    connect: ({ createGoogleGenerativeAI }, url, apiKey) =>
      createGoogleGenerativeAI({ baseURL: `${url}/v1beta`, apiKey }),
    reasoning: { google: { thinkingConfig: { includeThoughts: true, thinkingLevel: "high" } } },
    showsReasoning: true,
  },
];

/** Both generations have the same types where they are used here. */
const generations = [
  {
    version: "7",
    sdk: ai,
    creators: { createOpenAI, createAnthropic, createGoogleGenerativeAI, createOpenAICompatible },
  },
  {
    version: "6",
    sdk: ai6 as unknown as typeof ai,
    creators: {
      createOpenAI: createOpenAI3,
      createAnthropic: createAnthropic3,
      createGoogleGenerativeAI: createGoogleGenerativeAI3,
      createOpenAICompatible: createOpenAICompatible2,
    } as unknown as Creators,
  },
];

/** Each provider of each generation. */
export const clients = generations.flatMap(({ version, sdk, creators }) =>
  providers.map(({ connect, ...provider }) => ({
    ...provider,
    version,
    sdk,
    connect: (url: string, apiKey: string) => connect(creators, url, apiKey),
  })),
);

const imageProviders = [
  {
    provider: "openai.image",
    connect: ({ createOpenAI }: Creators, url: string, apiKey: string) =>
      createOpenAI({ baseURL: `${url}/v1`, apiKey }).image,
  },
  {
    provider: "openai-compatible.imageModel",
    connect: ({ createOpenAICompatible }: Creators, url: string, apiKey: string) =>
      createOpenAICompatible({ name: "parlance", baseURL: `${url}/v1`, apiKey }).imageModel,
  },
];

/** Each provider of image models of each generation. */
export const imageClients = generations.flatMap(({ version, sdk, creators }) =>
  imageProviders.map(({ provider, connect }) => ({
    provider,
    version,
    generateImage: sdk.generateImage,
    APICallError: sdk.APICallError,
    connect: (url: string, apiKey: string) => connect(creators, url, apiKey),
  })),
);
