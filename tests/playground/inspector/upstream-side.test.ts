import { describe, expect, test, vi } from "vitest";
import {
  loadUpstreamEvents,
  loadUpstreamSide,
  readUpstreamRoute,
  toTraceDialect,
} from "#lib/playground/inspector/upstream-side.ts";
import { saveTrace } from "#lib/playground/trace/save-trace.ts";
import type { SavedTrace } from "#lib/playground/trace/trace.ts";

const answering = (response: () => Response) => vi.fn(async () => response()) as unknown as typeof fetch;
const kept = {
  id: "req_1",
  lane: "translate",
  upstream: "claude",
  model: "m",
  dropped: ["logprobs"],
  client: { body: "{}" },
  sent: {
    method: "POST",
    url: "https://a/v1/messages",
    dialect: "anthropic-messages",
    headers: {},
    body: "{}",
    body_bytes: 2,
  },
};

test("reads the route from response headers", () => {
  const responseHeaders: [string, string][] = [
    ["x-gateway-lane", "translate"],
    ["x-gateway-upstream", "claude"],
    ["x-gateway-dropped", "logprobs, n"],
  ];
  expect(readUpstreamRoute({ responseHeaders })).toEqual({
    lane: "translate",
    upstream: "claude",
    dropped: ["logprobs", "n"],
    emulated: [],
  });
  expect(readUpstreamRoute({})).toEqual({ lane: undefined, upstream: undefined, dropped: [], emulated: [] });
});

test("loads the upstream's side by request ID; returns undefined when it is gone", async () => {
  const send = answering(() => Response.json(kept));
  const { id: _id, client: _client, ...side } = kept;
  expect(await loadUpstreamSide("req/1", send)).toEqual(side);
  expect(send).toHaveBeenCalledWith("/api/exchanges/req%2F1", expect.anything());
  expect(
    await loadUpstreamSide(
      "x",
      answering(() => new Response("{}", { status: 404 })),
    ),
  ).toBeUndefined();
  const offline = vi.fn(async () => Promise.reject(new TypeError("offline"))) as unknown as typeof fetch;
  expect(await loadUpstreamSide("x", offline)).toBeUndefined();
});

describe("the upstream's events", () => {
  const text = "event: ping\ndata: {}\n\ndata: é\n\ndata: [DONE]\n\n";
  const bytesUpTo = (end: string) => Buffer.byteLength(text.slice(0, text.indexOf(end) + end.length));
  const keeping = (body: string, told: object | undefined) =>
    vi.fn(async (address: string) =>
      address.endsWith("/upstream-events")
        ? new Response(body)
        : told
          ? Response.json(told)
          : new Response("{}", { status: 404 }),
    ) as unknown as typeof fetch;

  test("have the times at which the gateway received them, however they are chunked", async () => {
    const upstream_writes = [
      [bytesUpTo("data: {"), 20],
      [bytesUpTo("é\n\n"), 31.5],
      [Buffer.byteLength(text), 40],
    ];
    expect(await loadUpstreamEvents("x", keeping(text, { upstream_writes }))).toEqual({
      timed: true,
      events: [
        { at: 31.5, data: "{}", name: "ping" },
        { at: 31.5, data: "é" },
        { at: 40, data: "[DONE]" },
      ],
    });
    expect(await loadUpstreamEvents("x", keeping('{"a":1}', { upstream_writes: [[7, 12]] }))).toEqual({
      timed: true,
      events: [{ at: 12, data: '{"a":1}', form: "body" }],
    });
  });

  test("have no times when the gateway has none; are undefined without events", async () => {
    const found = await loadUpstreamEvents("x", keeping(text, undefined));
    expect(found).toMatchObject({ timed: false, events: [{ at: 0 }, { at: 0, data: "é" }, { at: 0, data: "[DONE]" }] });
    const none = answering(() => new Response(null, { status: 204 }));
    expect(await loadUpstreamEvents("x", none)).toBeUndefined();
  });
});

test("saves a trace at once, and again with the upstream's side of a translation", async () => {
  const record: SavedTrace = {
    turnId: "t",
    sessionId: "s",
    request: "{}",
    events: [],
    droppedCount: 0,
    requestId: "req_1",
    responseHeaders: [["x-gateway-lane", "translate"]],
  };
  const saved: SavedTrace[] = [];
  const history = { saveTrace: async (trace: SavedTrace) => void saved.push(trace) };
  vi.stubGlobal(
    "fetch",
    answering(() => Response.json(kept)),
  );
  await saveTrace(history, record);
  expect(saved.map(({ other }) => other?.sent?.dialect)).toEqual([undefined, "anthropic-messages"]);
  saved.length = 0;
  await saveTrace(history, { ...record, responseHeaders: [["x-gateway-lane", "relay"]] });
  expect(saved).toHaveLength(1);
  await saveTrace({ saveTrace: () => Promise.reject(new Error("full")) }, record);
  vi.unstubAllGlobals();
});

test("uses the gateway's names of dialects", () => {
  expect([toTraceDialect("google-generate"), toTraceDialect("other"), toTraceDialect(undefined)]).toEqual([
    "google-generate",
    "openai-chat",
    "openai-chat",
  ]);
});
