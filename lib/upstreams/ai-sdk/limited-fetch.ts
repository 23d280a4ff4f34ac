/** The fetch that packages of the AI SDK are given: with the upstream's own limits, where Node's has fixed ones. */
import { Agent, fetch } from "undici";
import type { Timeouts } from "#lib/config/upstream-settings.ts";

export type LimitedFetch = { fetch: typeof globalThis.fetch; close(): Promise<void> };

export function createLimitedFetch({ connectMs, firstByteMs, idleMs }: Timeouts): LimitedFetch {
  const dispatcher = new Agent({
    connect: { timeout: connectMs },
    headersTimeout: firstByteMs,
    bodyTimeout: idleMs,
    keepAliveTimeout: 30_000,
    // Requests of one connection must not wait for each other's answers.
    pipelining: 1,
  });
  return {
    // Its types are undici's own, of the same interface.
    fetch: ((input: Parameters<typeof fetch>[0], init?: Parameters<typeof fetch>[1]) =>
      fetch(input, { ...init, dispatcher })) as unknown as typeof globalThis.fetch,
    close: () => dispatcher.destroy(),
  };
}
