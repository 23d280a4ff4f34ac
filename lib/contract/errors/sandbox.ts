/** Errors of the built-in models. */
import { defineErrors } from "./define-errors.ts";
import { alternatives, code, count, quote, sentence } from "./wording.ts";

const INVALID = { status: 400, code: "invalid_value" } as const;

export const sandboxErrors = defineErrors({
  sandboxFault: {
    status: ({ status }) => status,
    code: "sandbox_fault",
    headers: ({ status }) => ({
      ...(status === 429 || status === 503 ? { "retry-after": "1" } : {}),
      "x-gateway-error-source": "upstream",
    }),
    message: ({ status }: { status: number }) =>
      `The sandbox model fault-${status} fails every call with status ${status}, as its name says. Nothing is wrong.`,
    sample: { status: 503 },
  },
  sandboxDemoFault: {
    status: 429,
    code: "sandbox_fault",
    headers: { "retry-after": "4", "x-gateway-error-source": "upstream" },
    message: "This is the prepared error of the guided tour. Send the same request again: the next attempt succeeds.",
  },
  sandboxModelNotFound: {
    status: 404,
    code: "model_not_found",
    param: "model",
    message: ({ model }: { model: string }) =>
      `The sandbox has no model ${quote(model, 64)}. GET /v1/models lists its models; others are fault-<status>, slow-<ms>, cut-<n> and long-<tokens>.`,
    sample: { model: "giude" },
  },
  sandboxModelMakesVideos: {
    status: 400,
    code: "model_not_supported",
    param: "model",
    message: ({ model }: { model: string }) =>
      `${quote(model)} only generates videos. Use POST /v1/videos or \`:predictLongRunning\`.`,
    sample: { model: "video-model-a" },
  },
  sandboxModelHasOtherRoute: {
    ...INVALID,
    param: "model",
    message: ({ model, route }: { model: string; route: string }) =>
      `\`model\` ${quote(model)} answers no messages. Use ${route}.`,
    sample: { model: "embedding-model-a", route: "POST /v1/embeddings" },
  },
  contextWindowExceeded: {
    status: 400,
    code: "context_length_exceeded",
    param: "messages",
    message: ({ model, limit, got }: { model: string /** In tokens. */; limit: number; got: number }) =>
      `\`messages\` must have at most ${count(limit)} tokens, the context window of ${model}; got ${count(got)}. Shorten the conversation.`,
    sample: { model: "guide", limit: 128_000, got: 130_000 },
  },
  tokenRateInvalid: {
    status: 400,
    message: ({ param, got }: { param: string; got: string }) =>
      `${code(param)} must be a number of at least 0, as a string; got ${quote(got, 64)}.`,
    sample: { param: "metadata.sandbox_tokens_per_second", got: "fast" },
  },
  toolNotOffered: {
    status: 400,
    param: "tool_choice",
    message: ({ name }: { name: string }) => `\`tool_choice\` must name one of the \`tools\`; got ${quote(name)}.`,
    sample: { name: "get_weather" },
  },
  tooManyStopSequences: {
    ...INVALID,
    param: "stop",
    message: ({ limit, got }: { limit: number; got: number }) =>
      `\`stop\` must contain at most ${limit} sequences for a sandbox model; got ${count(got)}.`,
    sample: { limit: 64, got: 65 },
  },
  tooManyTokens: {
    ...INVALID,
    param: "n",
    message: ({ limit, choices }: { /** In tokens. */ limit: number; choices: number }) =>
      `\`n\` must give at most ${count(limit)} tokens for a sandbox model; ${choices} choices of this length have more.`,
    sample: { limit: 128_000, choices: 100 },
  },
  tooManyLogprobs: {
    ...INVALID,
    message: ({ param, limit }: { param: string; limit: number }) =>
      `${code(param)} must give at most ${count(limit)} log probabilities for a sandbox model. Request fewer or a shorter response.`,
    sample: { param: "top_logprobs", limit: 100_000 },
  },
  tooManyPictures: {
    ...INVALID,
    param: "n",
    message: ({ limit, got }: { limit: number; got: number }) =>
      `\`n\` must be at most ${limit} for pictures of a sandbox model; got ${got}.`,
    sample: { limit: 10, got: 11 },
  },
  paintingWithoutPrompt: {
    status: 400,
    param: "messages",
    message: "`messages` must end with a text that says what to paint or change.",
  },
  aspectRatioNotTaken: {
    status: 400,
    param: "generationConfig.imageConfig.aspectRatio",
    message: ({ ratios, got }: { ratios: readonly string[]; got: string }) =>
      `\`generationConfig.imageConfig.aspectRatio\` must be ${alternatives(ratios)}; got ${quote(got, 20)}.`,
    sample: { ratios: ["1:1", "16:9"], got: "7:5" },
  },
  attachmentNotDataUrl: {
    ...INVALID,
    message: ({ param }: { param: string }) =>
      `${code(param)} must be a data URL, for example data:image/png;base64,iVBORw0KGgo=.`,
    sample: { param: "messages[0].content[1]" },
  },
  attachmentTypeDiffers: {
    ...INVALID,
    message: ({
      param,
      declared,
      got,
    }: {
      param: string;
      declared: string /** Type of its bytes, if known. */;
      got: string | undefined;
    }) =>
      `${code(param)} must have the bytes of ${declared === "image/*" ? "an image" : quote(declared)}; got ${got ?? "another type"}.`,
    sample: { param: "messages[0].content[1]", declared: "image/png", got: "image/jpeg" },
  },
  schemaNotFilled: {
    status: 400,
    code: "invalid_json_schema",
    message: ({ param, reason }: { param: string; reason: string }) =>
      `${code(param)} can't be used as a schema: ${sentence(reason)}`,
    sample: { param: "response_format.json_schema.schema", reason: "no value satisfies it" },
  },
  toolSchemaNotFilled: {
    status: 400,
    code: "invalid_function_parameters",
    message: ({ param, reason }: { param: string; reason: string }) =>
      `${code(param)} can't be used as a tool's schema: ${sentence(reason)}`,
    sample: { param: "tools[0].function.parameters", reason: "no value satisfies it" },
  },
  jsonObjectNotFilled: {
    ...INVALID,
    param: "messages",
    message: ({ reason }: { reason: string }) => `\`messages\` name keys that make no JSON object: ${sentence(reason)}`,
    sample: { reason: "no value satisfies it" },
  },
  documentTooComplex: {
    status: 400,
    code: "limit_exceeded",
    message: ({ param, reason }: { param: string /** Such as `it has more than 10,000 objects`. */; reason: string }) =>
      `${code(param)} exceeds the limits of documents: ${reason}. Send a smaller document.`,
    sample: { param: "messages[0].content[1]", reason: "it inflates to more than 64 MB" },
  },
});
