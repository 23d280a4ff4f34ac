/** Errors of names of models, and of models that a route cannot use. */
import { defineErrors } from "./define-errors.ts";
import { alternatives, code, quote, sentence } from "./wording.ts";

const NOT_FOUND = { status: 404, code: "model_not_found", param: "model" } as const;
const NOT_SUPPORTED = { status: 400, code: "model_not_supported", param: "model" } as const;
/** Longest part of a model's name that a message repeats. */
const LONGEST_NAME = 64;

type Unknown = { model: string /** Similar names of known models. */; near: readonly string[] };

const nameOf = (model: string) => quote(model, LONGEST_NAME);
const hint = ({ near }: Unknown) => (near.length > 0 ? `Did you mean ${alternatives(near)}? ` : "");

export const modelErrors = defineErrors({
  providerNotFound: {
    ...NOT_FOUND,
    message: ({ provider, keyVariable, ...unknown }: Unknown & { provider: string; keyVariable: string | undefined }) =>
      `No provider ${nameOf(provider)} is connected. ${hint(unknown)}${keyVariable ? `Set ${keyVariable}, add` : "Add"} it to the config or choose a model from GET /v1/models.`,
    sample: { model: "openai/gpt-6-luna", provider: "openai", near: [], keyVariable: "OPENAI_API_KEY" },
  },
  modelNotFound: {
    ...NOT_FOUND,
    message: ({ provider, ...unknown }: Unknown & { provider: string }) =>
      `Provider ${quote(provider)} has no model ${nameOf(unknown.model)}. ${hint(unknown)}GET /v1/models lists all models.`,
    sample: { provider: "sandbox", model: "giude", near: ["sandbox/guide"] },
  },
  modelNameNotFound: {
    ...NOT_FOUND,
    message: (unknown: Unknown) =>
      `No alias or provider has the model ${nameOf(unknown.model)}. ${hint(unknown)}Use the form <provider>/<model>; GET /v1/models lists all models.`,
    sample: { model: "gpt-6-luna", near: [] },
  },
  modelNameAmbiguous: {
    ...NOT_FOUND,
    message: ({ model, near }: Unknown) =>
      `Several providers have the model ${nameOf(model)}. Use one of ${near.join(", ")}.`,
    sample: { model: "gpt-6-luna", near: ["openai/gpt-6-luna", "azure/gpt-6-luna"] },
  },
  modelRetired: {
    status: 404,
    code: "model_retired",
    param: "model",
    message: ({ model, date, successor }: { model: string; date: string; successor: string | undefined }) =>
      `The model ${nameOf(model)} was retired on ${date}. ${successor ? `Use ${nameOf(successor)}.` : "Choose a model from GET /v1/models."}`,
    sample: { model: "openai/gpt-5", date: "2026-12-11", successor: "openai/gpt-6-luna" },
  },
  modelNotListed: {
    ...NOT_FOUND,
    message: ({
      provider,
      model,
      reason,
    }: {
      provider: string;
      model: string /** Why the list is not known. */;
      reason: string;
    }) =>
      `Provider ${quote(provider)} does not list the model ${nameOf(model)}.${reason ? ` ${reason}` : " GET /v1/models lists all models."}`,
    sample: { provider: "openai", model: "gpt-9", reason: "" },
  },
  modelActionNotFound: {
    status: 404,
    code: "unknown_action",
    message: ({ action, actions }: { action: string; actions: readonly string[] }) =>
      `Models have no action ${quote(action)}. Use ${alternatives(actions)}.`,
    sample: { action: "fly", actions: ["generateContent", "countTokens"] },
  },
  modelNameEncodingInvalid: {
    status: 400,
    param: "model",
    message: "`model` must be valid percent-encoding in the path. Encode the model's name again.",
  },
  modelNameUnsafe: {
    status: 400,
    code: "invalid_value",
    param: "model",
    message:
      "`model` must not contain control characters, `?`, `#` or `\\`, nor `.` or `..` between slashes. Check the model's name.",
  },
  modelServesMediaOnly: {
    ...NOT_SUPPORTED,
    message: ({ provider }: { provider: string }) =>
      `Provider ${quote(provider)} serves images and videos only. Use the image or video endpoints.`,
    sample: { provider: "studio" },
  },
  modelMakesNoImages: {
    ...NOT_SUPPORTED,
    message: ({ model, models }: { model: string; models: readonly string[] }) =>
      `\`model\` ${nameOf(model)} can't generate images. Use ${alternatives(models)}, or a model of a provider with image routes.`,
    sample: { model: "sandbox/guide", models: ["image-model-a", "image-model-b"] },
  },
  modelMakesNoVideos: {
    ...NOT_SUPPORTED,
    message: ({ model, models }: { model: string; models: readonly string[] }) =>
      `\`model\` ${nameOf(model)} can't generate videos. Use ${alternatives(models)}, or a model of a provider with video \`dialects\` or \`videoModels\`.`,
    sample: { model: "sandbox/guide", models: ["video-model-a"] },
  },
  modelMakesNoEmbeddings: {
    ...NOT_SUPPORTED,
    message: ({ model, models }: { model: string; models: readonly string[] }) =>
      `\`model\` ${nameOf(model)} can't make embeddings. Use ${alternatives(models)}, or an embedding model of a provider.`,
    sample: { model: "sandbox/guide", models: ["sandbox/embedding-model-a"] },
  },
  modelHasNoAudio: {
    ...NOT_SUPPORTED,
    message: ({
      model,
      task,
      models,
    }: {
      model: string;
      /** Task of the route, such as `speak`. */ task: string;
      models: readonly string[];
    }) => `\`model\` ${nameOf(model)} can't ${task}. Use ${alternatives(models)}, or an audio model of a provider.`,
    sample: { model: "sandbox/guide", task: "speak", models: ["sandbox/speech-model-a"] },
  },
  providerLacksRoute: {
    status: 404,
    code: "route_not_supported",
    param: "model",
    message: ({
      provider,
      route,
      reason,
    }: {
      provider: string;
      route: string;
      reason: string /** Second half of a sentence. */;
    }) =>
      `Provider ${quote(provider)} can't serve ${route}: ${sentence(reason)} Choose a model of a provider that has this route.`,
    sample: { provider: "anthropic", route: "/v1/embeddings", reason: "it speaks only anthropic-messages" },
  },
  passThroughNotAllowed: {
    status: 403,
    code: "route_not_allowed",
    message:
      "This key may not call other routes of a provider. Use an admin key, or one whose `routes` name `passthrough`.",
  },
  passThroughOfLimitedKey: {
    status: 403,
    code: "route_not_allowed",
    message:
      "This key or its group has limits on models, tokens or money, which do not hold on other routes of a provider. Use a key without them.",
  },
  passThroughPathUnsafe: {
    status: 400,
    code: "invalid_value",
    param: "path",
    message: "`path` must have neither `.` or `..` between slashes nor characters outside of ASCII. Check the address.",
  },
  passThroughProviderUnknown: {
    status: 404,
    code: "provider_not_found",
    message: ({ provider }: { provider: string }) =>
      `No provider ${quote(provider)} is connected that other routes can be sent to. GET /api/providers lists them; packages of the AI SDK have none.`,
    sample: { provider: "openai" },
  },
  embeddingInputNotText: {
    status: 400,
    code: "invalid_value",
    message: ({ param }: { param: string }) =>
      `${code(param)} must be text: this model makes embeddings of neither tokens nor files.`,
    sample: { param: "input" },
  },
  schemaUnusable: {
    status: 400,
    code: "invalid_json_schema",
    message: ({ param, reason }: { param: string; reason: string }) =>
      `${code(param)} can't be used as a schema: ${sentence(reason)}`,
    sample: { param: "response_format.json_schema.schema", reason: "it refers to `#/$defs/a`, which is not in it" },
  },
  schemaNotSupported: {
    status: 400,
    code: "unsupported_schema",
    message: ({ param, problem }: { param: string /** Such as `refers to itself (#)`. */; problem: string }) =>
      `\`${param}\` is a schema that the model's API does not support: it ${problem}. Send a simpler schema.`,
    sample: { param: "tools[0].parameters", problem: "refers to itself (#)" },
  },
});
