/** Parts that several operations share. */
import { z } from "zod";
import type { Example, Media, Parameter, ReplyHeader } from "./operation.ts";

/** Headers of every response from a model. */
export const MODEL_HEADERS: readonly ReplyHeader[] = [
  "x-gateway-lane",
  "x-gateway-upstream",
  "x-gateway-dropped",
  "x-gateway-emulated",
  "x-gateway-prompt",
  "x-gateway-placeholders",
  "x-gateway-route",
  "x-upstream-request-id",
];

export const TAGS = {
  chat: "Chat completions",
  responses: "Responses",
  messages: "Messages",
  generateContent: "Generate content",
  interactions: "Interactions",
  embeddings: "Embeddings",
  audio: "Audio",
  realtime: "Realtime",
  batches: "Batches",
  otherRoutes: "Other routes of models",
  passThrough: "Other routes of providers",
  images: "Images",
  videos: "Videos",
  exchanges: "Resumable responses",
  requests: "Request log",
  models: "Models",
  files: "Files",
  keys: "Keys",
  providers: "Providers",
  shares: "Shares",
  live: "Live links",
  prompts: "Prompts",
  mcp: "MCP servers",
  evaluations: "Evaluations",
  conversations: "Conversations",
  storage: "Storage",
  audit: "Audit log",
  alerts: "Alerts",
  people: "People",
  service: "Service",
};

/** Google's response to a successful delete, and to a cancel. */
export const emptyObject = z.strictObject({}).meta({ id: "Empty", description: "An empty object." });

type Examples = Readonly<Record<string, Example>>;

export function json(schema: z.ZodType, examples?: Examples): Readonly<Record<string, Media>> {
  return { "application/json": { schema, ...(examples ? { examples } : {}) } };
}

export function events(schema: z.ZodType, examples?: Examples): Readonly<Record<string, Media>> {
  return { "text/event-stream": { schema, ...(examples ? { examples } : {}) } };
}

export function example(summary: string, value: unknown): Example {
  return { summary, value };
}

export function pathParameter(name: string, description: string, sample: string): Parameter {
  return { name, in: "path", description, schema: z.string().min(1), example: sample };
}

/** Schema of a file's bytes in a body. */
export const fileBytes = z
  .unknown()
  .meta({ type: "string", contentMediaType: "application/octet-stream", description: "The file's bytes." });

/** Function that a model may call, for the examples. */
export const WEATHER = {
  name: "get_weather",
  description: "The weather in a city, now.",
  parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
};
