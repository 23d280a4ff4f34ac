/**
 * Embeddings by the official SDKs, in both of their generations: on the sandbox, relayed from a server that ignores the
 * base64 that they ask for, and translated between OpenAI's API and Google's.
 */
import { createGoogleGenerativeAI } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import { GoogleGenAI } from "@google/genai";
import { OpenAIEmbeddings } from "@langchain/openai";
import * as ai from "ai";
import { createGoogleGenerativeAI as createGoogleGenerativeAI3 } from "ai-google-v3";
import { createOpenAI as createOpenAI3 } from "ai-openai-v3";
import * as ai6 from "ai-v6";
import { GoogleGenAI as GoogleGenAI2 } from "google-genai-v2";
import OpenAI from "openai";
import OpenAI6 from "openai-v6";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ADMIN_KEY, mounts, startGateway, type TestGateway } from "../support/gateway.ts";
import { jsonReply, type StubHandler, type StubUpstream, startStubUpstream } from "../support/stub-upstream.ts";

type Embed = (url: string, model: string, texts: string[], dimensions?: number) => Promise<number[][]>;

const openai =
  (Sdk: typeof OpenAI): Embed =>
  async (url, model, input, dimensions) => {
    const client = new Sdk({ baseURL: `${url}/v1`, apiKey: ADMIN_KEY, maxRetries: 0 });
    const { data, usage } = await client.embeddings.create({ model, input, ...(dimensions ? { dimensions } : {}) });
    expect(usage.total_tokens).toBeGreaterThan(0);
    return data.map(({ embedding }) => embedding);
  };
const google =
  (Sdk: typeof GoogleGenAI): Embed =>
  async (url, model, contents, outputDimensionality) => {
    const client = new Sdk({ apiKey: ADMIN_KEY, httpOptions: { baseUrl: url } });
    const config = { taskType: "RETRIEVAL_DOCUMENT", ...(outputDimensionality ? { outputDimensionality } : {}) };
    const { embeddings = [] } = await client.models.embedContent({ model, contents, config });
    return embeddings.map(({ values = [] }) => values);
  };
const aiSdk =
  (sdk: Pick<typeof ai, "embedMany">, createModel: (url: string, model: string) => ai.EmbeddingModel): Embed =>
  async (url, model, values, dimensions) => {
    const openaiOptions = { openai: dimensions ? { dimensions } : {} };
    const googleOptions = { google: dimensions ? { outputDimensionality: dimensions } : {} };
    const { embeddings } = await sdk.embedMany({
      model: createModel(url, model),
      values,
      maxRetries: 0,
      providerOptions: { ...openaiOptions, ...googleOptions },
    });
    return embeddings;
  };
type CreateOpenAI = typeof createOpenAI;
type CreateGoogle = typeof createGoogleGenerativeAI;
const byOpenAI = (create: CreateOpenAI) => (url: string, model: string) =>
  create({ baseURL: `${url}/v1`, apiKey: ADMIN_KEY }).embedding(model);
const byGoogle = (create: CreateGoogle) => (url: string, model: string) =>
  create({ baseURL: `${url}/v1beta`, apiKey: ADMIN_KEY }).embedding(model);

const clients: { client: string; embed: Embed }[] = [
  { client: "openai 7.x", embed: openai(OpenAI) },
  { client: "openai 6.x", embed: openai(OpenAI6 as unknown as typeof OpenAI) },
  { client: "@google/genai 3.x", embed: google(GoogleGenAI) },
  { client: "@google/genai 2.x", embed: google(GoogleGenAI2 as unknown as typeof GoogleGenAI) },
  { client: "ai 7.x, openai", embed: aiSdk(ai, byOpenAI(createOpenAI)) },
  {
    client: "ai 6.x, openai",
    embed: aiSdk(ai6 as unknown as typeof ai, byOpenAI(createOpenAI3 as unknown as CreateOpenAI)),
  },
  { client: "ai 7.x, google", embed: aiSdk(ai, byGoogle(createGoogleGenerativeAI)) },
  {
    client: "ai 6.x, google",
    embed: aiSdk(ai6 as unknown as typeof ai, byGoogle(createGoogleGenerativeAI3 as unknown as CreateGoogle)),
  },
  {
    client: "LangChain",
    async embed(url, model, texts, dimensions) {
      const embeddings = new OpenAIEmbeddings({
        ...{ model, apiKey: ADMIN_KEY, maxRetries: 0, configuration: { baseURL: `${url}/v1` } },
        ...(dimensions ? { dimensions } : {}),
      });
      return embeddings.embedDocuments(texts);
    },
  },
];

/** Answers as a server that sends numbers whatever is asked: the length of each text. */
const answer: StubHandler = (request, response) => {
  const body = JSON.parse(`${request.body}`);
  if (request.path.includes("mbedContent")) {
    const requests: { content: { parts: { text: string }[] } }[] = body.requests ?? [body];
    const embeddings = requests.map(({ content }) => ({ values: [content.parts[0]?.text.length, 0.5] }));
    const reply = body.requests ? { embeddings } : { embedding: embeddings[0] };
    return jsonReply(reply)(request, response);
  }
  const data = [body.input].flat().map((text, index) => ({
    object: "embedding",
    index,
    embedding: [text.length, 0.5],
  }));
  const usage = { prompt_tokens: 5, total_tokens: 5 };
  return jsonReply({ object: "list", data, model: body.model, usage })(request, response);
};

describe.each(mounts)("on the %s mount", (mount) => {
  let stub: StubUpstream;
  let gateway: TestGateway;
  beforeAll(async () => {
    stub = await startStubUpstream(answer);
    const google = stub.url.replace("/v1", "/v1beta");
    gateway = await startGateway({
      mount,
      config: {
        upstreams: {
          open: { baseUrl: stub.url, models: ["e"] },
          gemini: { baseUrl: google, dialects: ["google-generate"], models: ["e"] },
        },
      },
    });
  });
  beforeEach(() => stub.respondWith(answer));
  afterAll(async () => {
    await gateway?.close();
    await stub?.close();
  });

  describe.each(clients)("$client", ({ embed }) => {
    it("gets the sandbox's vectors, as long as it asks", async () => {
      const vectors = await embed(
        gateway.url,
        "sandbox/embedding-model-a",
        ["a red fox", "some red foxes", "tax"],
        256,
      );
      expect(vectors.map(({ length }) => length)).toEqual([256, 256, 256]);
      const [fox = [], foxes = [], tax = []] = vectors;
      const similarity = (one: number[], other: number[]) =>
        one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0);
      expect(similarity(fox, fox)).toBeCloseTo(1, 4);
      expect(similarity(fox, foxes)).toBeGreaterThan(similarity(fox, tax) + 0.2);
    });

    it.each(["open/e", "gemini/e"])("gets the vectors of %s", async (model) => {
      const texts = ["a", "bb", "ccc"];
      expect(await embed(gateway.url, model, texts)).toEqual(texts.map((text) => [text.length, 0.5]));
    });
  });
});
