/** Tests a provider before it is saved: connects, reads its model list, and sends one tiny call. */
import type { Call } from "#lib/canonical/call.ts";
import type { UpstreamSettings } from "#lib/config/upstream-settings.ts";
import { API_FORMAT_NAMES } from "#lib/contract/api-format-names.ts";
import type { ProviderTestStep } from "#lib/contract/provider.ts";
import type { ApiFormat } from "#lib/contract/provider-presets.ts";
import { getDialect, writeUpstreamHeaders } from "#lib/dialects/all-dialects.ts";
import { parseJson } from "#lib/http/parse-json.ts";
import { chooseTestModel } from "./choose-test-model.ts";
import { findModelList } from "./find-model-list.ts";
import { explainRefusal, sendProbe } from "./send-probe.ts";

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

const CALL_TIMEOUT_MS = 30_000;
/** Enough for a model that thinks first; the least that OpenAI's Responses API accepts is 16. */
const TEST_TOKENS = 16;

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
    const { step, ...called } = await testCall(settings, dialect, named);
    return { ...called, baseUrl: settings.baseUrl, models: named, steps: [...steps, step] };
  }
  const models = settings.models ?? found.models;
  steps.push({ name: "models", ok: true, message: describeModels(models), ms });
  const { baseUrl } = found;
  if (found.dialect !== dialect) {
    const message = `This server uses the ${nameApi(found.dialect)} API, not ${nameApi(dialect)}.`;
    steps.push({ name: "connect", ok: false, message, ms });
    return { ok: false, baseUrl, otherDialect: found.dialect, models, steps };
  }
  if (settings.dialects.length === 0 || models.length === 0) return { ok: models.length > 0, baseUrl, models, steps };
  const { step, ...called } = await testCall({ ...settings, baseUrl }, dialect, models);
  return { ...called, baseUrl, models, steps: [...steps, step] };
}

/** Sends one tiny call to a small model of the list. */
async function testCall(
  settings: UpstreamSettings,
  dialect: string,
  models: readonly string[],
): Promise<{ ok: boolean; model?: string; step: ProviderTestStep }> {
  const started = performance.now();
  const model = chooseTestModel(models);
  const end = (ok: boolean, message: string) => ({
    ...(ok ? { ok, model } : { ok }),
    step: { ...{ name: "call" as const, ok, message }, ms: Math.round(performance.now() - started) },
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
  const response = await sendProbe(settings, CALL_TIMEOUT_MS, { method: "POST", path, headers, body });
  if ("message" in response) return end(false, response.message);
  if (response.status === 200 && typeof parseJson(response.text) === "object") return end(true, `${model} responded.`);
  const why = explainRefusal(response, dialect);
  return end(false, `The models are listed, but a call to ${model} failed: ${why}`);
}

const nameApi = (dialect: string) => API_FORMAT_NAMES[dialect as ApiFormat];

const describeModels = ({ length }: readonly string[]) =>
  length === 0 ? "Connected. It lists no models." : `Connected. ${length} ${length === 1 ? "model" : "models"}.`;
