/** An entry under `upstreams` of the config file: a server that speaks one of the dialects, or a package of the AI SDK. */
import { z } from "zod";
import { baseUrlProblem } from "./base-url.ts";
import { modelPrices } from "./model-prices.ts";

/** The conventions of answers in text, and those of image and video routes. */
export const TEXT_DIALECTS = ["openai-chat", "openai-responses", "anthropic-messages", "google-generate"] as const;
export const MEDIA_DIALECTS = ["openai-images", "openai-videos", "google-operations"] as const;

export const milliseconds = z.int().min(1).max(86_400_000);

export const timeouts = z.strictObject({
  /** Until the connection stands. */
  connectMs: milliseconds.optional(),
  /** From the request sent to the response's headers. */
  firstByteMs: milliseconds.optional(),
  /** Between two chunks of the response. */
  idleMs: milliseconds.optional(),
  /** Of the whole exchange, retries included. */
  totalMs: milliseconds.optional(),
});

export const retries = z.strictObject({
  /** How often a request is sent again after the first try. */
  attempts: z.int().min(0).max(10).optional(),
  /** The longest wait before a retry; a longer `retry-after` ends the retrying. */
  maxDelayMs: z.int().min(0).max(600_000).optional(),
});

/** By model, as the upstream names it. */
const prices = z.record(z.string().min(1), modelPrices);

const variable = z.string().min(1, "the name of an environment variable");

const server = z.strictObject({
  baseUrl: z.string().superRefine((url, context) => {
    const problem = baseUrlProblem(url);
    if (problem) context.addIssue({ code: "custom", message: problem });
  }),
  apiKeyEnv: z.string().min(1).optional(),
  headers: z
    .record(
      z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, "a header name"),
      z.string().regex(/^[\t\x20-\x7e\x80-\xff]*$/, "a header value on one line (what it is now is not shown)"),
    )
    .optional(),
  dialects: z
    .array(z.enum([...TEXT_DIALECTS, ...MEDIA_DIALECTS]))
    .min(1)
    .optional(),
  /** `translate` reads and writes every request and answer anew, for a server whose own form of the dialect is sloppy. */
  lane: z.enum(["relay", "translate"]).optional(),
  models: z.array(z.string().min(1)).optional(),
  prices: prices.optional(),
  videos: z
    .strictObject({
      /** It heeds `idempotency-key`: a video that may have been started can be asked for again without a second one. */
      idempotent: z.boolean().optional(),
    })
    .optional(),
  timeouts: timeouts.optional(),
  retries: retries.optional(),
});

/** Own ideas of what an option may be are the package's; only a secret has no place in the file. */
const options = z.record(z.string(), z.unknown()).superRefine((given, context) => {
  if (!("apiKey" in given)) return;
  const message = "no key in the file: name its environment variable in apiKeyEnv (its value is not shown)";
  context.addIssue({ code: "custom", path: ["apiKey"], message });
});

const names = z.array(z.string().min(1)).min(1);

const bridge = z.strictObject({
  /** As `import` takes it: an installed package, or the path of a module, from the config file's folder. */
  package: z.string().min(1, "the name of an installed package, or the path of a module"),
  /** Which of its exports is the provider or makes it. */
  export: z.string().min(1).optional(),
  /** What its `create…` function is called with. */
  options: options.optional(),
  apiKeyEnv: variable.optional(),
  /** Options whose values are in environment variables, by their name. */
  optionsEnv: z.record(z.string(), variable).optional(),
  /** Passed with every call, by provider, as the package documents them. */
  providerOptions: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
  /** A package cannot be asked for its list. */
  models: names.optional(),
  /** Those that make videos. */
  videoModels: names.optional(),
  prices: prices.optional(),
  timeouts: timeouts.optional(),
  retries: retries.optional(),
});

const bridgeWithModels = bridge.superRefine(({ models, videoModels }, context) => {
  if (models || videoModels) return;
  context.addIssue({ code: "custom", path: ["models"], message: "a list of names, or one of videoModels" });
});

export type ServerEntry = z.infer<typeof server>;
export type BridgeEntry = z.infer<typeof bridge>;

/** Which of the two it is meant to be is told first, so that what is wrong with it is told in that one's terms. */
export const upstreamEntry = z.unknown().transform((entry, context): ServerEntry | BridgeEntry => {
  const isBridge = typeof entry === "object" && entry !== null && "package" in entry;
  const result = (isBridge ? bridgeWithModels : server).safeParse(entry);
  if (result.success) return result.data;
  context.issues.push(...result.error.issues.map((issue) => ({ ...issue, input: entry }) as z.core.$ZodRawIssue));
  return z.NEVER;
});
