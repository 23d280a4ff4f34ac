/** Provider of the AI SDK as an upstream that speaks Parts (architecture.md, The shape). */
import { setTimeout as delay } from "node:timers/promises";
import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart, SharedV4ProviderOptions } from "@ai-sdk/provider";
import type { Call } from "#lib/canonical/call.ts";
import type { Part } from "#lib/canonical/part.ts";
import type { BridgeSettings, Timeouts } from "#lib/config/upstream-settings.ts";
import { errors } from "#lib/http/errors.ts";
import { escapesBasePath } from "#lib/http/url-path.ts";
import { type AttemptObserver, type ObservedAttempt, observeParts } from "../attempt-observer.ts";
import { createRedactor, type Redact } from "../redactor.ts";
import { computeRetryDelay } from "../retry-rule.ts";
import { type BridgeVideos, createBridgeVideos } from "./bridge-videos.ts";
import { readFailure } from "./failure.ts";
import { type FetchObserver, fetchObservers } from "./fetch-observer.ts";
import { createLimitedFetch } from "./limited-fetch.ts";
import { listUnsupportedFields } from "./list-unsupported-fields.ts";
import { loadProvider, type Provider } from "./load-provider.ts";
import { type CallableModel, toVersion4 } from "./older-specification.ts";
import { createPartReader } from "./read-parts.ts";
import { toStreamParts } from "./read-result.ts";
import { rejectOnAbort } from "./reject-on-abort.ts";
import { createVendorKey, type VendorKey } from "./vendor-metadata.ts";
import { writeOptions } from "./write-options.ts";

export type Bridge = {
  id: string;
  /** Models of the provider, including those that create videos. */
  models: string[];
  /** Undefined when the entry names no video models. */
  videos: BridgeVideos | undefined;
  prices: BridgeSettings["prices"];
  retirements: BridgeSettings["retirements"];
  timeouts: Timeouts;
  /**
   * Prepares the call to the model, and adds the fields that it cannot take to `call.dropped`.
   * @throws GatewayError 404 for a model that the provider does not know
   */
  prepare(call: Call): PreparedCall;
  close(): Promise<void>;
};

export type StreamOptions = {
  signal: AbortSignal;
  /** Called before the first Part with the names of fields that the provider did not use, in openai-chat's spelling. */
  onUnsupported: (names: string[]) => void;
  observer?: AttemptObserver | undefined;
  /** Observes the HTTP requests of the package. */
  fetches?: FetchObserver | undefined;
};

/** Sends the call, with retries as the retry rule allows, and yields the response's Parts. Throws GatewayErrors. */
export type PreparedCall = (streamOptions: StreamOptions) => AsyncIterable<Part>;

/** Limit on one response, in bytes. */
type Limits = { largestResponse: number };
/** `redact`: redacts all secrets of the process; only those of this upstream when absent. */
type OpenOptions = Limits & { redact?: Redact | undefined };

/** Settings, with the function that redacts their secrets in messages of the package. */
type OpenSettings = BridgeSettings & Limits & { redact: Redact };

type BridgeRequest = {
  settings: OpenSettings;
  key: VendorKey;
  model: CallableModel;
  options: LanguageModelV4CallOptions;
};

/** @throws SettingsError that names the field, its value and the fix, when the package cannot be used */
export async function openBridge(
  given: BridgeSettings,
  { largestResponse, redact = createRedactor(given.secrets) }: OpenOptions,
): Promise<Bridge> {
  const settings: OpenSettings = { ...given, largestResponse, redact };
  const { fetch, close } = createLimitedFetch(settings.timeouts, largestResponse);
  const provider = await loadProvider(settings, fetch);
  const { id, models, videoModels, timeouts } = settings;
  return {
    id,
    models: [...models, ...videoModels],
    videos: createBridgeVideos(settings, provider),
    prices: settings.prices,
    retirements: settings.retirements,
    timeouts,
    prepare(call) {
      const request = prepare(call, settings, provider);
      return (streamOptions) =>
        withFailures(call.stream ? stream(request, streamOptions) : generate(request, streamOptions), settings);
    },
    close,
  };
}

/** Packages put the model's name into a URL without escaping. */
const RESERVED_IN_URL = /[?#\\]/;

function prepare(call: Call, settings: OpenSettings, provider: Provider): BridgeRequest {
  if (RESERVED_IN_URL.test(call.model) || escapesBasePath(call.model)) {
    throw errors.modelNameUnsafe();
  }
  const key = createVendorKey(settings.id);
  const providerOptions = settings.providerOptions as SharedV4ProviderOptions | undefined;
  const options = writeOptions(call, { key, providerOptions });
  try {
    const model = provider.languageModel(call.model);
    if (model.specificationVersion === "v4") return { settings, key, model, options };
    if (options.reasoning !== undefined) call.dropped.push("reasoning_effort");
    return { settings, key, model: toVersion4(model), options };
  } catch (error) {
    throw readFailure(error, settings, false).error;
  }
}

/** Turns output outside the package's interface into an error of the package, not of the gateway. */
async function* withFailures(parts: AsyncGenerator<Part>, settings: OpenSettings): AsyncGenerator<Part> {
  try {
    yield* parts;
  } catch (thrown) {
    throw readFailure(thrown, settings, true).error;
  }
}

async function* generate(request: BridgeRequest, terms: StreamOptions): AsyncGenerator<Part> {
  const { answer, attempt } = await sendWithRetries(request, terms, (options) => request.model.doGenerate(options));
  terms.onUnsupported(listUnsupportedFields(answer.warnings));
  const read = createPartReader(request.key);
  const parts = async function* () {
    for (const part of toStreamParts(answer)) yield* read(part);
  };
  yield* attempt ? observeParts(parts(), attempt) : parts();
}

async function* stream(request: BridgeRequest, terms: StreamOptions): AsyncGenerator<Part> {
  const { answer, attempt } = await sendWithRetries(request, terms, (options) => request.model.doStream(options));
  const parts = readStream(request, answer, terms);
  yield* attempt ? observeParts(parts, attempt) : parts;
}

async function* readStream(
  request: BridgeRequest,
  answer: { stream: ReadableStream<LanguageModelV4StreamPart> },
  { signal, onUnsupported }: StreamOptions,
): AsyncGenerator<Part> {
  const read = createPartReader(request.key);
  for await (const part of readUntilAborted(answer.stream, signal)) {
    if (part.type === "error") throw part.error;
    if (part.type === "stream-start") onUnsupported(listUnsupportedFields(part.warnings));
    else yield* read(part);
  }
}

async function sendWithRetries<Answer>(
  { settings, options }: BridgeRequest,
  { signal, observer, fetches }: StreamOptions,
  send: (options: LanguageModelV4CallOptions) => PromiseLike<Answer>,
): Promise<{ answer: Answer; attempt: ObservedAttempt | undefined }> {
  for (let sent = 1; ; sent++) {
    const attempt = observer?.begin();
    const headers = attempt ? { ...options.headers, ...attempt.headers } : options.headers;
    try {
      const call = () => send({ ...options, headers, abortSignal: signal });
      const sending = fetches ? fetchObservers.run(fetches, call) : call();
      return { answer: await rejectOnAbort(sending, signal), attempt };
    } catch (thrown) {
      const { error, retry } = readFailure(thrown, settings, false);
      attempt?.end(signal.aborted ? { error: "cancelled" } : { status: error.status });
      const wait = retry && computeRetryDelay({ retries: settings.retries, sent, headers: retry.headers });
      if (signal.aborted || wait === undefined) throw error;
      await delay(wait, undefined, { signal });
    }
  }
}

async function* readUntilAborted(
  source: ReadableStream<LanguageModelV4StreamPart>,
  signal: AbortSignal,
): AsyncGenerator<LanguageModelV4StreamPart> {
  const reader = source.getReader();
  const cancel = () => void reader.cancel().catch(() => {});
  signal.addEventListener("abort", cancel, { once: true });
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    signal.removeEventListener("abort", cancel);
    cancel();
  }
}
