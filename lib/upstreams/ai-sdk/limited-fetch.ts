/** Fetch for packages of the AI SDK: with the upstream's own limits, where Node's fetch has fixed ones or none. */
import { Agent, fetch, Response, errors as undiciErrors } from "undici";
import type { Timeouts } from "#lib/config/upstream-settings.ts";
import { errors } from "#lib/http/errors.ts";
import { escapesBasePath } from "#lib/http/url-path.ts";
import { fetchObservers, observeFetch } from "./fetch-observer.ts";

export type LimitedFetch = { fetch: typeof globalThis.fetch; close(): Promise<void> };

/**
 * @param largestResponse limit in bytes, decompressed; a longer body rejects with undici's
 * ResponseExceededMaxSizeError, which is the cause of the error when the body is read as a stream
 */
export function createLimitedFetch(
  { connectMs, firstByteMs, idleMs }: Timeouts,
  largestResponse: number,
): LimitedFetch {
  const dispatcher = new Agent({
    connect: { timeout: connectMs },
    headersTimeout: firstByteMs,
    bodyTimeout: idleMs,
    keepAliveTimeout: 30_000,
    maxResponseSize: largestResponse,
    // Requests of one connection must not wait for each other's responses.
    pipelining: 1,
  });

  async function limited(
    input: Parameters<typeof fetch>[0],
    init?: Parameters<typeof fetch>[1],
  ): ReturnType<typeof fetch> {
    // Checked before parsing, which resolves the segments.
    if (typeof input === "string" && escapesBasePath(input.split(/[?#]/, 1)[0] ?? "")) {
      throw errors.packagePathLeavesHost();
    }
    const response = await fetch(input, { ...init, dispatcher });
    // The dispatcher counts received bytes, which is enough for a plain body.
    if (!response.body || !response.headers.has("content-encoding")) return response;
    return new Response(limitBytes(response.body, largestResponse), response);
  }

  // The types are undici's own, with the same interface.
  const fetchLimited = limited as unknown as typeof globalThis.fetch;
  return {
    fetch(input, init) {
      const observer = fetchObservers.getStore();
      if (!observer) return fetchLimited(input, init);
      const url = typeof input === "string" ? input : input instanceof URL ? input.href : input.url;
      const { method, body } = init ?? {};
      const headers = new Headers(init?.headers);
      return observeFetch(observer, { url, method, headers, body }, () => fetchLimited(input, init));
    },
    close: () => dispatcher.destroy(),
  };
}

async function* limitBytes(body: AsyncIterable<Uint8Array>, limit: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > limit) throw new undiciErrors.ResponseExceededMaxSizeError();
    yield chunk;
  }
}
