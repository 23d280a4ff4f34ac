/** Tests a provider before it is saved: connects, reads its model list, and sends one tiny call. */
import type { Call } from "#lib/canonical/call.ts";
import type { UpstreamSettings } from "#lib/config/upstream-settings.ts";
import type { ProviderTestStep } from "#lib/contract/provider.ts";
import { dialects, getDialect, getModelsPath, writeUpstreamHeaders } from "#lib/dialects/all-dialects.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import { chooseTestModel } from "./choose-test-model.ts";
import { listBaseUrlCandidates } from "./clean-base-url.ts";
import { fetchText, type TextResponse } from "./fetch-text.ts";
import { readUpstreamError } from "./read-upstream-error.ts";
import { createUpstream, type Upstream } from "./upstream.ts";

export type ProviderTestResult = {
  ok: boolean;
  /** Base URL that works. */
  baseUrl: string;
  /** Text dialect that works, when another than the given one does. */
  otherDialect?: string;
  models: string[];
  /** Model that responded to the test call. */
  model?: string;
  steps: ProviderTestStep[];
};

const LIST_TIMEOUT_MS = 8_000;
const CALL_TIMEOUT_MS = 30_000;
const LARGEST_BYTES = 16 * 1024 * 1024;
/** Enough for a model that thinks first; the least that OpenAI's Responses API accepts is 16. */
const TEST_TOKENS = 16;

type Found = { baseUrl: string; dialect: string; models: string[] };
type Failure = { message: string /** True when another URL or API may work. */; isElsewhere: boolean };

/** @param settings its base URL is tried as it is, then with a version */
export async function testProvider(settings: UpstreamSettings): Promise<ProviderTestResult> {
  const steps: ProviderTestStep[] = [];
  const started = performance.now();
  const [dialect = "openai-chat"] = settings.dialects;
  const found = await findModelList(settings, dialect);
  const ms = Math.round(performance.now() - started);
  if ("message" in found) {
    const named = settings.models ?? [];
    steps.push({ name: "models", ok: false, message: found.message, ms });
    // A server without a list can still answer calls.
    if (!found.isElsewhere || named.length === 0) return { ok: false, baseUrl: settings.baseUrl, models: [], steps };
    const call = await testCall(settings, settings.baseUrl, dialect, named);
    return {
      ok: call.ok,
      baseUrl: settings.baseUrl,
      models: named,
      ...nameModel(call, named),
      steps: [...steps, call],
    };
  }
  const models = settings.models ?? found.models;
  steps.push({ name: "models", ok: true, message: describeModels(models), ms });
  const { baseUrl } = found;
  if (found.dialect !== dialect) {
    const message = `This server speaks another API than ${dialect}: ${found.dialect}.`;
    steps.push({ name: "connect", ok: false, message, ms });
    return { ok: false, baseUrl, otherDialect: found.dialect, models, steps };
  }
  if (settings.dialects.length === 0 || models.length === 0) return { ok: models.length > 0, baseUrl, models, steps };
  const call = await testCall(settings, baseUrl, dialect, models);
  return { ok: call.ok, baseUrl, models, ...nameModel(call, models), steps: [...steps, call] };
}

function nameModel({ ok }: ProviderTestStep, models: readonly string[]): { model?: string } {
  return ok ? { model: chooseTestModel(models) } : {};
}

/** Looks for the model list at each candidate, in the given API first and then in the others. */
async function findModelList(settings: UpstreamSettings, dialect: string): Promise<Found | Failure> {
  let first: Failure | undefined;
  const others = Object.keys(dialects).filter((id) => id !== dialect && id !== "openai-responses");
  for (const tried of [dialect, ...others]) {
    for (const baseUrl of listBaseUrlCandidates(settings.baseUrl, tried)) {
      const models = await readModels({ ...settings, baseUrl, dialects: [tried] }, tried);
      if (Array.isArray(models)) return { baseUrl, dialect: tried, models };
      first ??= models;
      if (!models.isElsewhere) return first.isElsewhere ? models : first;
    }
  }
  return first as Failure;
}

async function readModels(settings: UpstreamSettings, dialect: string): Promise<string[] | Failure> {
  const headers = writeUpstreamHeaders(dialect, settings.apiKey);
  const path = getModelsPath([dialect]);
  const response = await request(settings, LIST_TIMEOUT_MS, { method: "GET", path, headers });
  if ("message" in response) return response;
  const { status, text, upstream } = response;
  const ids = status === 200 ? readIds(text) : undefined;
  if (ids) return ids;
  if (status === 401 || status === 403) {
    const why = explain(response, upstream, dialect);
    return {
      message: `${settings.apiKey ? "The API key was refused" : "An API key is needed"}: ${why}`,
      isElsewhere: false,
    };
  }
  const what = status === 200 ? "something other than a model list" : `status ${status}`;
  return { message: `${settings.baseUrl}${path} returned ${what}. Check the base URL.`, isElsewhere: true };
}

async function testCall(
  settings: UpstreamSettings,
  baseUrl: string,
  dialect: string,
  models: readonly string[],
): Promise<ProviderTestStep> {
  const started = performance.now();
  const model = chooseTestModel(models);
  const end = (ok: boolean, message: string): ProviderTestStep => ({
    ...{ name: "call", ok, message },
    ms: Math.round(performance.now() - started),
  });
  const { writeRequest, writeUpstreamPath } = getDialect(dialect);
  const call: Call = {
    model,
    messages: [{ role: "user", content: "Hi" }],
    maxOutputTokens: TEST_TOKENS,
    stream: false,
    dropped: [],
  };
  const headers = { ...writeUpstreamHeaders(dialect, settings.apiKey), "content-type": "application/json" };
  const path = writeUpstreamPath({ model, stream: false });
  const body = Buffer.from(JSON.stringify(writeRequest(call)));
  const response = await request({ ...settings, baseUrl }, CALL_TIMEOUT_MS, { method: "POST", path, headers, body });
  if ("message" in response) return end(false, response.message);
  const { status, upstream } = response;
  if (status === 200 && isJson(response.text)) return end(true, `${model} responded.`);
  return end(false, `The models are listed, but a call to ${model} failed: ${explain(response, upstream, dialect)}`);
}

type Request = { method: "GET" | "POST"; path: string; headers: Record<string, string>; body?: Buffer };

async function request(
  settings: UpstreamSettings,
  timeoutMs: number,
  { headers, ...rest }: Request,
): Promise<(TextResponse & { upstream: Upstream }) | Failure> {
  const upstream = createUpstream({ ...settings, retries: { attempts: 0, maxDelayMs: 0 } }, writeUpstreamHeaders, "");
  try {
    const all = { accept: "application/json", "accept-encoding": "identity", "user-agent": "parlance", ...headers };
    const sent = { ...rest, headers: { ...all, ...settings.headers } };
    return { ...(await fetchText({ upstream, request: sent, largestBytes: LARGEST_BYTES, timeoutMs })), upstream };
  } catch (error) {
    if (!GatewayError.isInstance(error)) throw error;
    return { message: upstream.redact(error.message), isElsewhere: false };
  } finally {
    upstream.pool.destroy().catch(() => undefined);
  }
}

function explain({ status, headers, text }: TextResponse, upstream: Upstream, dialect: string): string {
  if (status < 400) return `it returned status ${status} and no JSON.`;
  const { readError } = getDialect(dialect);
  const { message } = readUpstreamError({ status, headers, body: text, upstream, readError });
  return `${message.slice(0, 400)} (status ${status})`;
}

/** Reads `{data: [{id}]}` and Google's `{models: [{name: "models/…"}]}`. */
function readIds(text: string): string[] | undefined {
  try {
    const { data, models } = JSON.parse(text) as { data?: unknown; models?: unknown };
    const list = [data, models].find(Array.isArray) as { id?: unknown; name?: unknown }[] | undefined;
    return list?.flatMap((entry) => {
      const id = entry?.id ?? entry?.name;
      return typeof id === "string" ? [id.replace(/^models\//, "")] : [];
    });
  } catch {
    return undefined;
  }
}

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === "object";
  } catch {
    return false;
  }
}

const describeModels = ({ length }: readonly string[]) =>
  length === 0 ? "Connected. It lists no models." : `Connected. ${length} ${length === 1 ? "model" : "models"}.`;
