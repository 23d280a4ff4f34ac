/** A package reads no more of a response than its limit, however the response is compressed. */
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createLimitedFetch, type LimitedFetch } from "#lib/upstreams/ai-sdk/limited-fetch.ts";
import { type StubUpstream, startStubUpstream } from "#tests/support/stub-upstream.ts";

const LIMIT = 1_000_000;

let stub: StubUpstream;
let limited: LimitedFetch;
beforeAll(async () => {
  stub = await startStubUpstream();
  limited = createLimitedFetch({ connectMs: 2_000, firstByteMs: 2_000, idleMs: 2_000, totalMs: 5_000 }, LIMIT);
});
afterAll(async () => {
  await limited.close();
  await stub.close();
});

/** The response never ends by itself. */
function answer(body: Buffer, encoding: string): void {
  stub.reset();
  stub.respondWith((_request, response) => {
    response.writeHead(200, { "content-type": "text/plain", "content-encoding": encoding });
    response.write(body);
  });
}

describe.each([
  ["plain", "identity", (body: Buffer) => body],
  ["compressed", "gzip", (body: Buffer) => gzipSync(body)],
])("a %s body", (_name, encoding, encode) => {
  it("over the limit is an error, and cancels the request", async () => {
    answer(encode(Buffer.alloc(LIMIT + 100_000, "x")), encoding);
    const response = await limited.fetch(`${stub.url}/chat/completions`);
    const failure: unknown = await response.text().catch((error: unknown) => error);
    const codes = [failure, (failure as Error).cause].map((error) => (error as NodeJS.ErrnoException)?.code);
    expect(codes).toContain("UND_ERR_RES_EXCEEDED_MAX_SIZE");
    await vi.waitFor(() => expect(stub.aborts).toHaveLength(1));
  });

  it("within the limit arrives whole", async () => {
    const text = "x".repeat(LIMIT);
    stub.respondWith((_request, response) => {
      response.writeHead(200, { "content-type": "text/plain", "content-encoding": encoding, "x-one": "1" });
      response.end(encode(Buffer.from(text)));
    });
    const response = await limited.fetch(`${stub.url}/chat/completions`);
    expect(response.status).toBe(200);
    expect(response.headers.get("x-one")).toBe("1");
    expect(await response.text()).toBe(text);
  });
});
