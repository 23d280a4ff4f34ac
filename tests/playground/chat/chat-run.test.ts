import { beforeAll, describe, expect, test, vi } from "vitest";
import { startChatRun } from "#lib/playground/chat/chat-run.ts";
import { createResponseReader } from "#lib/playground/conversation/model-response.ts";
import type { TextRequest } from "#lib/playground/dialects/text-dialect.ts";
import { readEventStream, type StreamEvent } from "#lib/playground/streams/chat-stream.ts";
import { createEventLog, getRawEvent } from "#lib/playground/streams/event-log.ts";

const request: TextRequest = {
  path: "/v1/chat/completions",
  body: { model: "sandbox/guide", messages: [], stream: true },
};
const chunk = (delta: object, rest: object = {}) => ({ choices: [{ index: 0, delta, finish_reason: null, ...rest }] });
const toSse = (...frames: unknown[]) =>
  frames.map((frame) => `data: ${typeof frame === "string" ? frame : JSON.stringify(frame)}\n\n`).join("");

beforeAll(() => {
  // The commit scheduler watches the page's visibility and paints in animation frames.
  vi.stubGlobal("document", { hidden: false, addEventListener() {}, removeEventListener() {} });
  vi.stubGlobal("requestAnimationFrame", (callback: () => void) => setTimeout(callback, 1));
  vi.stubGlobal("cancelAnimationFrame", (frame: number) => clearTimeout(frame));
});

function streamOf(bytes: Uint8Array, sizes: () => number): ReadableStream<Uint8Array> {
  let position = 0;
  return new ReadableStream({
    pull(controller) {
      if (position >= bytes.length) return controller.close();
      const end = Math.min(bytes.length, position + Math.max(1, sizes()));
      controller.enqueue(bytes.slice(position, end));
      position = end;
    },
  });
}

function run(response: Response | Promise<Response> | Error) {
  const onAccepted = vi.fn();
  const fetch = vi.fn(async () => {
    if (response instanceof Error) throw response;
    return response;
  });
  return {
    onAccepted,
    fetch,
    run: startChatRun({
      request,
      answer: createResponseReader(),
      onAccepted,
      fetch: fetch as unknown as typeof globalThis.fetch,
    }),
  };
}

const sse = (text: string, headers: Record<string, string> = {}) =>
  new Response(text, { headers: { "content-type": "text/event-stream", ...headers } });

test("reads annotations as citations", () => {
  const answer = createResponseReader();
  const annotation = { type: "url_citation", url_citation: { url: "https://a.example/", title: "A", start_index: 0 } };
  answer.apply({ choices: [{ index: 0, delta: { content: "Green." } }] });
  answer.apply({ choices: [{ index: 0, delta: { annotations: [annotation, { type: "other" }] } }] });
  expect(answer.snapshot().choices[0]?.citations).toEqual([{ title: "A", url: "https://a.example/" }]);
});

describe("the event reader", () => {
  const text = `: ping\r\n\r\ndata: {"a":"ä€😀"}\r\n\r\ndata: one\ndata: two\n\ndata: [DONE]\n\n`;
  test.each([1, 2, 3, 5, 7, 1000])("reads whole events from chunks of %i bytes", async (size) => {
    const seen: string[] = [];
    await readEventStream(
      streamOf(new TextEncoder().encode(text), () => size),
      ({ data }) => seen.push(data),
    );
    expect(seen).toEqual(["ping", '{"a":"ä€😀"}', "one\ntwo", "[DONE]"]);
  });

  const written = `: ping\r\n\r\nevent: x\ndata:{}\n\nretry: 3\n\n: one\ndata: two\n\nevent: a\ndata: b\n\ndata: c\n\n`;
  test.each([1, 2, 3, 5, 7, 1000])("keeps every character at chunks of %i bytes", async (size) => {
    const seen: StreamEvent[] = [];
    await readEventStream(
      streamOf(new TextEncoder().encode(written), () => size),
      (event) => seen.push(event),
    );
    expect(seen.map((event) => getRawEvent({ at: 0, ...event })).join("")).toBe(written);
    expect(seen.map(({ data }) => data)).toEqual(["ping", "{}", "retry: 3", "one", "two", "b", "c"]);
    expect(seen.at(-1)).toEqual({ data: "c" });
  });

  test("reads a last event without a blank line", async () => {
    const seen: string[] = [];
    await readEventStream(
      streamOf(new TextEncoder().encode("data: [DONE]"), () => 4),
      ({ data }) => seen.push(data),
    );
    expect(seen).toEqual(["[DONE]"]);
  });
});

describe("a run", () => {
  test("folds text, reasoning, usage and the route into the outcome", async () => {
    const { run: started, onAccepted } = run(
      sse(
        toSse(
          chunk({ role: "assistant", content: "" }),
          chunk({ reasoning_content: "Hm. " }),
          chunk({ content: "Hel" }),
          chunk({ content: "lo" }),
          chunk({}, { finish_reason: "stop" }),
          { choices: [], usage: { prompt_tokens: 4, completion_tokens: 3 } },
          "[DONE]",
        ),
        { "x-gateway-dropped": "user, seed", "x-gateway-lane": "sandbox", "x-request-id": "r1" },
      ),
    );
    const outcome = await started.finished;
    expect(outcome.state).toBe("complete");
    expect(outcome.answer.choices[0]).toMatchObject({ text: "Hello", reasoning: "Hm. ", finishReason: "stop" });
    expect(outcome.answer.usage).toMatchObject({ inputTokens: 4, outputTokens: 3 });
    expect(outcome.route).toMatchObject({ dropped: ["user", "seed"], lane: "sandbox", requestId: "r1" });
    expect(outcome.timings.reasoningEnd).toBeGreaterThanOrEqual(outcome.timings.reasoningStart ?? Number.NaN);
    expect(onAccepted).toHaveBeenCalledOnce();
    expect(started.events.events()).toHaveLength(7);
  });

  test("assembles parallel tool calls from interleaved fragments", async () => {
    const call = (index: number, rest: object) => chunk({ tool_calls: [{ index, ...rest }] });
    const { run: started } = run(
      sse(
        toSse(
          call(0, { id: "c0", type: "function", function: { name: "get_weather", arguments: "" } }),
          call(1, { id: "c1", type: "function", function: { name: "get_time", arguments: "" } }),
          call(0, { function: { arguments: '{"city":' } }),
          call(1, { function: { arguments: "{}" } }),
          call(0, { function: { arguments: '"Oslo"}' } }),
          chunk({}, { finish_reason: "tool_calls" }),
          "[DONE]",
        ),
      ),
    );
    expect((await started.finished).answer.choices[0]?.toolCalls).toEqual([
      { id: "c0", name: "get_weather", kind: "function", arguments: '{"city":"Oslo"}' },
      { id: "c1", name: "get_time", kind: "function", arguments: "{}" },
    ]);
  });

  test("separates choices", async () => {
    const piece = (index: number, content: string) => ({
      choices: [{ index, delta: { content }, finish_reason: null }],
    });
    const { run: started } = run(sse(toSse(piece(0, "a"), piece(1, "b"), piece(0, "c"), "[DONE]")));
    expect((await started.finished).answer.choices.map((choice) => choice.text)).toEqual(["ac", "b"]);
  });

  test("fails with the gateway's message before the stream", async () => {
    const error = { error: 404, message: "No such model.", type: "not_found_error", param: "model", request_id: "r2" };
    const { run: started, onAccepted } = run(Response.json(error, { status: 404 }));
    expect(await started.finished).toMatchObject({
      state: "failed",
      failure: { status: 404, message: "No such model.", param: "model", requestId: "r2" },
    });
    expect(onAccepted).not.toHaveBeenCalled();
  });

  test("an error frame fails the run and keeps the text before it", async () => {
    const frame = {
      type: "error",
      error: { type: "server_error", message: "Upstream broke.", code: 502 },
      message: "x",
    };
    const { run: started } = run(sse(toSse(chunk({ content: "Half" }), frame)));
    const outcome = await started.finished;
    expect(outcome).toMatchObject({
      state: "failed",
      failure: { origin: "stream", status: 502, message: "Upstream broke." },
    });
    expect(outcome.answer.choices[0]?.text).toBe("Half");
  });

  test("an event with a bad index fails the run, ends the request and keeps the text before it", async () => {
    const bad = { choices: [{ index: 5_000_000, delta: { content: "x" } }] };
    const cancel = vi.fn();
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode(toSse(chunk({ content: "Half" }), bad))),
      cancel,
    });
    const { run: started } = run(new Response(body, { headers: { "content-type": "text/event-stream" } }));
    const { state, failure, answer } = await started.finished;
    expect(state).toBe("failed");
    expect(failure).toMatchObject({ origin: "stream", source: "page", type: "stream_malformed" });
    expect(failure?.message).toContain("`choices[].index` must be a whole number from 0 to 127; got 5000000.");
    expect(answer.choices.map(({ text }) => text)).toEqual(["Half"]);
    expect(cancel).toHaveBeenCalled();
  });

  test("fails when the stream has no end marker", async () => {
    const { run: started } = run(sse(toSse(chunk({ content: "Half" }))));
    expect(await started.finished).toMatchObject({ state: "failed", failure: { type: "stream_truncated" } });
  });

  test("reports a failed connection", async () => {
    const { run: started } = run(new TypeError("fetch failed"));
    expect(await started.finished).toMatchObject({ state: "failed", failure: { origin: "network" } });
  });

  test("aborts the request on stop and keeps the text", async () => {
    let signal: AbortSignal | null | undefined;
    const started = startChatRun({
      request,
      answer: createResponseReader(),
      onAccepted: () => {},
      fetch: (async (_url: string, options: RequestInit) => {
        signal = options.signal;
        const stream = new ReadableStream<Uint8Array>({
          start(controller) {
            controller.enqueue(new TextEncoder().encode(toSse(chunk({ content: "Half" }))));
            signal?.addEventListener("abort", () => controller.error(new DOMException("Aborted", "AbortError")));
          },
        });
        return new Response(stream, { headers: { "content-type": "text/event-stream" } });
      }) as unknown as typeof fetch,
    });
    await new Promise<void>((resolve) => started.live.subscribe(resolve));
    started.stop();
    const outcome = await started.finished;
    expect(signal?.aborted).toBe(true);
    expect(outcome.state).toBe("stopped");
    expect(outcome.answer.choices[0]?.text).toBe("Half");
  });
});

test("the event log drops the oldest events and counts them", () => {
  const log = createEventLog({ events: 3, characters: 100 });
  for (const data of ["a", "b", "c", "d", "e"]) log.add({ at: 0, data });
  expect(log.events().map((event) => event.data)).toEqual(["c", "d", "e"]);
  expect(log.droppedCount()).toBe(2);
});

test("records the request, the response headers and every event in the trace", async () => {
  const { run: started } = run(
    sse(toSse(chunk({ content: "Hi" }, { finish_reason: "stop" }), "[DONE]"), { "x-request-id": "req_1" }),
  );
  let told = 0;
  started.trace.subscribe(() => {
    told += 1;
  });
  await started.finished;
  const record = started.trace.record();
  expect(told).toBe(2);
  expect(record).toMatchObject({ status: 200, requestId: "req_1", droppedCount: 0 });
  expect(record.responseHeaders).toContainEqual(["x-request-id", "req_1"]);
  expect(record.requestHeaders).toContainEqual(["content-type", "application/json"]);
  expect(JSON.parse(record.request)).toEqual(request.body);
  expect(record.events.map(({ data }) => data).at(-1)).toBe("[DONE]");
  expect(record.timings?.end).toBeGreaterThanOrEqual(record.timings?.firstToken ?? Number.POSITIVE_INFINITY);
});
