/**
 * An entry under `upstreams` of the config file: a server that speaks one of the dialects, or a package of the AI SDK.
 */
import { z } from "zod";
import { findBaseUrlProblem } from "./find-base-url-problem.ts";
import { modelPrices } from "./model-prices.ts";
import { modelRetirement } from "./model-retirement.ts";

/** Dialects of text responses, and of image and video routes. */
export const TEXT_DIALECTS = [
  "openai-chat",
  "openai-responses",
  "anthropic-messages",
  "google-generate",
  "google-interactions",
] as const;
export const MEDIA_DIALECTS = ["openai-images", "openai-videos", "google-operations"] as const;

/** Fields that some servers ignore, in the names of Chat Completions. */
export const IGNORED_FIELDS = ["max_tokens", "response_format"] as const;

export const milliseconds = z.int().min(1).max(86_400_000);

export const timeouts = z.strictObject({
  /** Limit until the connection is established. */
  connectMs: milliseconds.optional(),
  /** Limit from the sent request to the response's headers. */
  firstByteMs: milliseconds.optional(),
  /** Limit between two chunks of the response. */
  idleMs: milliseconds.optional(),
  /** Limit on the whole request, including retries. */
  totalMs: milliseconds.optional(),
});

export const retries = z.strictObject({
  /** Number of retries after the first attempt. */
  attempts: z.int().min(0).max(10).optional(),
  /** Longest wait before a retry; a longer `retry-after` ends the retries. */
  maxDelayMs: z.int().min(0).max(600_000).optional(),
});

/** Prices by the upstream's model name. */
const prices = z.record(z.string().min(1), modelPrices);

const retirements = z
  .record(z.string().min(1), modelRetirement)
  .describe("Models that will be retired, by the upstream's model name.");

const variable = z.string().min(1, "the name of an environment variable");

export const server = z.strictObject({
  baseUrl: z
    .string()
    .superRefine((url, context) => {
      const problem = findBaseUrlProblem(url);
      if (problem) context.addIssue({ code: "custom", message: problem });
    })
    .describe("Base URL, such as https://api.example.com/v1."),
  apiKeyEnv: z.string().min(1).optional().describe("Environment variable with the API key."),
  apiKeyEnvs: z
    .array(z.string().min(1))
    .min(1)
    .max(100)
    .optional()
    .describe("Environment variables with API keys that are used in turn, in place of `apiKeyEnv`."),
  headers: z
    .record(
      z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, "a header name"),
      z.string().regex(/^[\t\x20-\x7e\x80-\xff]*$/, "a header value on one line (what it is now is not shown)"),
    )
    .optional()
    .describe("Headers of every request."),
  dialects: z
    .array(z.enum([...TEXT_DIALECTS, ...MEDIA_DIALECTS]))
    .min(1)
    .optional()
    .describe("APIs that it speaks; openai-chat by default."),
  lane: z
    .enum(["relay", "translate"])
    .optional()
    .describe("`translate` rewrites every request and response, for a server that implements its API loosely."),
  ignores: z
    .array(z.enum(IGNORED_FIELDS))
    .optional()
    .describe("Fields that it accepts and ignores; the gateway follows them itself. Its requests are translated."),
  models: z.array(z.string().min(1)).optional().describe("Its models, when it lists none."),
  prices: prices.optional().describe("Prices in USD per million tokens, by model."),
  retirements: retirements.optional(),
  videos: z
    .strictObject({
      /** True when the upstream supports `idempotency-key`: starting a video can be retried without a second one. */
      idempotent: z.boolean().optional(),
    })
    .optional(),
  responses: z
    .strictObject({
      background: z
        .boolean()
        .optional()
        .describe(
          "True when it runs responses in the background and keeps them, as OpenAI does: another instance then goes on with them.",
        ),
      webSocket: z
        .boolean()
        .optional()
        .describe(
          "True when it also answers over a WebSocket, which then carries the requests of a client that opened one. On by default for api.openai.com.",
        ),
    })
    .optional(),
  timeouts: timeouts.optional(),
  retries: retries.optional(),
});

/** Options are checked by the package; only a secret is refused here. */
const options = z.record(z.string(), z.unknown()).superRefine((given, context) => {
  if (!("apiKey" in given)) return;
  const message = "no key in the file: name its environment variable in apiKeyEnv (its value is not shown)";
  context.addIssue({ code: "custom", path: ["apiKey"], message });
});

const names = z.array(z.string().min(1)).min(1);

export const bridge = z.strictObject({
  package: z
    .string()
    .min(1, "the name of an installed package, or the path of a module")
    .describe(
      "Argument of `import`: an installed package, or the path of a module relative to the config file's folder.",
    ),
  export: z.string().min(1).optional().describe("Name of the export that is the provider or creates it."),
  options: options.optional().describe("Options for its `create…` function."),
  apiKeyEnv: variable.optional(),
  optionsEnv: z
    .record(z.string(), variable)
    .optional()
    .describe("Options with values in environment variables, by the variables' names."),
  providerOptions: z
    .record(z.string(), z.record(z.string(), z.unknown()))
    .optional()
    .describe("Options passed with every call, by provider, as the package documents them."),
  models: names.optional().describe("Models of the provider: packages have no model list."),
  videoModels: names.optional().describe("Models that create videos."),
  prices: prices.optional(),
  retirements: retirements.optional(),
  timeouts: timeouts.optional(),
  retries: retries.optional(),
});

const bridgeWithModels = bridge.superRefine(({ models, videoModels }, context) => {
  if (models || videoModels) return;
  context.addIssue({ code: "custom", path: ["models"], message: "a list of names, or one of videoModels" });
});

export const cassettes = z.strictObject({
  type: z.literal("cassettes"),
  folder: z
    .string()
    .min(1)
    .describe("Folder of recorded responses, relative to the config file's folder: one JSON file for each model."),
});

export type CassettesEntry = z.infer<typeof cassettes>;
export type ServerEntry = z.infer<typeof server>;
export type BridgeEntry = z.infer<typeof bridge>;

/** Decides the kind of entry first, so that errors use that kind's terms. */
export const upstreamEntry = z.unknown().transform((entry, context): ServerEntry | BridgeEntry | CassettesEntry => {
  const has = (name: string) => typeof entry === "object" && entry !== null && name in entry;
  const schema = has("type") ? cassettes : has("package") ? bridgeWithModels : server;
  const result = schema.safeParse(entry);
  if (result.success) return result.data;
  context.issues.push(...result.error.issues.map((issue) => ({ ...issue, input: entry }) as z.core.$ZodRawIssue));
  return z.NEVER;
});
