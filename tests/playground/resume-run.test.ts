/** A run whose answer the gateway keeps: gone on with after a reload, over broken connections, and stopped. */
import { beforeAll, describe, expect, test, vi } from "vitest";
import type { ResponseTrace } from "#lib/contract/response-trace.ts";
import { resumeChatRun, startChatRun } from "#lib/playground/chat/chat-run.ts";
import { createResponseReader } from "#lib/playground/conversation/model-response.ts";
import { joinResumableBody } from "#lib/playground/streams/resumable/join-resumable-body.ts";

const frame = (content: string, finish: string | null = null) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: finish }] })}\n\n`;
const FRAMES = [frame("one "), frame("two "), frame("three", "stop"), "data: [DONE]\n\n"];
const lengths = FRAMES.map((text) => Buffer.byteLength(text));
const endOf = (count: number) => lengths.slice(0, count).reduce((sum, length) => sum + length, 0);
const bytes = (text: string) => new TextEncoder().encode(text);

beforeAll(() => {
  vi.stubGlobal("document", { hidden: false, addEventListener() {}, removeEventListener() {} });
  vi.stubGlobal("requestAnimationFrame", (callback: () => void) => setTimeout(callback, 1));
  vi.stubGlobal("cancelAnimationFrame", (frame: number) => clearTimeout(frame));
});

const told = (more: Partial<ResponseTrace> = {}): ResponseTrace => ({
  id: "x",
  state: "running",
  dialect: "openai-chat",
  lane: "relay",
  upstream: "up",
  model: "up/m",
  dropped: [],
  started_at: 0,
  client: {
    method: "POST",
    path: "/v1/chat/completions",
    headers: { "content-type": "application/json", "user-agent": "b" },
    body: '{"model":"up/m"}',
    body_bytes: 16,
  },
  bytes: 0,
  ...more,
});

type Answers = { describe?: () => Response; events?: (after: number) => Response; send?: () => Response };

/** A gateway that is asked by `fetch`; what was asked is in `asked`. */
function gatewayOf({ describe, events, send }: Answers) {
  const asked: string[] = [];
  const fetch = async (address: string, { method = "GET" }: RequestInit = {}): Promise<Response> => {
    asked.push(`${method} ${address}`);
    const url = new URL(address, "http://gateway");
    if (method === "DELETE") return new Response(null, { status: 204 });
    if (url.pathname.endsWith("/events") && events) return events(Number(url.searchParams.get("after")));
    if (url.pathname.startsWith("/api/exchanges/") && describe) return describe();
    if (method === "POST" && send) return send();
    return new Response(null, { status: 404 });
  };
  return { asked, fetch: fetch as typeof globalThis.fetch };
}

const stream = (body: BodyInit, headers: Record<string, string> = {}) =>
  new Response(body, { headers: { "content-type": "text/event-stream", "x-gateway-lane": "relay", ...headers } });

/** The first `given` frames, then a broken connection. */
function broken(given: number): ReadableStream<Uint8Array> {
  let begun = false;
  return new ReadableStream({
    pull(controller) {
      if (begun) return controller.error(new TypeError("network error"));
      begun = true;
      controller.enqueue(bytes(FRAMES.slice(0, given).join("")));
    },
  });
}

const saved = { answer: { choices: [] }, timings: {} };

function resume(answers: Answers, known: Parameters<typeof resumeChatRun>[0]["known"] = saved) {
  const { asked, fetch } = gatewayOf(answers);
  const onAccepted = vi.fn();
  const startedAt = Date.now() - 60_000;
  const run = resumeChatRun({ exchangeId: "x", startedAt, known, answer: createResponseReader(), onAccepted, fetch });
  return { run, asked, onAccepted };
}

describe("a resumed response", () => {
  test("has its text, its events with their times, and the request", async () => {
    const writes: ResponseTrace["writes"] = [
      [endOf(1), 120],
      [endOf(2), 340],
      [endOf(4), 900],
    ];
    const { run, asked, onAccepted } = resume({
      describe: () => Response.json(told({ state: "complete", writes })),
      events: () => stream(FRAMES.join(""), { "x-exchange-status": "200", "x-request-id": "another" }),
    });
    const { state, answer, timings, route } = await run.finished;
    expect([state, answer.choices[0]?.text]).toEqual(["complete", "one two three"]);
    expect(timings).toMatchObject({ headers: 120, firstToken: 120, lastToken: 900 });
    expect(route).toMatchObject({ lane: "relay", requestId: "x" });
    expect(onAccepted).toHaveBeenCalledOnce();
    const trace = run.trace.record();
    expect(trace.events.map(({ at }) => at)).toEqual([120, 340, 900, 900]);
    expect(trace.head).toContain("POST /v1/chat/completions");
    expect([trace.request, trace.requestHeaders]).toEqual([
      '{\n  "model": "up/m"\n}',
      [["content-type", "application/json"]],
    ]);
    expect(asked).toEqual(["GET /api/exchanges/x?writes=true", "GET /api/exchanges/x/events?after=0"]);
  });

  test("shows the saved text until it has caught up", async () => {
    let push: ReadableStreamDefaultController<Uint8Array> | undefined;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        push = controller;
        controller.enqueue(bytes(FRAMES[0] ?? ""));
        controller.enqueue(bytes(FRAMES[1] ?? ""));
      },
    });
    const choice = { text: "one two", reasoning: "", refusal: "", toolCalls: [], logprobs: [] };
    const { run } = resume(
      { describe: () => Response.json(told({ writes: [[endOf(2), 50]] })), events: () => stream(body) },
      { answer: { choices: [choice] }, timings: {} },
    );
    const seen = new Set<string>();
    run.live.subscribe(() => seen.add(run.live.get().answer.choices[0]?.text ?? ""));
    expect(run.live.get().answer.choices[0]?.text).toBe("one two");
    await expect.poll(() => run.live.get().answer.choices[0]?.text).toBe("one two ");
    push?.enqueue(bytes(FRAMES[2] ?? ""));
    push?.enqueue(bytes(FRAMES[3] ?? ""));
    push?.close();
    const { timings, state } = await run.finished;
    expect(state).toBe("complete");
    // Tokens after the resume are timed by this page's clock, from the time of the request.
    expect(timings.lastToken).toBeGreaterThan(59_000);
    expect([...seen].every((text) => text.startsWith("one two "))).toBe(true);
  });

  test("is interrupted with the saved text when it is gone", async () => {
    const choice = { text: "one", reasoning: "", refusal: "", toolCalls: [], logprobs: [] };
    const { run, onAccepted } = resume({}, { answer: { choices: [choice] }, timings: { headers: 5 } });
    expect(await run.finished).toMatchObject({
      state: "interrupted",
      answer: { choices: [choice] },
      timings: { headers: 5 },
    });
    expect(onAccepted).not.toHaveBeenCalled();
  });

  test("fails as the original did, and is stopped when another tab stopped it", async () => {
    const refused = resume({
      describe: () => Response.json(told({ state: "failed" })),
      events: () =>
        new Response('{"error":429,"message":"Too many."}', {
          headers: { "content-type": "application/json", "x-exchange-status": "429" },
        }),
    });
    expect(await refused.run.finished).toMatchObject({
      state: "failed",
      failure: { status: 429, message: "Too many." },
    });
    const stopped = resume({
      describe: () => Response.json(told({ state: "stopped" })),
      events: () => stream(broken(2)),
    });
    expect(await stopped.run.finished).toMatchObject({ state: "stopped", answer: { choices: [{ text: "one two " }] } });
  });

  test("sends a stop to the gateway", async () => {
    const { run, asked } = resume({
      describe: () => Response.json(told()),
      events: () => stream(new ReadableStream()),
    });
    await expect.poll(() => asked).toHaveLength(2);
    run.stop();
    await expect.poll(() => asked).toContain("DELETE /api/exchanges/x");
  });
});

describe("a request with a resumable response", () => {
  const request = { path: "/v1/chat/completions", body: { model: "up/m" } };
  const startOn = (answers: Answers) => {
    const { asked, fetch } = gatewayOf(answers);
    const run = startChatRun({ request, exchangeId: "x", answer: createResponseReader(), onAccepted() {}, fetch });
    return { run, asked };
  };

  test("continues after a disconnect", async () => {
    const { run, asked } = startOn({
      send: () => stream(broken(1)),
      describe: () => Response.json(told()),
      events: (after) => (after === endOf(1) ? stream(broken(0)) : stream("")),
    });
    // All connections break, before they have brought anything more.
    expect(await run.finished).toMatchObject({ state: "failed", failure: { origin: "stream" } });
    expect(asked.filter((line) => line.includes("/events"))).toHaveLength(3);
    const again = startOn({
      send: () => stream(broken(1)),
      describe: () => Response.json(told()),
      events: (after) => (after === endOf(1) ? stream(FRAMES.slice(1).join("")) : stream("")),
    });
    expect(await again.run.finished).toMatchObject({
      state: "complete",
      answer: { choices: [{ text: "one two three" }] },
    });
  });

  test("sends its ID and the resumable header, and is stopped by its ID", async () => {
    const { run, asked } = startOn({ send: () => stream(new ReadableStream()) });
    expect(run.trace.record().requestHeaders).toContainEqual(["x-gateway-keep", "events"]);
    expect(run.trace.record().requestHeaders).toContainEqual(["x-request-id", "x"]);
    run.stop();
    await expect.poll(() => asked).toContain("DELETE /api/exchanges/x");
  });
});

test("splits stored bytes at their original writes, at any chunk boundary", async () => {
  const text = FRAMES.join("");
  for (const size of [1, 7, 64, 1_000]) {
    const whole = bytes(text);
    let from = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (from >= whole.length) return controller.close();
        controller.enqueue(whole.slice(from, from + size));
        from += size;
      },
    });
    const times: (number | "now")[] = [];
    let at: number | "now" = 0;
    const reader = joinResumableBody({
      body,
      writes: [
        [endOf(1), 10],
        [endOf(3), 20],
      ],
      onTime: (time) => {
        at = time;
      },
      onCaughtUp: () => {
        at = "now";
      },
    }).getReader();
    let read = "";
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      read += new TextDecoder().decode(piece.value);
      if (times.at(-1) !== at) times.push(at);
    }
    expect([read, times]).toEqual([text, [10, 20, "now"]]);
  }
});
