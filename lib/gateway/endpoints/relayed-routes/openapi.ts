/** OpenAPI operations of routes that are passed on unchanged. */
import { z } from "zod";
import type { ErrorName } from "#lib/contract/errors/all-errors.ts";
import { routeErrors } from "#lib/contract/errors/routes.ts";
import { completionRequest, moderationRequest, rerankRequest } from "#lib/contract/relayed-routes/wire.ts";
import { JSON_ERRORS, KEY_ERRORS, MODEL_ERRORS, UPSTREAM_ERRORS } from "#lib/openapi/error-groups.ts";
import type { Operation } from "#lib/openapi/operation.ts";
import { events, example, json, MODEL_HEADERS, TAGS } from "#lib/openapi/operation-parts.ts";

const ERRORS: readonly ErrorName[] = [
  ...KEY_ERRORS,
  ...JSON_ERRORS,
  ...MODEL_ERRORS,
  ...(Object.keys(routeErrors) as ErrorName[]),
  "providerLacksRoute",
  ...UPSTREAM_ERRORS,
];

const shared = { key: "bearer", isCall: true, errors: ERRORS } as const;
const describe = (text: string) =>
  `${text} The request goes unchanged, except for its model, to a provider of OpenAI's API; the response comes back unchanged.`;

const moderation = z
  .looseObject({ results: z.array(z.looseObject({ flagged: z.boolean() })) })
  .meta({ id: "Moderation" });

export const createModeration: Operation = {
  ...shared,
  id: "createModeration",
  tag: TAGS.otherRoutes,
  summary: "Judge texts and images",
  description: describe("OpenAI's Moderations API."),
  body: json(moderationRequest, {
    text: example("A text", { model: "openai/omni-moderation-latest", input: "I will bake a cake." }),
  }),
  replies: { 200: { description: "The judgements.", headers: MODEL_HEADERS, content: json(moderation) } },
};

const ranking = z
  .looseObject({ results: z.array(z.looseObject({ index: z.int(), relevance_score: z.number() })) })
  .meta({ id: "Ranking" });

export const rerank: Operation = {
  ...shared,
  id: "rerank",
  tag: TAGS.otherRoutes,
  summary: "Put documents into order",
  description: `${describe("The rerank API of Cohere, Jina and vLLM.")} \`sandbox/embedding-model-a\` compares words, offline.`,
  body: json(rerankRequest, {
    documents: example("Two documents", {
      model: "sandbox/embedding-model-a",
      query: "How long is a gift card valid?",
      documents: ["Orders ship before noon.", "Gift cards are valid for three years."],
    }),
  }),
  replies: {
    200: { description: "The documents by relevance, the best first.", headers: MODEL_HEADERS, content: json(ranking) },
  },
};

const completion = z
  .looseObject({ choices: z.array(z.looseObject({ text: z.string() })) })
  .meta({ id: "TextCompletion" });

export const createCompletion: Operation = {
  ...shared,
  id: "createCompletion",
  tag: TAGS.otherRoutes,
  summary: "Continue a text",
  description: describe("OpenAI's older Completions API, which servers of base models still have."),
  body: json(completionRequest, {
    prompt: example("A beginning", { model: "openai/davinci-002", prompt: "Once upon a time", max_tokens: 16 }),
  }),
  replies: {
    200: {
      description: "The text; with `stream`, events.",
      headers: MODEL_HEADERS,
      content: { ...json(completion), ...events(completion) },
    },
  },
};
