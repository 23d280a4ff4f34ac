import type { RequestLogRow } from "#lib/store/store.ts";

/** A row of a request that went well, with what a test wants different. */
export function requestLogRow(different: Partial<RequestLogRow> = {}): RequestLogRow {
  return {
    id: "req_1",
    time: 1_800_000_000_000,
    keyId: "key_1",
    route: "POST /v1/chat/completions",
    dialect: "openai-chat",
    lane: "relay",
    upstream: "openai",
    model: "openai/gpt-5",
    target: null,
    attempts: null,
    status: 200,
    stream: true,
    inputTokens: 12,
    outputTokens: 340,
    cachedTokens: null,
    cacheWriteTokens: null,
    reasoningTokens: 0,
    videoSeconds: null,
    images: null,
    characters: null,
    firstByteMs: 81.5,
    totalMs: 1_204.25,
    requestBytes: 5_000_000_000,
    responseBytes: 14_002,
    error: null,
    dropped: null,
    cost: null,
    group: null,
    tags: [],
    hooks: null,
    cache: null,
    ...different,
  };
}
