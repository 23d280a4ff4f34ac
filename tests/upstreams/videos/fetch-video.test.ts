/** A video's way from an upstream into a file: whole or not at all, and the key stays at the upstream's own origin. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { openAiChat } from "#lib/dialects/openai-chat/index.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import type { Upstream } from "#lib/upstreams/upstream.ts";
import { fetchVideo, saveInlineVideo } from "#lib/upstreams/videos/fetch-video.ts";
import { closeBeforeHeaders, jsonReply, type StubUpstream, startStubUpstream } from "#tests/support/stub-upstream.ts";
import { redirectTo, sendBytes, UPSTREAM_KEY } from "#tests/support/stub-videos.ts";
import { tinyMp4 } from "#tests/support/tiny-mp4.ts";
import { scratchFolder, videoUpstream } from "#tests/support/video-job.ts";

const VIDEO = tinyMp4(300_000);
const folder = scratchFolder();
let home: StubUpstream;
let away: StubUpstream;
let upstream: Upstream;
let files = 0;

beforeAll(async () => {
  home = await startStubUpstream();
  away = await startStubUpstream();
  upstream = videoUpstream(home.url, { media: ["openai-videos"] });
});
afterEach(() => {
  home.reset();
  away.reset();
});
afterAll(async () => {
  await upstream.pool.destroy();
  await home.close();
  await away.close();
  folder.remove();
});

function fetchFrom(
  url: string,
  { largestBytes = 1_000_000, signal = new AbortController().signal, from = upstream } = {},
) {
  const file = folder.path(`video-${files++}`);
  const headers = from.requestHeaders["openai-videos"]?.reply ?? {};
  const target = { upstream: from, readError: openAiChat.readError, largestBytes };
  return { file, done: fetchVideo(target, { url: new URL(url), headers, file, signal }) };
}

async function failure(done: Promise<unknown>): Promise<GatewayError> {
  const error = await done.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!GatewayError.isInstance(error)) throw new Error(`Expected a GatewayError, got ${String(error)}`);
  return error;
}

describe("a video is fetched", () => {
  it("with the upstream's key and headers, from the upstream itself", async () => {
    home.respondWith(sendBytes(VIDEO));
    const { file, done } = fetchFrom(`${home.url}/videos/v/content?variant=video`);
    expect(await done).toEqual({ mediaType: "video/mp4" });
    expect(readFileSync(file).equals(VIDEO)).toBe(true);
    const [request] = home.requests;
    expect(request?.path).toBe("/v1/videos/v/content?variant=video");
    expect(request?.headers).toMatchObject({
      authorization: `Bearer ${UPSTREAM_KEY}`,
      "x-team": "films",
      "accept-encoding": "identity",
    });
    expect(request?.headers).not.toHaveProperty("content-type");
  });

  it("with its real type, whatever the response declares", async () => {
    home.respondWith(sendBytes(VIDEO, { type: "application/octet-stream" }));
    expect(await fetchFrom(`${home.url}/v`).done).toEqual({ mediaType: "video/mp4" });
  });

  it("through redirects within the upstream, with its key all the way", async () => {
    home.respondWith((request, response) =>
      request.path === "/v1/a" ? redirectTo("/v1/b")(request, response) : sendBytes(VIDEO)(request, response),
    );
    await fetchFrom(`${home.url}/a`).done;
    expect(home.requests.map(({ headers }) => headers.authorization)).toEqual(Array(2).fill(`Bearer ${UPSTREAM_KEY}`));
  });
});

describe("the key never leaves the upstream's own origin", () => {
  const ofOurs = (stub: StubUpstream) =>
    stub.requests.flatMap(({ path, headers }) => [path, ...Object.values(headers)]).join("\n");

  it("when the upstream redirects to another", async () => {
    home.respondWith(redirectTo(`${away.url}/signed?signature=s`));
    away.respondWith(sendBytes(VIDEO));
    const { file, done } = fetchFrom(`${home.url}/v`);
    await done;
    expect(readFileSync(file).equals(VIDEO)).toBe(true);
    expect(away.requests.map(({ path }) => path)).toEqual(["/v1/signed?signature=s"]);
    expect(ofOurs(away)).not.toContain(UPSTREAM_KEY);
    expect(ofOurs(away)).not.toContain("films");
  });

  it("when the URL is on another origin", async () => {
    away.respondWith(sendBytes(VIDEO));
    await fetchFrom(`${away.url}/v`).done;
    expect(ofOurs(away)).not.toContain(UPSTREAM_KEY);
  });

  it("when another origin redirects back to the upstream", async () => {
    home.respondWith((request, response) =>
      request.path === "/v1/a" ? redirectTo(`${away.url}/b`)(request, response) : sendBytes(VIDEO)(request, response),
    );
    away.respondWith(redirectTo(`${home.url}/c`));
    await fetchFrom(`${home.url}/a`).done;
    expect(home.requests.map(({ path, headers }) => [path, headers.authorization !== undefined])).toEqual([
      ["/v1/a", true],
      ["/v1/c", false],
    ]);
  });
});

describe("a video that breaks off", () => {
  it("is resumed where it stopped", async () => {
    const whole = sendBytes(VIDEO);
    const cutAt = (size: number, cutAfter: number) =>
      sendBytes(VIDEO, { cutAfter, beforeCut: () => vi.waitUntil(() => statSync(file).size >= size) });
    const answers = [cutAt(100_000, 100_000), cutAt(150_000, 50_000), whole];
    home.respondWith((request, response) => answers.shift()?.(request, response));
    const { file, done } = fetchFrom(`${home.url}/v`);
    await done;
    expect(readFileSync(file).equals(VIDEO)).toBe(true);
    expect(home.requests.map(({ headers }) => headers.range)).toEqual([undefined, "bytes=100000-", "bytes=150000-"]);
    expect(home.requests[1]?.headers["if-range"]).toBe('"1"');
  });

  it("is restarted when it has changed", async () => {
    const other = tinyMp4(200_000, 9);
    const answers = [sendBytes(VIDEO, { cutAfter: 250_000 }), sendBytes(other, { etag: '"2"' })];
    home.respondWith((request, response) => answers.shift()?.(request, response));
    const { file, done } = fetchFrom(`${home.url}/v`);
    await done;
    expect(readFileSync(file).equals(other)).toBe(true);
  });

  it("is restarted when the upstream sends another range than requested", async () => {
    const wrongPart = jsonReply("x", { status: 206, headers: { "content-range": `bytes 5-6/${VIDEO.length}` } });
    const answers = [sendBytes(VIDEO, { cutAfter: 100 }), wrongPart, sendBytes(VIDEO)];
    home.respondWith((request, response) => answers.shift()?.(request, response));
    const { file, done } = fetchFrom(`${home.url}/v`);
    await done;
    expect(readFileSync(file).equals(VIDEO)).toBe(true);
  });

  it("is never accepted as whole, even without a declared length", async () => {
    home.respondWith((_request, response) => {
      response.writeHead(200, { "content-type": "video/mp4" });
      response.end(VIDEO.subarray(0, 200_000));
    });
    const { file, done } = fetchFrom(`${home.url}/v`);
    expect(await failure(done)).toMatchObject({
      status: 502,
      code: "upstream_truncated",
      message: 'Provider "studio" sent an incomplete video. Create the video again.',
    });
    expect(home.requests).toHaveLength(3);
    expect(existsSync(file)).toBe(false);
  });

  it("fails when it breaks off every time at the same byte", async () => {
    home.respondWith(sendBytes(VIDEO, { cutAfter: 0 }));
    expect(await failure(fetchFrom(`${home.url}/v`).done)).toMatchObject({ status: 502 });
    expect(home.requests.length).toBeLessThanOrEqual(3);
  });
});

describe("what fails", () => {
  it("is retried after a temporary fault", async () => {
    const answers = [jsonReply({ error: "busy" }, { status: 503 }), closeBeforeHeaders(), sendBytes(VIDEO)];
    home.respondWith((request, response) => answers.shift()?.(request, response));
    expect(await fetchFrom(`${home.url}/v`).done).toEqual({ mediaType: "video/mp4" });
  });

  it("is the upstream's refusal with its message, without the key, and is not retried", async () => {
    home.respondWith(
      jsonReply({ error: { message: `No access with ${UPSTREAM_KEY}.`, code: "denied" } }, { status: 403 }),
    );
    const error = await failure(fetchFrom(`${home.url}/v`).done);
    expect(error).toMatchObject({ status: 403, code: "denied", message: "No access with [redacted]." });
    expect(home.requests).toHaveLength(1);
  });

  it.each([
    [
      "a page",
      jsonReply("<!doctype html><p>Sign in", { headers: { "content-type": "text/html" } }),
      "an HTML page (status 200) instead of a video. Check its base URL. The body begins: Sign in.",
    ],
    ["nothing", sendBytes(Buffer.alloc(0)), "an empty body (status 200) instead of a video"],
    ["a picture", sendBytes(Buffer.from("\x89PNG\r\n\x1a\n0000000000", "latin1")), "a file that is not a video"],
    ["redirects without an end", redirectTo("/v1/v"), "more than 5 redirects"],
    ["a redirect without an address", jsonReply("", { status: 302 }), "a redirect without a valid address"],
    ["a redirect to a file of ours", redirectTo("file:///etc/passwd"), "an address that is not an http(s) URL"],
    ["a compressed video", jsonReply("x", { headers: { "content-encoding": "gzip" } }), "a compressed video"],
  ])("is %s in place of a video", async (_name, handler, words) => {
    home.respondWith(handler);
    const { file, done } = fetchFrom(`${home.url}/v`);
    const error = await failure(done);
    expect(error).toMatchObject({ status: 502, code: "upstream_malformed" });
    expect(error.message).toContain(words);
    expect(existsSync(file)).toBe(false);
  });

  it("is a video over the limit, which is not read to its end", async () => {
    home.respondWith(sendBytes(VIDEO));
    const error = await failure(fetchFrom(`${home.url}/v`, { largestBytes: 100_000 }).done);
    expect(error).toMatchObject({ status: 413, code: "video_too_large" });
    expect(home.requests).toHaveLength(1);
  });

  it("ends with the caller's own reason when it is stopped", async () => {
    const stop = new AbortController();
    home.respondWith((_request, response) => {
      response.writeHead(200, { "content-type": "video/mp4", "content-length": "100" });
      response.write("x", () => stop.abort(new Error("cancelled")));
    });
    const { file, done } = fetchFrom(`${home.url}/v`, { signal: stop.signal });
    await expect(done).rejects.toThrow("cancelled");
    expect(existsSync(file)).toBe(false);
  });
});

describe("an address inside our own network", () => {
  it.each(["127.0.0.1", "localhost", "[::1]", "0x7f.1", "[::ffff:127.0.0.1]"])(
    "(%s) is not requested for an upstream outside of it",
    async (host) => {
      const outside = videoUpstream("https://8.8.8.8/v1beta", { media: ["openai-videos"] });
      away.respondWith(sendBytes(VIDEO));
      const { port } = new URL(away.url);
      const error = await failure(fetchFrom(`http://${host}:${port}/v`, { from: outside }).done);
      expect(error).toMatchObject({ status: 502, code: "upstream_malformed" });
      expect(error.message).toContain("does not fetch from");
      expect(away.requests).toHaveLength(0);
      await outside.pool.destroy();
    },
  );
});

describe("a video within a reply", () => {
  const save = (bytes: Buffer, largestBytes = 1_000_000) => {
    const file = folder.path(`video-${files++}`);
    const target = { upstream, readError: openAiChat.readError, largestBytes };
    return { file, done: saveInlineVideo(target, { base64: bytes.toString("base64"), file }) };
  };

  it("is saved unchanged", async () => {
    const { file, done } = save(VIDEO);
    expect(await done).toEqual({ mediaType: "video/mp4" });
    expect(readFileSync(file).equals(VIDEO)).toBe(true);
  });

  it("is refused when it is incomplete, not a video, or too large", async () => {
    expect(await failure(save(VIDEO.subarray(0, 9_000)).done)).toMatchObject({ code: "upstream_malformed" });
    expect(await failure(save(Buffer.from("Hello")).done)).toMatchObject({ code: "upstream_malformed" });
    expect(await failure(save(VIDEO, 1_000).done)).toMatchObject({ code: "video_too_large" });
  });
});
