/** Reads a small JSON document from an upstream as a whole, such as its model list. */
import { readErrorBody } from "#lib/dialects/error-bodies.ts";
import { errors } from "#lib/http/errors.ts";
import { fetchText } from "./fetch-text.ts";
import { unexpectedBodyError } from "./unexpected-body-error.ts";
import type { Upstream } from "./upstream.ts";

const LARGEST = 16 * 1024 * 1024;

/**
 * Redacts the upstream's secrets in the document.
 * @throws GatewayError when the upstream cannot be reached, refuses, takes longer than `timeoutMs`, or sends no JSON
 */
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
  const {
    status,
    headers: received,
    text,
  } = await fetchText({
    upstream,
    request: { method: "GET", path, headers },
    largestBytes: LARGEST,
    timeoutMs,
  });
  if (status !== 200) throw errors.upstreamListRefused({ provider: upstream.id, path, status });
  try {
    const json: unknown = JSON.parse(upstream.redact(text));
    if (typeof json === "object" && json !== null && !("error" in json && json.error)) return json;
  } catch {
    // The error quotes the received body.
  }
  const body = Buffer.from(text);
  throw unexpectedBodyError({
    upstream,
    expected: "a JSON object",
    status,
    headers: received,
    body,
    readError: readErrorBody,
  });
}
