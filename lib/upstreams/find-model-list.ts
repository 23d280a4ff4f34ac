/** Finds the model list of a server whose base URL or API may be wrong. */
import type { UpstreamSettings } from "#lib/config/upstream-settings.ts";
import { dialects, getModelsPath, writeUpstreamHeaders } from "#lib/dialects/all-dialects.ts";
import { parseJson } from "#lib/http/parse-json.ts";
import { listBaseUrlCandidates } from "./clean-base-url.ts";
import { readModelList } from "./read-model-list.ts";
import { explainRefusal, type ProbeFailure, sendProbe } from "./send-probe.ts";

export type FoundModelList = { baseUrl: string; dialect: string; models: string[] };

const TIMEOUT_MS = 8_000;

/** Looks for the model list at each candidate, in the given API first and then in the others. */
export async function findModelList(
  settings: UpstreamSettings,
  dialect: string,
): Promise<FoundModelList | ProbeFailure> {
  let first: ProbeFailure | undefined;
  const others = Object.keys(dialects).filter((id) => id !== dialect && id !== "openai-responses");
  for (const tried of [dialect, ...others]) {
    for (const baseUrl of listBaseUrlCandidates(settings.baseUrl, tried)) {
      const models = await fetchModelIds({ ...settings, baseUrl, dialects: [tried] }, tried);
      if (Array.isArray(models)) return { baseUrl, dialect: tried, models };
      first ??= models;
      if (!models.isElsewhere) return first.isElsewhere ? models : first;
    }
  }
  return first as ProbeFailure;
}

/** Requests the model list once, at the base URL as it is. */
export async function fetchModelIds(
  settings: UpstreamSettings,
  dialect: string,
  timeoutMs = TIMEOUT_MS,
): Promise<string[] | ProbeFailure> {
  const headers = writeUpstreamHeaders(dialect, settings.apiKey);
  const path = getModelsPath([dialect]);
  const response = await sendProbe(settings, timeoutMs, { method: "GET", path, headers });
  if ("message" in response) return response;
  const { status, text } = response;
  const list = status === 200 ? readModelList(parseJson(text)) : undefined;
  if (list) return list.map(({ id }) => id);
  if (status === 401 || status === 403) {
    const why = explainRefusal(response, dialect);
    return {
      message: `${settings.apiKey ? "The API key was refused" : "An API key is needed"}: ${why}`,
      isElsewhere: false,
    };
  }
  const what = status === 200 ? "something other than a model list" : `status ${status}`;
  return { message: `${settings.baseUrl}${path} returned ${what}. Check the base URL.`, isElsewhere: true };
}
