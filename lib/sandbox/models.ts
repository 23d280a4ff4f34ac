/** The sandbox's models: their entries in a model list, and the ids that they match. */
import type { BuiltInModel } from "#lib/canonical/built-in-upstream.ts";

export type SandboxModel = BuiltInModel & {
  capabilities: Record<
    | "vision"
    | "files"
    | "tools"
    | "jsonSchema"
    | "reasoning"
    | "logprobs"
    | "images"
    | "videos"
    | "embeddings"
    | "speech"
    | "transcription",
    boolean
  >;
};

const CONTEXT_WINDOW = 1_000_000;
/** Limit on the output tokens of one request, whatever its number of choices. */
export const MAX_OUTPUT_TOKENS = 200_000;

const everything = {
  vision: true,
  files: true,
  tools: true,
  jsonSchema: true,
  reasoning: true,
  logprobs: true,
  images: false,
  videos: false,
  embeddings: false,
  speech: false,
  transcription: false,
};
const nothing = {
  vision: false,
  files: false,
  tools: false,
  jsonSchema: false,
  reasoning: false,
  logprobs: false,
  images: false,
  videos: false,
  embeddings: false,
  speech: false,
  transcription: false,
};
const textOnly = { ...nothing, logprobs: true };

/** The model that speaks in realtime sessions. */
export const REALTIME_MODEL = "realtime-model-a";

const fixedModels: SandboxModel[] = [
  modelOf({
    id: "guide",
    name: "Sandbox guide",
    description:
      "Answers from Parlance's own documentation. Calls tools, fills JSON schemas, sees attachments. Offline.",
    capabilities: everything,
  }),
  modelOf({
    id: "demo",
    name: "Sandbox demo, prepared answers",
    description: "Plays the eight prepared answers of the guided tour, and understands nothing else. Offline.",
    capabilities: { ...everything, vision: false, files: false },
  }),
  modelOf({
    id: "echo",
    name: "Sandbox echo",
    description: "Gives back the last user message.",
    capabilities: { ...textOnly, vision: true, files: true },
  }),
  modelOf({
    id: "garbage",
    name: "Sandbox garbage",
    description: "Well-formed stream, hostile content: unclosed fences, script tags, control characters, broken JSON.",
    capabilities: { ...textOnly, tools: true },
  }),
  painterOf(
    "a",
    "Paints and edits pictures in three qualities, on a transparent ground too, with previews in a stream.",
  ),
  painterOf("b", "Paints and edits square pictures."),
  painterOf("c", "Paints pictures, vivid or natural."),
  modelOf({
    id: "video-model-a",
    name: "Sandbox renderer A",
    description: "Makes videos of 4, 8 or 12 seconds from words and images, and remixes them. Called at /v1/videos.",
    capabilities: { ...nothing, videos: true },
  }),
  modelOf({
    id: "embedding-model-a",
    name: "Sandbox embeddings A",
    description: "Makes vectors of texts from their words, the same each time. Called at /v1/embeddings. Offline.",
    capabilities: { ...nothing, embeddings: true },
  }),
  modelOf({
    id: "speech-model-a",
    name: "Sandbox speech A",
    description: "Speaks texts in a buzzing voice, as WAV. Called at /v1/audio/speech. Offline.",
    capabilities: { ...nothing, speech: true },
  }),
  modelOf({
    id: "transcription-model-a",
    name: "Sandbox transcription A",
    description: "Reads back speech of the sandbox, and describes other audio. Called at /v1/audio/transcriptions.",
    capabilities: { ...nothing, transcription: true },
  }),
  modelOf({
    id: REALTIME_MODEL,
    name: "Sandbox realtime A",
    description: "Hears that you speak, not what, and reads typed words back. Called at /v1/realtime. Offline.",
    capabilities: { ...nothing, speech: true },
  }),
];

/** Family of models whose ids end in a number. */
type Family = {
  prefix: "fault" | "slow" | "cut" | "long";
  minimum: number;
  maximum: number;
  example: number;
  of(value: number): SandboxModel;
};

const families: Family[] = [
  {
    prefix: "fault",
    minimum: 400,
    maximum: 599,
    example: 429,
    of: (status) =>
      modelOf({
        id: `fault-${status}`,
        name: `Sandbox fault ${status}`,
        description: `Fails every call with HTTP status ${status}.`,
        capabilities: textOnly,
      }),
  },
  {
    prefix: "slow",
    minimum: 0,
    maximum: 600_000,
    example: 2000,
    of: (milliseconds) =>
      modelOf({
        id: `slow-${milliseconds}`,
        name: `Sandbox slow ${milliseconds} ms`,
        description: `The guide, after a silence of ${milliseconds} ms.`,
        capabilities: everything,
      }),
  },
  {
    prefix: "cut",
    minimum: 0,
    maximum: 100_000,
    example: 5,
    of: (chunks) =>
      modelOf({
        id: `cut-${chunks}`,
        name: `Sandbox cut after ${chunks}`,
        description: `The guide, broken off after ${chunks} chunks without a proper end.`,
        capabilities: everything,
      }),
  },
  {
    prefix: "long",
    minimum: 1,
    maximum: MAX_OUTPUT_TOKENS,
    example: 2000,
    of: (tokens) =>
      modelOf({
        id: `long-${tokens}`,
        name: `Sandbox long ${tokens}`,
        description: `Exactly ${tokens} tokens of varied Markdown.`,
        capabilities: textOnly,
      }),
  },
];

/** Entries of a model list: the fixed models and one example of each family. */
export const sandboxModels: SandboxModel[] = [...fixedModels, ...families.map((family) => family.of(family.example))];

/** Behaviour of a model; `value` is the number at the end of a family's ids. */
export type SandboxBehaviour =
  | { kind: "guide" | "demo" | "echo" | "garbage" | "painter" | "renderer" }
  /** A model that answers no calls, with the route that serves it. */
  | { kind: "other"; route: string }
  | { kind: "fault" | "slow" | "cut" | "long"; value: number };

/** Returns the model of this id, with any number within its family's bounds; undefined when there is none. */
export function findSandboxModel(id: string): SandboxModel | undefined {
  return fixedModels.find((model) => model.id === id) ?? findInFamily(id)?.model;
}

/** Returns the behaviour of the model of this id; undefined when there is none. */
export function sandboxBehaviour(id: string): SandboxBehaviour | undefined {
  if (id === "guide" || id === "demo" || id === "echo" || id === "garbage") return { kind: id };
  const capabilities = fixedModels.find((model) => model.id === id)?.capabilities;
  if (capabilities?.images) return { kind: "painter" };
  if (capabilities?.videos) return { kind: "renderer" };
  if (capabilities?.embeddings) return { kind: "other", route: "POST /v1/embeddings" };
  if (capabilities?.speech) return { kind: "other", route: "POST /v1/audio/speech" };
  if (capabilities?.transcription) return { kind: "other", route: "POST /v1/audio/transcriptions" };
  const found = findInFamily(id);
  return found && { kind: found.family.prefix, value: found.value };
}

function findInFamily(id: string): { family: Family; value: number; model: SandboxModel } | undefined {
  // Leading zeros are refused, so that one model has one id.
  const match = /^([a-z]+)-(0|[1-9]\d{0,6})$/.exec(id);
  const family = families.find((candidate) => candidate.prefix === match?.[1]);
  const value = Number(match?.[2]);
  if (!family || value < family.minimum || value > family.maximum) return undefined;
  return { family, value, model: family.of(value) };
}

function painterOf(letter: "a" | "b" | "c", description: string): SandboxModel {
  return modelOf({
    id: `image-model-${letter}`,
    name: `Sandbox painter ${letter.toUpperCase()}`,
    description,
    capabilities: { ...nothing, vision: letter !== "c", images: true },
  });
}

function modelOf(model: Omit<SandboxModel, "contextWindow" | "maxOutputTokens">): SandboxModel {
  return { ...model, contextWindow: CONTEXT_WINDOW, maxOutputTokens: MAX_OUTPUT_TOKENS };
}
