/**
 * The wire of `:generateContent` and `:streamGenerateContent`: request schema (spec; wire-formats §4.2 to §4.6) and reply
 * types (§4.7). Objects are loose: a field that we do not know passes on the relay lane and is reported where it goes
 * nowhere. The schemas read what camel-case.ts has brought into form.
 */
import { z } from "zod";

const mimeType = z.string().regex(/^[\w.+-]+\/[\w.+*-]+/, "a media type, for example image/png");
/** Standard or URL-safe alphabet: Python's SDK sends the latter. */
const base64 = z.string().min(1).refine(isBase64, { error: "base64" });
const blob = z.looseObject({ mimeType, data: base64, displayName: z.string().optional() });
const fileReference = z.looseObject({
  mimeType: mimeType.optional(),
  fileUri: z.string().min(1),
  displayName: z.string().optional(),
});
const struct = z.record(z.string(), z.unknown());
const functionName = z
  .string()
  .regex(/^[A-Za-z_][\w.:-]{0,127}$/, "a letter or _ and then up to 127 letters, digits, _, ., : and -");

const responsePart = z.looseObject({ inlineData: blob.optional(), fileData: fileReference.optional() });

/** Without a regular expression over the whole, which may be tens of megabytes: only for what must not be there. */
function isBase64(text: string): boolean {
  if (/[^A-Za-z0-9+/_=\s-]/.test(text)) return false;
  const digits = text.replace(/\s+/g, "");
  const end = digits.indexOf("=");
  return end < 0 ? digits.length % 4 !== 1 : end % 4 >= 2 && /^={1,2}$/.test(digits.slice(end));
}

/** The fields of a part of which it has exactly one (§4.3). */
const PAYLOADS = ["text", "inlineData", "fileData", "functionCall", "functionResponse"] as const;

const part = z
  .looseObject({
    text: z.string().optional(),
    inlineData: blob.optional(),
    fileData: fileReference.optional(),
    functionCall: z
      .looseObject({ id: z.string().optional(), name: z.string().min(1), args: struct.optional() })
      .optional(),
    functionResponse: z
      .looseObject({
        id: z.string().optional(),
        name: z.string().min(1),
        response: struct,
        parts: z.array(responsePart).optional(),
      })
      .optional(),
    thought: z.boolean().optional(),
    thoughtSignature: z.string().optional(),
  })
  .refine((fields) => PAYLOADS.filter((key) => fields[key] !== undefined).length <= 1, {
    error: `only one of ${PAYLOADS.join(", ")}`,
  })
  .refine((fields) => Object.keys(fields).length > 0, {
    error: `one of ${PAYLOADS.join(", ")}`,
  });

const content = z.looseObject({
  role: z.enum(["user", "model", "function"]).optional(),
  parts: z.array(part).min(1),
});

const schemaObject = z.record(z.string(), z.unknown());
const jsonSchema = z.union([schemaObject, z.boolean()]);
const only = (names: readonly [string, string]) => ({
  check: (fields: Record<string, unknown>) => fields[names[0]] === undefined || fields[names[1]] === undefined,
  error: { error: `to be absent when ${names[0]} is set`, path: [names[1]] },
});

const schemaForms = only(["responseSchema", "responseJsonSchema"]);
const generationConfig = z
  .looseObject({
    temperature: z.number().min(0).max(2).optional(),
    topP: z.number().min(0).max(1).optional(),
    topK: z.number().min(0).optional(),
    candidateCount: z.int().min(1).max(8).optional(),
    maxOutputTokens: z.int().min(1).optional(),
    stopSequences: z.array(z.string()).optional(),
    seed: z.number().refine(Number.isInteger, { error: "a whole number" }).optional(),
    presencePenalty: z.number().min(-2).max(2).optional(),
    frequencyPenalty: z.number().min(-2).max(2).optional(),
    responseLogprobs: z.boolean().optional(),
    logprobs: z.int().min(0).max(20).optional(),
    responseMimeType: z.enum(["text/plain", "application/json", "text/x.enum"]).optional(),
    responseSchema: schemaObject.optional(),
    responseJsonSchema: jsonSchema.optional(),
    responseModalities: z.array(z.enum(["TEXT", "IMAGE", "AUDIO", "VIDEO", "text", "image", "audio"])).optional(),
    mediaResolution: z.string().optional(),
    speechConfig: z.looseObject({}).optional(),
    imageConfig: z.looseObject({}).optional(),
    thinkingConfig: z
      .looseObject({
        includeThoughts: z.boolean().optional(),
        thinkingBudget: z.int().min(-1).optional(),
        thinkingLevel: z
          .string()
          .regex(/^(minimal|low|medium|high|xhigh|thinking_level_unspecified)$/i, "MINIMAL, LOW, MEDIUM or HIGH")
          .optional(),
      })
      .optional(),
  })
  .refine(schemaForms.check, schemaForms.error)
  .refine((config) => config.responseLogprobs === true || config.logprobs === undefined, {
    error: "responseLogprobs to be true when logprobs is set",
    path: ["logprobs"],
  })
  .refine(
    (config) =>
      (config.responseSchema === undefined && config.responseJsonSchema === undefined) ||
      (config.responseMimeType !== undefined && config.responseMimeType !== "text/plain"),
    { error: '"application/json" when a response schema is set', path: ["responseMimeType"] },
  );

const parameterForms = only(["parameters", "parametersJsonSchema"]);
const functionDeclaration = z
  .looseObject({
    name: functionName,
    description: z.string().optional(),
    parameters: schemaObject.optional(),
    parametersJsonSchema: jsonSchema.optional(),
  })
  .refine(parameterForms.check, parameterForms.error);

const hosted = z.looseObject({}).optional();
const tool = z.looseObject({
  functionDeclarations: z.array(functionDeclaration).optional(),
  googleSearch: hosted,
  googleSearchRetrieval: hosted,
  codeExecution: hosted,
  urlContext: hosted,
  fileSearch: hosted,
  googleMaps: hosted,
  computerUse: hosted,
  mcpServers: z.array(z.looseObject({})).optional(),
});

const toolConfig = z.looseObject({
  functionCallingConfig: z
    .looseObject({
      mode: z.enum(["MODE_UNSPECIFIED", "AUTO", "ANY", "NONE", "VALIDATED"]).optional(),
      allowedFunctionNames: z.array(z.string().min(1)).optional(),
    })
    .optional(),
  retrievalConfig: z.looseObject({}).optional(),
});

const safetySetting = z.looseObject({
  category: z.string().regex(/^HARM_CATEGORY_[A-Z_]+$/, "the name of a harm category"),
  threshold: z.enum([
    "HARM_BLOCK_THRESHOLD_UNSPECIFIED",
    "BLOCK_LOW_AND_ABOVE",
    "BLOCK_MEDIUM_AND_ABOVE",
    "BLOCK_ONLY_HIGH",
    "BLOCK_NONE",
    "OFF",
  ]),
});

export const requestSchema = z.looseObject({
  /** From the path (spec), where the other conventions have it in the body; so is `stream`. */
  model: z.string().min(1),
  stream: z.boolean().optional(),
  contents: z.array(content).min(1),
  systemInstruction: z.looseObject({ role: z.string().optional(), parts: z.array(part).min(1) }).optional(),
  generationConfig: generationConfig.optional(),
  safetySettings: z.array(safetySetting).optional(),
  tools: z.array(tool).optional(),
  toolConfig: toolConfig.optional(),
  cachedContent: z.string().optional(),
  serviceTier: z.string().optional(),
  labels: z.record(z.string(), z.string()).optional(),
  store: z.boolean().optional(),
  continuationToken: z.string().optional(),
});

/** The body of `:countTokens` (§4.7): contents alone, or a whole request. */
export const countTokensSchema = z
  .looseObject({
    contents: z.array(content).min(1).optional(),
    generateContentRequest: requestSchema.omit({ model: true }).optional(),
  })
  .refine((body) => (body.contents === undefined) !== (body.generateContentRequest === undefined), {
    error: "either contents or generateContentRequest",
    path: ["contents"],
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

/** One argument of a call that comes in pieces (Vertex, streamFunctionCallArguments). */
export type GooglePartialArg = {
  jsonPath?: string;
  stringValue?: string;
  numberValue?: number;
  boolValue?: boolean;
  nullValue?: unknown;
  willContinue?: boolean;
};

/** A part of an answer: nothing about an upstream's words is certain. */
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
