import { describe, expect, test, vi } from "vitest";
import { resumeImageRun, startImageRun } from "#app/(playground)/images/_model/image-run.ts";
import { shortenBase64 } from "#app/(playground)/images/_model/read-image-response.ts";

const request = {
  path: "/v1/images/generations",
  body: "{}",
  shown: { head: "POST /v1/images/generations", body: "{}" },
};
const base64 = (text: string) => Buffer.from(text).toString("base64");
const getText = (bytes: Blob | undefined) => bytes?.text();

function start(...responses: (Response | Error)[]) {
  const fetch = vi.fn(async (_address: string) => {
    const next = responses.shift();
    if (!next || next instanceof Error) throw next ?? new Error("no more answers");
    return next;
  });
  return { fetch, run: startImageRun({ request, fetch: fetch as unknown as typeof globalThis.fetch }) };
}

const json = (body: object, init: ResponseInit = {}) =>
  new Response(JSON.stringify(body), { ...init, headers: { "content-type": "application/json", ...init.headers } });
const sse = (...events: object[]) =>
  new Response(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(""), {
    headers: { "content-type": "text/event-stream; charset=utf-8", "x-gateway-dropped": "style, user" },
  });
const partial = (index: number, text: string) => ({
  type: "image_generation.partial_image",
  partial_image_index: index,
  b64_json: base64(text),
  output_format: "webp",
});
const completed = (text: string) => ({
  type: "image_edit.completed",
  b64_json: base64(text),
  size: "1024x1024",
  quality: "low",
  output_format: "webp",
  usage: { input_tokens: 7, output_tokens: 9, input_tokens_details: { text_tokens: 3, image_tokens: 4 } },
});

describe("one body", () => {
  test("reads base64 images, metadata, usage and the revised prompt", async () => {
    const { run } = start(
      json({
        data: [{ b64_json: base64("one"), revised_prompt: "One!" }, { b64_json: base64("two") }],
        output_format: "jpeg",
        size: "256x256",
        usage: { input_tokens: 1, output_tokens: 2 },
      }),
    );
    const { state, images, facts, usage } = await run.finished;
    expect(state).toBe("complete");
    expect(await Promise.all(images.map(({ bytes }) => getText(bytes)))).toEqual(["one", "two"]);
    expect(images[0]).toMatchObject({ revisedPrompt: "One!", mediaType: "image/jpeg" });
    expect(facts).toMatchObject({ size: "256x256", outputFormat: "jpeg" });
    expect(usage).toMatchObject({ inputTokens: 1, outputTokens: 2 });
  });

  test("downloads an image URL at once, and keeps the URL when the download is forbidden", async () => {
    const address = "https://far.test/a.png";
    const { run, fetch } = start(
      json({ data: [{ url: "/v1/images/content/1.png" }, { url: address }] }),
      new Response("bytes", { headers: { "content-type": "image/png" } }),
      new TypeError("Failed to fetch"),
    );
    const { state, images } = await run.finished;
    expect(state).toBe("complete");
    expect(fetch.mock.calls.map(([to]) => to)).toEqual([request.path, "/v1/images/content/1.png", address]);
    expect(await getText(images[0]?.bytes)).toBe("bytes");
    expect(images[1]).toEqual({ address, mediaType: "image/png" });
  });

  test("keeps the gateway's error message and retry time", async () => {
    const { run } = start(
      json({ error: 429, message: "Slowly.", param: "n" }, { status: 429, headers: { "retry-after": "7" } }),
    );
    const { state, failure } = await run.finished;
    expect(state).toBe("failed");
    expect(failure).toMatchObject({ status: 429, message: "Slowly.", param: "n", retryAfter: 7000 });
    const { status, responseHeaders, head } = run.trace.record();
    expect({ status, head }).toEqual({ status: 429, head: "POST /v1/images/generations" });
    expect(responseHeaders).toContainEqual(["retry-after", "7"]);
  });
});

describe("a stream", () => {
  test("places previews of two images by index, then the images", async () => {
    const { run } = start(
      sse(partial(0, "a0"), partial(1, "a1"), partial(0, "b0"), partial(1, "b1"), completed("a"), completed("b")),
    );
    const seen: number[] = [];
    run.live.subscribe(() => seen.push(run.live.get().previews.length));
    const { state, images, facts, usage, route, timings } = await run.finished;
    expect(state).toBe("complete");
    expect(await Promise.all(run.live.get().previews.map(getText))).toEqual(["a1", "b1"]);
    expect(seen).toEqual([1, 1, 2, 2, 2, 2]);
    expect(await Promise.all(images.map(({ bytes }) => getText(bytes)))).toEqual(["a", "b"]);
    expect(images[0]?.bytes?.type).toBe("image/webp");
    expect(facts.quality).toBe("low");
    expect(usage).toEqual({ inputTokens: 7, outputTokens: 9, textTokens: 3, imageTokens: 4 });
    expect(route.dropped).toEqual(["style", "user"]);
    expect(timings.firstPreview).toBeGreaterThanOrEqual(0);
  });

  test("fails when the stream ends without an image", async () => {
    const { run } = start(sse(partial(0, "a0")));
    expect((await run.finished).failure?.type).toBe("stream_truncated");
  });

  test("fails with the message of an error event", async () => {
    const { run } = start(sse(partial(0, "a0"), { type: "error", error: { message: "The painter fell asleep." } }));
    const { state, failure } = await run.finished;
    expect([state, failure?.message]).toEqual(["failed", "The painter fell asleep."]);
  });
});

test("ends as stopped", async () => {
  const hanging = (_to: unknown, { signal }: RequestInit = {}) =>
    new Promise<Response>((_resolve, reject) => {
      signal?.addEventListener("abort", () => reject(signal.reason));
    });
  const run = startImageRun({ request, fetch: hanging as typeof fetch });
  run.stop();
  expect((await run.finished).state).toBe("stopped");
});

describe("after a reload", () => {
  const kept = { state: "running", client: { path: request.path, headers: {}, body: "{}" }, writes: [[10, 250]] };

  /** A gateway that tells of the exchange and plays its events. */
  function resume(told: Response, events: Response = new Response(null, { status: 404 })) {
    const fetch = vi.fn(async (address: string) => (address.endsWith("?writes=true") ? told : events));
    const known = { head: "POST /v1/images/edits", request: "prompt: cat" };
    const run = resumeImageRun({ exchangeId: "x", startedAt: Date.now() - 60_000, known, fetch: fetch as never });
    return { run, fetch };
  }

  test("restores earlier previews and images with their times", async () => {
    const { run } = resume(Response.json(kept), sse(partial(0, "a0"), completed("a")));
    const { state, images, timings } = await run.finished;
    expect([state, await getText(images[0]?.bytes)]).toEqual(["complete", "a"]);
    expect(await getText(run.live.get().previews[0])).toBe("a0");
    expect(timings.headers).toBe(250);
    expect(run.trace.record()).toMatchObject({ head: "POST /v1/images/edits", request: "prompt: cat" });
  });

  test("reads a non-streamed response with its own status", async () => {
    const { run } = resume(Response.json(kept), json({ data: [{ b64_json: base64("one") }] }));
    expect(await getText((await run.finished).images[0]?.bytes)).toBe("one");
    const refused = json({ error: { message: "No." } }, { headers: { "x-exchange-status": "400" } });
    const { state, failure } = await resume(Response.json(kept), refused).run.finished;
    expect([state, failure?.status, failure?.message]).toEqual(["failed", 400, "No."]);
  });

  test("is interrupted when the gateway no longer has the response", async () => {
    const { run } = resume(Response.json({}, { status: 404 }));
    expect(await run.finished).toMatchObject({ state: "interrupted", images: [], timings: {} });
    const { state } = await resume(Response.json(kept), Response.json({}, { status: 410 })).run.finished;
    expect(state).toBe("interrupted");
  });

  test("ends as stopped when another tab stopped it, and sends its own stop to the gateway", async () => {
    const stopped = { type: "error", error: { message: "It was stopped.", code: "exchange_stopped" } };
    expect((await resume(Response.json(kept), sse(partial(0, "a0"), stopped)).run.finished).state).toBe("stopped");
    const { run, fetch } = resume(Response.json(kept), new Response(new ReadableStream()));
    run.stop();
    await vi.waitFor(() =>
      expect(fetch).toHaveBeenCalledWith("/api/exchanges/x", expect.objectContaining({ method: "DELETE" })),
    );
  });
});

test("shortens images in the trace, which stays valid JSON", async () => {
  const { run } = start(sse(completed("x".repeat(5000))));
  await run.finished;
  const [event] = run.trace.record().events;
  expect(event?.data.length).toBeLessThan(500);
  expect(JSON.parse(event?.data ?? "").b64_json).toMatch(/^eHh4.{20}… 6,668 characters$/);
  expect(shortenBase64('{"b64_json":"short"}')).toBe('{"b64_json":"short"}');
});
