/** Providers that send anything over the WebSocket of a response: each request has one end, and nothing is held. */
import type { Socket } from "node:net";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AllServices } from "#lib/gateway/assembly/services.ts";
import { anyFrameOf, writeFrame } from "../support/any-frame.ts";
import { FUZZ_TIMEOUT_MS } from "../support/fuzz.ts";
import { startGateway, type TestGateway } from "../support/gateway.ts";
import { openSocket } from "../support/response-socket.ts";
import { type SocketUpstream, startSocketUpstream } from "../support/socket-upstream.ts";

const poll = <Value>(read: () => Value) => expect.poll(read, { timeout: 10_000 });

const given = Number(process.env.FUZZ_SECONDS);
const interruptAfterTimeLimit = (given > 0 ? given : 4) * 1_000;
const seed = Number(process.env.FUZZ_SEED) || (given > 0 ? Date.now() % 2 ** 31 : 20_261_125);
const terms = { seed, interruptAfterTimeLimit, markInterruptAsFailure: false, numRuns: 1_000_000, endOnFailure: true };

let upstream: SocketUpstream;
let gateway: TestGateway;
let services: AllServices;
beforeAll(async () => {
  upstream = await startSocketUpstream();
  const entry = {
    ...{ baseUrl: upstream.url, models: ["m"], dialects: ["openai-responses"], responses: { webSocket: true } },
    ...{ retries: { attempts: 1, maxDelayMs: 20 }, timeouts: { firstByteMs: 60, idleMs: 40 } },
  };
  gateway = await startGateway({
    mount: "node",
    config: {
      upstreams: { up: entry, other: entry },
      routes: { both: { targets: [{ model: "up/m" }], fallback: ["other/m"] } },
    },
    replace: (all) => {
      services = all;
      return {};
    },
  });
});
afterAll(async () => {
  await gateway?.close();
  await upstream?.close();
});

const response = { id: "resp_1", object: "response", status: "completed", output: [] };
const anyText = fc.oneof(
  fc.json(),
  fc.constantFrom(
    ...[
      { type: "response.created", response: { ...response, status: "in_progress" } },
      { type: "response.output_text.delta", delta: "Hi", output_index: 0, item_id: "msg_1" },
      { type: "response.completed", response },
      { type: "response.failed", response: { ...response, error: { code: "x", message: "No." } } },
      { type: "error", status: 429, error: { message: "Slow.", code: "x" }, headers: { "retry-after": "0" } },
      { type: "error", status: 400, error: { code: "previous_response_not_found" } },
      { type: "error", status: 400, error: { code: "websocket_connection_limit_reached" } },
      { type: "error", status: "400", error: 7, headers: [1] },
      { type: "error", message: "No.", code: "x" },
      { type: 7, response: null },
    ].map((event) => JSON.stringify(event)),
  ),
);

test("any frames of the provider", { timeout: FUZZ_TIMEOUT_MS }, async () => {
  const turn = fc.record({
    frames: fc.array(anyFrameOf(anyText), { maxLength: 5 }),
    model: fc.constantFrom("up/m", "other/m", "both"),
    continues: fc.boolean(),
    closes: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(turn, { minLength: 1, maxLength: 4 }), async (turns) => {
      const socket = await openSocket(gateway.url);
      let last: string | undefined;
      for (const { frames, model, continues, closes } of turns) {
        upstream.onMessage = ({ socket: theirs }) => {
          const raw = (theirs as unknown as { _socket: Socket })._socket;
          for (const frame of frames) raw.write(writeFrame(frame, false));
          if (closes) raw.end();
        };
        const previous = continues && last ? { previous_response_id: last } : {};
        const end = await socket.create({ model, input: "Hi", store: false, ...previous });
        last = end.response?.id;
      }
      const ends = socket.events.filter(({ type }) =>
        /^(?:error|response\.(?:completed|failed|incomplete))$/.test(type),
      );
      expect(ends).toHaveLength(turns.length);
      socket.socket.close();
      expect(await socket.closed).toBe(1005);
    }),
    terms,
  );
  await poll(() => upstream.sessions.filter(({ closed }) => !closed).length).toBe(0);
  upstream.reset();
  await poll(() => services.responseSockets.count).toBe(0);
  await poll(() => services.inFlight.count).toBe(0);
  await poll(() => services.bodyMemory.used).toBe(0);
  expect((await fetch(`${gateway.url}/healthz`)).status).toBe(200);
  expect(gateway.output()).not.toMatch(/\n\s+at .*\.[jt]s:\d+/);
});
