/** Upstreams without an end: the gateway reads no more than its limits, and says which one it was. */
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { LARGEST_ERROR, LARGEST_EVENT, LARGEST_RESPONSE, MOST_BLOCKS } from "#lib/gateway/limits.ts";
import { chatFrames } from "../support/chat-fixtures.ts";
import { expectError } from "../support/expect-error.ts";
import { startGateway, type TestGateway } from "../support/gateway.ts";
import { type StubUpstream, startStubUpstream, streamReply } from "../support/stub-upstream.ts";

const MB = 1024 * 1024;
/** Bytes on their way between the two when the gateway hangs up. */
const SLACK = 24 * MB;
/** Size at which the upstream ends without a limit, so that the test does too. */
const GIVE_UP = 420 * MB;
const CHUNK = Buffer.alloc(MB, "x");

let stub: StubUpstream;
let gateway: TestGateway;
beforeAll(async () => {
  stub = await startStubUpstream();
  gateway = await startGateway({
    mount: "node",
    config: {
      retries: { attempts: 0 },
      upstreams: {
        passed: { baseUrl: stub.url, models: [] },
        anew: { baseUrl: stub.url, lane: "translate", models: [] },
        google: { baseUrl: stub.url, dialects: ["google-generate"], models: [] },
      },
    },
  });
});
afterAll(async () => {
  await gateway?.close();
  await stub?.close();
});
beforeEach(() => stub.reset());

/** Writes as fast as the gateway reads. @returns how many bytes were written before it hung up */
async function pour(response: ServerResponse, chunk: Buffer): Promise<number> {
  let written = 0;
  while (!response.destroyed && written < GIVE_UP) {
    written += chunk.length;
    if (response.write(chunk)) continue;
    const ready = new AbortController();
    await Promise.race(["drain", "close"].map((name) => once(response, name, { signal: ready.signal }))).catch(
      () => {},
    );
    ready.abort();
  }
  response.end();
  return written;
}

/** Answers with the head, then with the chunk over and over. */
function pourForever({ status = 200, type, head = "", chunk = CHUNK, encoding }: Pouring): () => number | undefined {
  let written: number | undefined;
  stub.respondWith(async (_request, response) => {
    response.writeHead(status, { "content-type": type, ...(encoding ? { "content-encoding": encoding } : {}) });
    if (head) response.write(head);
    written = await pour(response, chunk);
  });
  return () => written;
}
type Pouring = { status?: number; type: string; head?: string; chunk?: Buffer; encoding?: string };

async function untilWritten(written: () => number | undefined): Promise<number> {
  await vi.waitFor(() => expect(written()).toBeDefined(), 10_000);
  return written() as number;
}

const fetchText = (upstream: string, stream: boolean) =>
  gateway.chat({ model: `${upstream}/m`, messages: [{ role: "user", content: "Hi" }], stream });

describe("an event without an end", () => {
  const [first = ""] = chatFrames({ model: "m", text: "Hello" });

  it.each(["passed", "anew"])("ends the stream of the upstream %s with an error event", async (upstream) => {
    const written = pourForever({ type: "text/event-stream", head: `${first}data: ` });
    const text = await (await fetchText(upstream, true)).text();
    expect(text).toContain(`Provider \\"${upstream}\\" sent an event larger than 64 MB.`);
    expect(text.length).toBeLessThan(4_096);
    expect(await untilWritten(written)).toBeLessThan(LARGEST_EVENT + SLACK);
    expect(stub.aborts).toHaveLength(1);
  });

  it("is a 502 before the response has begun", async () => {
    pourForever({ type: "text/event-stream", head: "data: " });
    await expectError(await fetchText("anew", true), {
      status: 502,
      message: /sent an event larger than 64 MB\./,
      type: "upstream_error",
      code: "upstream_malformed",
    });
  });
});

it("a translated stream ends when all its events are too large together", async () => {
  const [, delta = ""] = chatFrames({ model: "m", text: "x".repeat(64 * 1024) });
  const written = pourForever({ type: "text/event-stream", chunk: Buffer.from(delta) });
  const response = await fetchText("anew", true);
  let last = "";
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) last = (last + decoder.decode(chunk, { stream: true })).slice(-4_096);
  expect(last).toContain("sent a stream larger than 256 MB.");
  expect(await untilWritten(written)).toBeLessThan(LARGEST_RESPONSE + SLACK);
});

it("a translated stream ends when it opens too many blocks", async () => {
  // Thoughts and text in turn, each of which is a block; other dialects number theirs, and have a bound for the number.
  const parts = Array.from({ length: 20_000 }, (_, index) => ({ text: "x", thought: index % 2 === 0 }));
  const event = `data: ${JSON.stringify({ candidates: [{ index: 0, content: { role: "model", parts } }] })}\n\n`;
  stub.respondWith(streamReply({ chunks: Array(6).fill(event) }));
  const text = await (await fetchText("google", true)).text();
  expect(text.slice(-4_096)).toContain(
    `sent more than ${MOST_BLOCKS.toLocaleString("en")} blocks of text and tool calls.`,
  );
});

it("a response without an end is a 502", async () => {
  const written = pourForever({ type: "application/json", head: '{"choices": "' });
  await expectError(await fetchText("anew", false), {
    status: 502,
    message: /^Provider "anew" sent a response larger than 256 MB\./,
    type: "upstream_error",
    code: "upstream_malformed",
  });
  expect(await untilWritten(written)).toBeLessThan(LARGEST_RESPONSE + SLACK);
});

it("a response that inflates without an end is a 502, and the rest is not inflated", async () => {
  const member = gzipSync(Buffer.alloc(8 * MB, "x"));
  const written = pourForever({ type: "application/json", chunk: member, encoding: "gzip" });
  await expectError(await fetchText("anew", false), {
    status: 502,
    message: /sent a response larger than 256 MB\./,
    type: "upstream_error",
    code: "upstream_malformed",
  });
  expect(await untilWritten(written)).toBeLessThan(SLACK);
});

it.each([
  ["passed", false],
  ["passed", true],
  ["anew", false],
  ["anew", true],
])("an endless error of the upstream %s (stream: %s) is reported by its beginning", async (upstream, stream) => {
  const written = pourForever({ status: 500, type: "text/plain", head: "It broke. " });
  const response = await fetchText(upstream, stream);
  expect(response.status).toBe(500);
  expect((await response.json()).message).toMatch(/^It broke\. x+…$/);
  expect(await untilWritten(written)).toBeLessThan(LARGEST_ERROR + SLACK);
});

it("a document without an end where a stream was asked for is a 502", async () => {
  const written = pourForever({ type: "application/json", head: '{"choices": "' });
  await expectError(await fetchText("anew", true), {
    status: 502,
    message: /returned a JSON document \(status 200\) instead of an event stream\. /,
    type: "upstream_error",
    code: "upstream_malformed",
  });
  expect(await untilWritten(written)).toBeLessThan(LARGEST_ERROR + SLACK);
});
