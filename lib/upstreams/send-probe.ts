/** Sends a single request to a provider that is tested: one attempt, over a connection of its own. */
import type { UpstreamSettings } from "#lib/config/upstream-settings.ts";
import { getDialect, writeUpstreamHeaders } from "#lib/dialects/all-dialects.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import { fetchText, type TextResponse } from "./fetch-text.ts";
import { readUpstreamError } from "./read-upstream-error.ts";
import { createUpstream, type Upstream } from "./upstream.ts";

export type ProbeFailure = {
  message: string;
  /** True when another URL or API may work. */
  isElsewhere: boolean;
};

export type ProbeResponse = TextResponse & { upstream: Upstream };

type Probe = { method: "GET" | "POST"; path: string; headers: Record<string, string>; body?: Buffer };

const LARGEST_BYTES = 16 * 1024 * 1024;
const LONGEST_REASON = 400;

export async function sendProbe(
  settings: UpstreamSettings,
  timeoutMs: number,
  { headers, ...rest }: Probe,
): Promise<ProbeResponse | ProbeFailure> {
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

/** Returns the provider's reason for an error response, without its secrets. */
export function explainRefusal({ status, headers, text, upstream }: ProbeResponse, dialect: string): string {
  if (status < 400) return `it returned status ${status} and no JSON.`;
  const { readError } = getDialect(dialect);
  const { message } = readUpstreamError({ status, headers, body: text, upstream, readError });
  return `${message.slice(0, LONGEST_REASON)} (status ${status})`;
}
