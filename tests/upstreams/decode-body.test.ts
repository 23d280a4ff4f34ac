/** Decompression holds little, however much a body inflates to and however slow its reader is. */
import { setTimeout as delay } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { describe, expect, it, vi } from "vitest";
import type { GatewayError } from "#lib/http/gateway-error.ts";
import { decodeBody } from "#lib/upstreams/decode-body.ts";

const INFLATED = 32 * 1024 * 1024;
const MEMBER = gzipSync(Buffer.alloc(INFLATED));

function open(encoding = "gzip") {
  const counts = { bytes: 0, ended: false, error: undefined as GatewayError | undefined };
  const source = { paused: false, cancelled: false };
  const body = decodeBody({
    headers: { "content-encoding": encoding, "content-length": "9", "content-type": "text/plain" },
    receiver: {
      onHeaders() {},
      onData(chunk) {
        counts.bytes += chunk.length;
      },
      onEnd() {
        counts.ended = true;
      },
      onError(error) {
        counts.error = error;
      },
    },
    source: {
      pause: () => {
        source.paused = true;
      },
      resume: () => {
        source.paused = false;
      },
      cancel: () => {
        source.cancelled = true;
      },
    },
    upstreamId: "stub",
  });
  if (!body) throw new Error("The body is compressed.");
  return { body, counts, source };
}

describe("a compressed body", () => {
  it("arrives whole, without the headers of its compression", async () => {
    const { body, counts } = open();
    expect(body.headers).toEqual({ "content-type": "text/plain" });
    body.onData(MEMBER);
    body.onEnd();
    await vi.waitFor(() => expect(counts).toEqual({ bytes: INFLATED, ended: true, error: undefined }), 10_000);
  });

  it("is inflated no further while its reader is paused, and its source waits", async () => {
    const { body, counts, source } = open();
    body.pause();
    let given = 0;
    // A source that heeds its pauses only from the next chunk on, as a socket does.
    for (; given < 100 && !source.paused; given++) body.onData(MEMBER);
    for (let more = 0; more < 4; more++) body.onData(MEMBER);
    await delay(50);
    expect(source.paused).toBe(true);
    expect(counts.bytes).toBeLessThanOrEqual(256 * 1024);
    body.resume();
    body.onEnd();
    await vi.waitFor(() => expect(counts.ended).toBe(true), 10_000);
    expect(counts.bytes).toBe((given + 4) * INFLATED);
  });

  it("pauses a source that is faster than the decoder", async () => {
    const { body, counts, source } = open();
    for (let count = 0; count < 8; count++) body.onData(MEMBER);
    expect(source.paused).toBe(true);
    await vi.waitFor(() => expect(source.paused).toBe(false), 10_000);
    expect(counts.bytes).toBeGreaterThan(0);
  });

  it("stops once it is cancelled", async () => {
    const { body, counts } = open();
    body.onData(MEMBER);
    await vi.waitFor(() => expect(counts.bytes).toBeGreaterThan(0));
    body.cancel();
    const { bytes } = counts;
    await delay(50);
    expect(counts).toEqual({ bytes, ended: false, error: undefined });
  });

  it("that is damaged ends the request", async () => {
    const { body, counts, source } = open();
    body.onData(Buffer.from("no gzip at all"));
    await vi.waitFor(() => expect(counts.error).toMatchObject({ status: 502, code: "upstream_malformed" }));
    expect(source.cancelled).toBe(true);
  });
});
