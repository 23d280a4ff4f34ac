/** Target of a run: a server as one dialect reaches it. */
import type { Call } from "#lib/canonical/call.ts";
import type { UpstreamSettings } from "#lib/config/upstream-settings.ts";
import type { DoctorCheck, DoctorStatus } from "#lib/contract/doctor.ts";
import type { ApiFormat } from "#lib/contract/provider-presets.ts";
import { writeUpstreamHeaders } from "#lib/dialects/all-dialects.ts";
import type { Dialect } from "#lib/dialects/dialect.ts";
import { parseJson } from "#lib/http/parse-json.ts";
import { readUpstreamError } from "#lib/upstreams/read-upstream-error.ts";
import { createUpstream, type Upstream } from "#lib/upstreams/upstream.ts";
import { callServer, type ServerResponse } from "./call-server.ts";

export type Target = {
  upstream: Upstream;
  dialect: Dialect & { id: ApiFormat };
  model: string;
  /** Undefined where the server lists none. */
  embeddingModel: string | undefined;
  maxOutputTokens: number;
  timeoutMs: number;
  signal: AbortSignal;
};

/** Result of a check; `usage` is counted once for each response. */
export type Outcome = Omit<DoctorCheck, "api_format"> & {
  usage?: { inputTokens: number; outputTokens: number };
  /** True when no response came at all. */
  isSilent?: boolean;
};

export type PreparedCall = { path: string; body: string; dropped: readonly string[] };

/** Longest wait after a 429 that is waited for, in milliseconds; then the request is sent once more. */
const LONGEST_REST_MS = 20_000;

export function openUpstream(settings: UpstreamSettings): Upstream {
  return createUpstream({ ...settings, retries: { attempts: 0, maxDelayMs: 0 } }, writeUpstreamHeaders, "");
}

export function prepareCall(
  { dialect, model, maxOutputTokens }: Pick<Target, "dialect" | "model" | "maxOutputTokens">,
  ask: Partial<Call>,
  stream: boolean,
): PreparedCall {
  const call: Call = { model, messages: [], maxOutputTokens, ...ask, stream, dropped: [] };
  const body = JSON.stringify(dialect.writeRequest(call));
  return { path: dialect.writeUpstreamPath({ model, stream }), body, dropped: call.dropped };
}

/** Sends a request with the headers of the target's dialect. A 429 is sent once more, after the wait that it names. */
export async function post(
  { upstream, dialect, timeoutMs, signal }: Target,
  { path, body, stream = false, leaves = false }: { path: string; body: string; stream?: boolean; leaves?: boolean },
): Promise<ServerResponse> {
  const headers = upstream.requestHeaders[dialect.id]?.[stream ? "stream" : "reply"] ?? {};
  const send = () =>
    callServer({ upstream, request: { method: "POST", path, headers, body }, timeoutMs, signal, leaves });
  const response = await send();
  if (response.status !== 429) return response;
  const rest = Number(response.headers["retry-after"] ?? "1") * 1_000;
  if (!(rest <= LONGEST_REST_MS)) return response;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, rest);
    signal.addEventListener("abort", () => resolve(void clearTimeout(timer)), { once: true });
  });
  return signal.aborted ? response : send();
}

export function conclude(
  { ms, wire }: Pick<ServerResponse, "ms" | "wire">,
  name: string,
  status: DoctorStatus,
  message: string | null = null,
): Outcome {
  return { name, status, message, ms, wire: status === "failed" ? wire : null };
}

/** Returns an error's words, as the client of this dialect reads them. */
export function explain({ upstream, dialect }: Target, { status, headers, body }: ServerResponse): string {
  const { readError } = dialect;
  const { message } = readUpstreamError({ status, headers, body: body.toString("utf8"), upstream, readError });
  return `Status ${status}: ${message}`;
}

/** True when a body is an error that the dialect's clients can read. */
export function hasReadableError({ dialect }: Target, { body }: ServerResponse): boolean {
  return dialect.readError(parseJson(body.toString("utf8"))) !== undefined;
}

/** Returns the outcome of a response that is not 2xx, or that did not come whole; undefined for one to read. */
export function judgeFailure(
  target: Target,
  response: ServerResponse,
  name: string,
  { isRequired = false } = {},
): Outcome | undefined {
  const { status, end, fault } = response;
  if (end === "cancelled") return conclude(response, name, "not run", "The run was cancelled.");
  if (end === "failed" && status < 400) {
    return { ...conclude(response, name, "failed", fault ?? null), isSilent: status === 0 };
  }
  if (status >= 200 && status < 300) return undefined;
  const message = explain(target, response);
  const isHonest = status >= 400 && (status < 500 || status === 501) && ![401, 403, 408, 429].includes(status);
  return conclude(response, name, isHonest && !isRequired ? "not offered" : "failed", message);
}
