/** Finds where a server has each API, and its models. No token is spent. */
import type { UpstreamSettings } from "#lib/config/upstream-settings.ts";
import type { ApiFormat } from "#lib/contract/provider-presets.ts";
import { getDialect, getModelsPath } from "#lib/dialects/all-dialects.ts";
import { parseJson } from "#lib/http/parse-json.ts";
import { chooseTestModel } from "#lib/upstreams/choose-test-model.ts";
import { listBaseUrlCandidates } from "#lib/upstreams/clean-base-url.ts";
import { readModelList } from "#lib/upstreams/read-model-list.ts";
import { callServer, type ServerResponse } from "./call-server.ts";
import { conclude, judgeFailure, type Outcome, openUpstream, type Target } from "./target.ts";

export type DoctorOptions = {
  settings: UpstreamSettings;
  formats: readonly ApiFormat[];
  /** Chosen from the server's list when absent. */
  model?: string | undefined;
  embeddingModel?: string | undefined;
  /** Limit on output tokens of most requests. */
  maxOutputTokens: number;
  /** Limit on each request. */
  timeoutMs: number;
  signal: AbortSignal;
};

const VERSION = /\/v\d+(?:beta|alpha)?$/;

export type FoundTarget = Target & {
  /** Base URLs at which the API may be, the likeliest first. */
  candidates: readonly string[];
  modelList: Outcome;
};

/** @returns a string when no model is named or listed: the reason */
export async function findTargets(options: DoctorOptions): Promise<FoundTarget[] | string> {
  const found = [];
  for (const format of options.formats) found.push(await findTarget(options, format));
  const models = [...new Set(found.flatMap(({ listed }) => listed))];
  const model = options.model ?? (models.length > 0 ? chooseTestModel(models) : undefined);
  if (model === undefined) {
    const reasons = [...new Set(found.map(({ target }) => target.modelList.message))];
    for (const { target } of found) close(target);
    return `${reasons.filter(Boolean).join(" ")} The server lists no models: name one.`.trim();
  }
  const embeddingModel = options.embeddingModel ?? models.find((name) => /embed/i.test(name));
  return found.map(({ target }) => ({ ...target, model, embeddingModel }));
}

export function close({ upstream }: Pick<Target, "upstream">): void {
  upstream.pool.destroy().catch(() => undefined);
}

/** The version of the API's vendor comes first: a server may have several APIs, each under its own. */
function listCandidates(baseUrl: string, format: ApiFormat): string[] {
  const root = baseUrl.replace(VERSION, "");
  if (root === baseUrl) return listBaseUrlCandidates(baseUrl, format);
  return [...new Set([`${root}/${format === "google-generate" ? "v1beta" : "v1"}`, baseUrl])];
}

async function findTarget(
  { settings, maxOutputTokens, timeoutMs, signal }: DoctorOptions,
  format: ApiFormat,
): Promise<{ target: FoundTarget; listed: string[] }> {
  const dialect = { ...getDialect(format), id: format };
  const candidates = listCandidates(settings.baseUrl, format);
  let first: { target: FoundTarget; listed: string[] } | undefined;
  for (const baseUrl of candidates) {
    const upstream = openUpstream({ ...settings, baseUrl, dialects: [format], media: [] });
    const headers = upstream.requestHeaders[format]?.reply ?? {};
    const request = { method: "GET" as const, path: getModelsPath([format]), headers };
    const response = await callServer({ upstream, request, timeoutMs, signal });
    const common = { upstream, dialect, model: "", embeddingModel: undefined, maxOutputTokens, timeoutMs, signal };
    const { outcome, listed } = readList(common, response);
    const ordered = [baseUrl, ...candidates.filter((other) => other !== baseUrl)];
    const target = { ...common, candidates: ordered, modelList: outcome };
    if (outcome.status === "passed") {
      if (first) close(first.target);
      return { target, listed };
    }
    if (first) close(target);
    first ??= { target, listed };
    if (outcome.isSilent) break;
  }
  return first as { target: FoundTarget; listed: string[] };
}

function readList(target: Target, response: ServerResponse): { outcome: Outcome; listed: string[] } {
  const name = "Model list";
  const failure = judgeFailure(target, response, name);
  if (failure) return { outcome: failure, listed: [] };
  const list = readModelList(parseJson(response.body.toString("utf8")));
  if (!list) return { outcome: conclude(response, name, "failed", "The response is no model list."), listed: [] };
  const message = list.length === 0 ? "The list is empty." : null;
  return {
    outcome: conclude(response, name, message ? "failed" : "passed", message),
    listed: list.map(({ id }) => id),
  };
}
