import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { loadLoggedTrace } from "#app/(playground)/requests/_model/load-logged-trace.ts";
import type { LoggedRequest } from "#lib/contract/logged-request.ts";
import type { ResponseTrace } from "#lib/contract/response-trace.ts";

const request = { id: "req_1", time: 1_000, dialect: "openai-chat", total_ms: 95 } as LoggedRequest;
const FIRST = `data: {"choices":[{"index":0,"delta":{"content":"Hello"}}]}\n\n`;
const LAST = "data: [DONE]\n\n";
const kept = {
  id: "req_1",
  lane: "translate",
  upstream: "anthropic",
  model: "anthropic/m",
  dropped: ["user"],
  started_at: 1_000,
  client: { method: "POST", path: "/v1/chat/completions", headers: {}, body: '{"model":"m"}', body_bytes: 13 },
  sent: {
    method: "POST",
    url: "https://a/v1/messages",
    dialect: "anthropic-messages",
    headers: {},
    body: "{}",
    body_bytes: 2,
  },
  writes: [
    [FIRST.length, 40],
    [FIRST.length + LAST.length, 90],
  ],
} as unknown as ResponseTrace;

const gateway = (answers: Record<string, () => Response>) =>
  (async (input: RequestInfo | URL) => {
    const [, path = ""] = /\/api\/exchanges\/req_1(.*)$/.exec(String(input)) ?? [];
    const answer = answers[path.replace(/\?.*/, "")];
    return answer ? answer() : new Response("{}", { status: 404 });
  }) as typeof fetch;

beforeEach(() => {
  vi.stubGlobal("document", { hidden: false, addEventListener() {}, removeEventListener() {} });
  vi.stubGlobal("requestAnimationFrame", (callback: () => void) => setTimeout(callback, 0));
  vi.stubGlobal("cancelAnimationFrame", clearTimeout);
});
afterEach(() => vi.unstubAllGlobals());

it("loads the request, the timed events and the upstream's side as one trace", async () => {
  const send = gateway({
    "": () => Response.json(kept),
    "/events": () =>
      new Response(FIRST + LAST, {
        headers: { "content-type": "text/event-stream", "x-exchange-status": "200", "x-gateway-lane": "translate" },
      }),
  });
  const record = await loadLoggedTrace(request, send);
  expect(record).toMatchObject({
    request: '{\n  "model": "m"\n}',
    status: 200,
    events: [{ at: 40 }, { at: 90, data: "[DONE]" }],
    timings: { firstToken: 40, end: 95 },
    other: { upstream: "anthropic", dropped: ["user"], sent: { dialect: "anthropic-messages" } },
  });
});

it("returns nothing when the gateway no longer has the response", async () => {
  const send = gateway({});
  expect(await loadLoggedTrace(request, send)).toBeUndefined();
});
