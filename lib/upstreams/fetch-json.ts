/** A small JSON document from an upstream, whole: its model list, for example. */
import { GatewayError } from "#lib/http/gateway-error.ts";
import { ask } from "./ask.ts";
import type { Upstream } from "./upstream.ts";

const LARGEST = 16 * 1024 * 1024;

/** @throws GatewayError when the upstream cannot be reached, refuses, takes longer than `timeoutMs`, or sends no JSON */
export async function fetchJson({
  upstream,
  path,
  timeoutMs,
}: {
  upstream: Upstream;
  path: string;
  timeoutMs: number;
}): Promise<unknown> {
  const headers = upstream.requestHeaders[upstream.dialects[0] ?? upstream.media[0] ?? ""]?.reply ?? {};
  const { status, text } = await ask({
    upstream,
    request: { method: "GET", path, headers },
    largestBytes: LARGEST,
    timeoutMs,
  });
  if (status !== 200) throw refused(upstream, `answered ${path} with status ${status}`);
  try {
    return JSON.parse(text);
  } catch {
    throw refused(upstream, `sent no JSON for ${path}`);
  }
}

function refused({ id }: Upstream, what: string): GatewayError {
  return new GatewayError({ status: 502, message: `The upstream "${id}" ${what}.` });
}
