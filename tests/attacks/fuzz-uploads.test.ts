/** Multipart bodies and resumable uploads of any kind. */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AnyForm, anyForm } from "../support/any-form.ts";
import { FUZZ_TIMEOUT_MS, type FuzzAnswer, type FuzzCase, fuzz, sendCase } from "../support/fuzz.ts";
import { ADMIN_KEY } from "../support/gateway.ts";
import { jsonReply, type StubUpstream, startStubUpstream } from "../support/stub-upstream.ts";
import { startWatchedGateway, type WatchedGateway } from "../support/watched-gateway.ts";

const KEY = { authorization: `Bearer ${ADMIN_KEY}` };
const PATHS = [
  "/v1/files",
  "/v1/images/edits",
  "/v1/videos",
  "/upload/v1beta/files",
  "/upload/v1/files?uploadType=multipart",
];
/** Takes the fields of a task and of a picture; the task is never done. */
const REPLY = {
  id: "video_1",
  object: "video",
  status: "queued",
  progress: 0,
  created: 1,
  data: [{ b64_json: "AAAA" }],
};

let stub: StubUpstream;
let gateway: WatchedGateway;
beforeAll(async () => {
  stub = await startStubUpstream(jsonReply(REPLY));
  const of = (dialect: string) => ({ baseUrl: stub.url, dialects: [dialect], models: ["m"], retries: { attempts: 0 } });
  gateway = await startWatchedGateway({ upstreams: { clips: of("openai-videos"), pictures: of("openai-images") } });
});
afterAll(async () => {
  await gateway?.close();
  await stub?.close();
});

test("any form is accepted or refused", { timeout: FUZZ_TIMEOUT_MS }, async () => {
  await fuzz<{ path: string; form: AnyForm }>({
    gateway,
    cases: fc.record({ path: fc.constantFrom(...PATHS), form: anyForm }),
    send: ({ path, form: { type, body } }) =>
      sendCase(gateway.url, { path, method: "POST", headers: { ...KEY, "content-type": type }, body }),
    inputBytes: ({ form }) => form.body.length,
  });
});

/** One request to an upload that has begun. @property back bytes before the right offset at which it claims to begin */
type Step = { command: string; back: number; size: number; offset: string | undefined };

const step: fc.Arbitrary<Step> = fc.record({
  command: fc.oneof(
    { weight: 4, arbitrary: fc.constant("upload") },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        "upload, finalize",
        "finalize",
        "query",
        "cancel",
        "start",
        "",
        "fly",
        "upload,upload",
      ),
    },
  ),
  back: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.integer({ min: -9, max: 9 }) }),
  size: fc.oneof(fc.nat(20), fc.constantFrom(0, 65_536, 100_001)),
  offset: fc.oneof(
    { weight: 8, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constantFrom("", "-1", "1.5", "1e3", "9".repeat(30), "abc", "0, 0") },
  ),
});

type Upload = { declared: number | undefined; steps: Step[] };

const upload: fc.Arbitrary<Upload> = fc.record({
  declared: fc.oneof(fc.constant(undefined), fc.nat(200)),
  steps: fc.array(step, { maxLength: 6 }),
});

/** Bytes whose value says where in the file they are. */
function bytesAt(offset: number, size: number): Buffer {
  return Buffer.from(Array.from({ length: size }, (_, index) => (Math.max(0, offset) + index) % 251));
}

type Outcome = FuzzAnswer & { received: number; file: string | undefined };

async function play({ declared, steps }: Upload): Promise<Outcome> {
  const send = (one: Omit<FuzzCase, "method">) => sendCase(gateway.url, { method: "POST", ...one });
  let answer = await send({
    path: "/upload/v1beta/files",
    headers: {
      ...KEY,
      "x-goog-upload-protocol": "resumable",
      "x-goog-upload-command": "start",
      ...(declared === undefined ? {} : { "x-goog-upload-header-content-length": String(declared) }),
    },
  });
  const address = answer.headers.get("x-goog-upload-url");
  const outcome: Outcome = { ...answer, received: 0, file: undefined };
  if (address === null) return outcome;
  const path = address.replace(/^https?:\/\/[^/]+/, "");
  for (const { command, back, size, offset } of steps) {
    const begin = outcome.received - back;
    const body = bytesAt(begin, size);
    const headers = { "x-goog-upload-command": command, "x-goog-upload-offset": offset ?? String(begin) };
    answer = await send({ path, headers, body });
    Object.assign(outcome, answer);
    if (answer.status === 500) break;
    outcome.received = Number(answer.headers.get("x-goog-upload-size-received") ?? outcome.received);
    if (answer.status !== 200 || answer.headers.get("x-goog-upload-status") !== "final") continue;
    const { file } = JSON.parse(answer.text) as { file: { name: string; sizeBytes: string } };
    outcome.file = file.name;
    outcome.received = Number(file.sizeBytes);
  }
  return outcome;
}

test("any resumable upload stores exactly the bytes it received, or none", { timeout: FUZZ_TIMEOUT_MS }, async () => {
  await fuzz<Upload, Outcome>({
    gateway,
    cases: upload,
    send: play,
    async check({ received, file }) {
      if (file === undefined) return;
      const content = await fetch(`${gateway.url}/v1beta/${file}:download?alt=media`, { headers: KEY });
      expect(Buffer.from(await content.arrayBuffer()).equals(bytesAt(0, received)), "the file's bytes").toBe(true);
    },
    inputBytes: ({ steps }) => steps.reduce((sum, { size }) => sum + size, 0),
  });
});
