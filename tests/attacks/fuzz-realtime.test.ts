/** Any bytes over realtime sessions, from the client and from the provider: nothing of them is held afterwards. */
import { randomBytes } from "node:crypto";
import { connect, type Socket } from "node:net";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AllServices } from "#lib/gateway/assembly/services.ts";
import { anyFrameOf, writeFrame } from "../support/any-frame.ts";
import { FUZZ_TIMEOUT_MS } from "../support/fuzz.ts";
import { ADMIN_KEY, startGateway, type TestGateway } from "../support/gateway.ts";
import { type SocketUpstream, startSocketUpstream } from "../support/socket-upstream.ts";

const poll = <Value>(read: () => Value) => expect.poll(read, { timeout: 10_000 });

const given = Number(process.env.FUZZ_SECONDS);
const interruptAfterTimeLimit = (given > 0 ? given : 2) * 1_000;
const seed = Number(process.env.FUZZ_SEED) || (given > 0 ? Date.now() % 2 ** 31 : 20_261_125);
const terms = { seed, interruptAfterTimeLimit, markInterruptAsFailure: false, numRuns: 1_000_000, endOnFailure: true };

const OPENAI = "/v1/realtime?model=rt/m";
const LIVE = "/ws/google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent";

let upstream: SocketUpstream;
let gateway: TestGateway;
let services: AllServices;
beforeAll(async () => {
  upstream = await startSocketUpstream();
  const shared = { baseUrl: upstream.url, models: ["m"] };
  gateway = await startGateway({
    mount: "node",
    config: { upstreams: { rt: shared, live: { ...shared, dialects: ["google-generate"] } } },
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

async function openRaw(path: string): Promise<Socket> {
  const { hostname, port } = new URL(gateway.url);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => {});
  socket.write(
    `GET ${path} HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${ADMIN_KEY}\r\nconnection: Upgrade\r\n` +
      `upgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: ${randomBytes(16).toString("base64")}\r\n\r\n`,
  );
  const head = await new Promise<string>((resolve) => socket.once("data", (chunk) => resolve(String(chunk))));
  expect(head).toMatch(/^HTTP\/1\.1 101 /);
  socket.resume();
  return socket;
}

const anyText = fc.oneof(
  fc.json(),
  fc.constantFrom(
    ...['{"setup":{"model":"models/live/m"}}', '{"setup":{"model":7}}', '{"type":"response.done","response":null}'],
    ...[
      '{"type":"session.update","session":{"model":"x"}}',
      '{"type":"response.done","response":{"usage":{"input_tokens":"x"}}}',
    ],
    ...[
      '{"usageMetadata":{"promptTokensDetails":[7]},"serverContent":{"turnComplete":true}}',
      "null",
      '"response.done"',
    ],
  ),
);

const anyFrame = anyFrameOf(anyText);

test.each([OPENAI, LIVE])("any frames of both sides: %s", { timeout: FUZZ_TIMEOUT_MS }, async (path) => {
  const cases = fc.record({
    ofClient: fc.array(anyFrame, { maxLength: 5 }),
    ofProvider: fc.array(anyFrame, { maxLength: 5 }),
  });
  await fc.assert(
    fc.asyncProperty(cases, async ({ ofClient, ofProvider }) => {
      upstream.onSession = ({ socket }) => {
        const raw = (socket as unknown as { _socket: Socket })._socket;
        for (const frame of ofProvider) raw.write(writeFrame(frame, false));
      };
      const socket = await openRaw(path);
      for (const frame of ofClient) socket.write(writeFrame(frame, true));
      await new Promise(setImmediate);
      socket.end();
      await new Promise((resolve) => socket.once("close", resolve));
    }),
    terms,
  );
  upstream.reset();
  await poll(() => services.realtimeSessions.count).toBe(0);
  await poll(() => services.inFlight.count).toBe(0);
  await poll(() => services.bodyMemory.used).toBe(0);
  expect((await fetch(`${gateway.url}/healthz`)).status).toBe(200);
  expect(gateway.output()).not.toMatch(/\n\s+at .*\.[jt]s:\d+/);
});
