/** Any bytes and any messages over WebSockets: the gateway stays well, and holds nothing of them afterwards. */
import { randomBytes } from "node:crypto";
import { connect, type Socket } from "node:net";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AllServices } from "#lib/gateway/assembly/services.ts";
import { FUZZ_TIMEOUT_MS } from "../support/fuzz.ts";
import { ADMIN_KEY, startGateway, type TestGateway } from "../support/gateway.ts";
import { openSocket } from "../support/response-socket.ts";

/** On a busy machine a row of the log takes a while. */
const poll = <Value>(read: () => Value) => expect.poll(read, { timeout: 10_000 });

const given = Number(process.env.FUZZ_SECONDS);
const interruptAfterTimeLimit = (given > 0 ? given : 2) * 1_000;
const seed = Number(process.env.FUZZ_SEED) || (given > 0 ? Date.now() % 2 ** 31 : 20_261_124);
const terms = { seed, interruptAfterTimeLimit, markInterruptAsFailure: false, numRuns: 1_000_000, endOnFailure: true };

let gateway: TestGateway;
let services: AllServices;
beforeAll(async () => {
  gateway = await startGateway({
    mount: "node",
    replace: (all) => {
      services = all;
      return {};
    },
  });
});
afterAll(() => gateway?.close());

/** Opens a WebSocket by hand; the bytes of its answers are counted and thrown away. */
async function openRaw(): Promise<Socket> {
  const { hostname, port } = new URL(gateway.url);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => {});
  socket.write(
    `GET /v1/responses HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${ADMIN_KEY}\r\nconnection: Upgrade\r\n` +
      `upgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: ${randomBytes(16).toString("base64")}\r\n\r\n`,
  );
  const head = await new Promise<string>((resolve) => socket.once("data", (chunk) => resolve(String(chunk))));
  expect(head).toMatch(/^HTTP\/1\.1 101 /);
  socket.resume();
  return socket;
}

/** A frame as RFC 6455 §5.2 has it, right or wrong in any of its fields. */
const anyFrame = fc
  .record({
    first: fc.oneof(fc.constantFrom(0x81, 0x82, 0x01, 0x00, 0x80, 0x88, 0x89, 0x8a), fc.integer({ min: 0, max: 255 })),
    masked: fc.oneof({ weight: 9, arbitrary: fc.constant(true) }, fc.constant(false)),
    announced: fc.oneof(
      { weight: 6, arbitrary: fc.constant(undefined) },
      fc.constantFrom(0n, 125n, 65_536n, 2n ** 31n, 2n ** 53n, 2n ** 63n, 2n ** 64n - 1n),
    ),
    payload: fc.oneof(
      fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
      fc.json().map((text) => Buffer.from(text)),
    ),
  })
  .map(({ first, masked, announced, payload }) => {
    const length = announced ?? BigInt(payload.length);
    const bit = masked ? 0x80 : 0;
    const size = Buffer.alloc(9);
    size[0] = bit | 127;
    size.writeBigUInt64BE(length, 1);
    const short = length < 126n ? Buffer.from([bit | Number(length)]) : size;
    const mask = masked ? Buffer.alloc(4) : Buffer.alloc(0);
    return Buffer.concat([Buffer.from([first]), short, mask, payload]);
  });

async function expectNothingHeld(): Promise<void> {
  await poll(() => services.responseSockets.count).toBe(0);
  await poll(() => services.inFlight.count).toBe(0);
  await poll(() => services.bodyMemory.used).toBe(0);
  expect((await fetch(`${gateway.url}/healthz`)).status).toBe(200);
  expect(gateway.output()).not.toMatch(/\n\s+at .*\.[jt]s:\d+/);
}

test("any frames, cut anywhere", { timeout: FUZZ_TIMEOUT_MS }, async () => {
  const cases = fc.record({
    frames: fc.array(anyFrame, { maxLength: 6 }),
    cuts: fc.array(fc.nat(400), { maxLength: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(cases, async ({ frames, cuts }) => {
      const socket = await openRaw();
      const bytes = Buffer.concat(frames);
      let from = 0;
      for (const cut of cuts.sort((one, other) => one - other)) {
        socket.write(bytes.subarray(from, cut));
        from = Math.max(from, cut);
        await new Promise(setImmediate);
      }
      socket.write(bytes.subarray(from));
      socket.end();
      await new Promise((resolve) => socket.once("close", resolve));
    }),
    terms,
  );
  await expectNothingHeld();
});

const anyName = fc.constantFrom(
  "type",
  "model",
  "input",
  "stream_id",
  "previous_response_id",
  "store",
  "generate",
  "x",
);
const anyValue = fc.oneof(
  fc.constantFrom("response.create", "sandbox/echo", "Hi", "resp_x", true, false, null, 7, "", "a"),
  fc.jsonValue({ maxDepth: 3 }),
  fc.constant([
    { type: "function_call_output", call_id: "c", output: "?" },
    { type: "compaction", encrypted_content: "plc1.x" },
  ]),
);

test("any events on one socket: each is answered", { timeout: FUZZ_TIMEOUT_MS }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.boolean(), fc.dictionary(anyName, anyValue, { maxKeys: 7 })), {
        minLength: 1,
        maxLength: 8,
      }),
      async (events) => {
        const socket = await openSocket(gateway.url);
        for (const [isCreate, fields] of events) {
          const usual = { type: "response.create", model: "sandbox/echo", input: "Hi", store: false };
          socket.send(isCreate ? { ...usual, ...fields } : fields);
        }
        await socket.final(events.length);
        socket.socket.close();
        expect(await socket.closed).toBe(1005);
      },
    ),
    terms,
  );
  await expectNothingHeld();
});

test("half a message, and a socket that never reads, hold no memory once they are gone", async () => {
  const half = await openRaw();
  const head = Buffer.from([0x81, 0xff, 0, 0, 0, 0, 0, 0x80, 0, 0, 0, 0, 0, 0]);
  half.write(Buffer.concat([head, Buffer.alloc(2 * 1024 * 1024, 0x20)]));
  await poll(() => services.bodyMemory.used).toBeGreaterThan(4 * 1024 * 1024);
  half.destroy();
  const silent = await openRaw();
  silent.pause();
  const text = Buffer.from("?");
  for (let index = 0; index < 50; index++) silent.write(Buffer.concat([Buffer.from([0x81, 0x81, 0, 0, 0, 0]), text]));
  silent.destroy();
  await expectNothingHeld();
});
