/**
 * The wire of `:generateContent` and `:streamGenerateContent`: request schema (spec; wire-formats §4.2 to §4.6) and
 * reply types (§4.7). Objects are loose: an unknown field passes on the relay lane and is reported as dropped on the
 * others. The schemas check bodies that camel-case.ts has normalised.
 */
import { z } from "zod";
import { wholeNumber } from "#lib/contract/wire-schema.ts";
import { fieldRules } from "../errors/field-rules.ts";
import { content, part } from "./wire-parts.ts";

const functionName = z.string().regex(/^[A-Za-z_][\w.:-]{0,127}$/, fieldRules.googleFunctionName);

const schemaObject = z.record(z.string(), z.unknown());
const jsonSchema = z.union([schemaObject, z.boolean()]);
const only = (names: readonly [string, string]) => ({
  check: (fields: Record<string, unknown>) => fields[names[0]] === undefined || fields[names[1]] === undefined,
  error: { error: fieldRules.excludes(names[0]), path: [names[1]] },
});

const schemaForms = only(["responseSchema", "responseJsonSchema"]);
const generationConfig = z
  .looseObject({
    temperature: z.number().min(0).max(2).optional().describe("How freely words are chosen."),
    topP: z.number().min(0).max(1).optional().describe("Only the likeliest words, up to this share of probability."),
    topK: z.number().min(0).optional().describe("Only this many of the likeliest words."),
    candidateCount: z.int().min(1).max(8).optional().describe("How many answers."),
    maxOutputTokens: z.int().min(1).optional().describe("The most tokens that the answer may have."),
    stopSequences: z.array(z.string()).optional().describe("The answer ends before any of these."),
    seed: wholeNumber.optional().describe("The same seed makes the same answer likelier."),
    presencePenalty: z.number().min(-2).max(2).optional(),
    frequencyPenalty: z.number().min(-2).max(2).optional(),
    responseLogprobs: z.boolean().optional().describe("Whether the answer has the log probabilities of its tokens."),
    logprobs: z
      .int()
      .min(0)
      .max(20)
      .optional()
      .describe("How many tokens at each place; takes `responseLogprobs: true`."),
    responseMimeType: z
      .enum(["text/plain", "application/json", "text/x.enum"])
      .optional()
      .describe("`application/json` goes with a response schema."),
    responseSchema: schemaObject
      .optional()
      .describe("The schema that the answer follows, in the words of OpenAPI 3.0."),
    responseJsonSchema: jsonSchema
      .optional()
      .describe("The JSON Schema that the answer follows, in place of `responseSchema`."),
    responseModalities: z.array(z.enum(["TEXT", "IMAGE", "AUDIO", "VIDEO", "text", "image", "audio"])).optional(),
    mediaResolution: z.string().optional(),
    speechConfig: z.looseObject({}).optional(),
    imageConfig: z
      .looseObject({ aspectRatio: z.string().optional().describe("Of the images that the model makes: 16:9.") })
      .optional(),
    thinkingConfig: z
      .looseObject({
        includeThoughts: z.boolean().optional().describe("Whether the answer shows the thoughts."),
        thinkingBudget: z.int().min(-1).optional().describe("In tokens; 0: none, -1: as the model sees fit."),
        thinkingLevel: z
          .string()
          .regex(
            /^(minimal|low|medium|high|xhigh|thinking_level_unspecified)$/i,
            fieldRules.value(["MINIMAL", "LOW", "MEDIUM", "HIGH"]),
          )
          .optional(),
      })
      .optional(),
  })
  .refine(schemaForms.check, schemaForms.error)
  .refine((config) => config.responseLogprobs === true || config.logprobs === undefined, {
    error: fieldRules.requires("responseLogprobs", "true"),
    path: ["logprobs"],
  })
  .refine(
    (config) =>
      (config.responseSchema === undefined && config.responseJsonSchema === undefined) ||
      (config.responseMimeType !== undefined && config.responseMimeType !== "text/plain"),
    { error: fieldRules.jsonWithSchema, path: ["responseMimeType"] },
  )
  .meta({ id: "GenerationConfig", description: "How the answer is made." });

const parameterForms = only(["parameters", "parametersJsonSchema"]);
const functionDeclaration = z
  .looseObject({
    name: functionName,
    description: z.string().optional(),
    parameters: schemaObject.optional(),
    parametersJsonSchema: jsonSchema.optional(),
  })
  .refine(parameterForms.check, parameterForms.error)
  .meta({ id: "FunctionDeclaration" });

const hosted = z.looseObject({}).optional();
const tool = z
  .looseObject({
    functionDeclarations: z.array(functionDeclaration).optional(),
    googleSearch: hosted,
    googleSearchRetrieval: hosted,
    codeExecution: hosted,
    urlContext: hosted,
    fileSearch: hosted,
    googleMaps: hosted,
    computerUse: hosted,
    mcpServers: z.array(z.looseObject({})).optional(),
  })
  .meta({ id: "GenerateContentTool", description: "Functions that you run, or one tool that the upstream hosts." });

const toolConfig = z
  .looseObject({
    functionCallingConfig: z
      .looseObject({
        mode: z.enum(["MODE_UNSPECIFIED", "AUTO", "ANY", "NONE", "VALIDATED"]).optional(),
        allowedFunctionNames: z.array(z.string().min(1)).optional(),
      })
      .optional(),
    retrievalConfig: z.looseObject({}).optional(),
  })
  .meta({
    id: "GenerateContentToolConfig",
    description: "Whether the model may, must or must not call a function, or which.",
  });

const safetySetting = z
  .looseObject({
    category: z.string().regex(/^HARM_CATEGORY_[A-Z_]+$/, fieldRules.harmCategory),
    threshold: z.enum([
      "HARM_BLOCK_THRESHOLD_UNSPECIFIED",
      "BLOCK_LOW_AND_ABOVE",
      "BLOCK_MEDIUM_AND_ABOVE",
      "BLOCK_ONLY_HIGH",
      "BLOCK_NONE",
      "OFF",
    ]),
  })
  .meta({ id: "SafetySetting", description: "From where on a kind of harm is blocked." });

const requestFields = {
  contents: z.array(content).min(1).describe("The conversation so far, in order."),
  systemInstruction: z
    .looseObject({ role: z.string().optional(), parts: z.array(part).min(1) })
    .optional()
    .describe("What the model is told first."),
  generationConfig: generationConfig.optional(),
  safetySettings: z.array(safetySetting).optional(),
  tools: z.array(tool).optional().describe("What the model may call."),
  toolConfig: toolConfig.optional(),
  cachedContent: z.string().optional().describe("A prompt that the provider has cached."),
  serviceTier: z.string().optional(),
  labels: z.record(z.string(), z.string()).optional(),
  store: z.boolean().optional(),
  continuationToken: z.string().optional(),
};

/** Schema of the request's body, without the values from the path. */
export const bodySchema = z.looseObject(requestFields).meta({
  id: "GenerateContentRequest",
  description:
    "A conversation, and how it is to be answered. Fields may be written in snake_case, null is not set, and one object may stand for a list of one.",
});

export const requestSchema = z.looseObject({
  /** From the path (spec), like `stream`; other APIs have both in the body. */
  model: z.string().min(1),
  stream: z.boolean().optional(),
  ...requestFields,
});

/** The body of `:countTokens` (§4.7): contents alone, or a whole request. */
export const countTokensSchema = z
  .looseObject({
    contents: z.array(content).min(1).optional(),
    generateContentRequest: bodySchema.optional().describe("A whole request, in place of `contents`."),
  })
  .refine((body) => (body.contents === undefined) !== (body.generateContentRequest === undefined), {
    error: fieldRules.excludes("generateContentRequest"),
    path: ["contents"],
  })
  .meta({
    id: "CountTokensRequest",
    oneOf: [{ required: ["contents"] }, { required: ["generateContentRequest"] }],
  });

export type GoogleRequest = z.infer<typeof requestSchema>;
export type GoogleContent = GoogleRequest["contents"][number];
export type GooglePart = GoogleContent["parts"][number];
export type GoogleTool = NonNullable<GoogleRequest["tools"]>[number];
export type GoogleGenerationConfig = NonNullable<GoogleRequest["generationConfig"]>;
export type GoogleFunctionResponse = NonNullable<GooglePart["functionResponse"]>;

export type GoogleTokenLogprob = { token?: string; tokenId?: number; logProbability?: number };
export type GoogleLogprobs = {
  chosenCandidates?: GoogleTokenLogprob[];
  topCandidates?: { candidates?: GoogleTokenLogprob[] }[];
};

/** A piece of an argument of a call (Vertex, streamFunctionCallArguments). */
export type GooglePartialArg = {
  jsonPath?: string;
  stringValue?: string;
  numberValue?: number;
  boolValue?: boolean;
  nullValue?: unknown;
  willContinue?: boolean;
};

/** A part of a response; the types of an upstream's fields are not certain. */
export type GoogleAnswerPart = {
  text?: string;
  thought?: boolean;
  thoughtSignature?: string;
  inlineData?: { mimeType?: string; data?: string };
  fileData?: { mimeType?: string; fileUri?: string };
  functionCall?: {
    id?: string;
    name?: string;
    args?: Record<string, unknown>;
    partialArgs?: GooglePartialArg[];
    willContinue?: boolean;
  };
};

export type GoogleCandidate = {
  index?: number;
  content?: { role?: string; parts?: GoogleAnswerPart[] };
  finishReason?: string;
  logprobsResult?: GoogleLogprobs;
};

/** A reply, or one event of a stream. */
export type GoogleReply = {
  candidates?: GoogleCandidate[];
  promptFeedback?: { blockReason?: string };
  usageMetadata?: Record<string, unknown>;
  modelVersion?: string;
  responseId?: string;
  createTime?: string;
  error?: unknown;
};
