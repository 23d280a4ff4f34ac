/** Requests of any kind to every endpoint. */
import { afterAll, beforeAll, test } from "vitest";
import { answerAnyDialect } from "../support/answer-any-dialect.ts";
import { anyRequest } from "../support/any-request.ts";
import { FUZZ_TIMEOUT_MS, fuzz, sendCase } from "../support/fuzz.ts";
import { AUTHORIZED } from "../support/gateway.ts";
import { jsonReply, type StubUpstream, startStubUpstream } from "../support/stub-upstream.ts";
import { startWatchedGateway, type WatchedGateway } from "../support/watched-gateway.ts";

/** A task that is never done: nothing is fetched for it. */
const TASK = { id: "video_up", object: "video", status: "queued", progress: 0, model: "m", created_at: 1 };
const PICTURE = { created: 1, data: [{ b64_json: "iVBORw0KGgo=" }] };

let stub: StubUpstream;
let gateway: WatchedGateway;
beforeAll(async () => {
  stub = await startStubUpstream((request, response) => {
    if (request.path.includes("/videos")) return jsonReply(TASK)(request, response);
    if (request.path.includes("/images")) return jsonReply(PICTURE)(request, response);
    return answerAnyDialect(request, response);
  });
  const retries = { attempts: 0 };
  const of = (dialect: string) => ({ baseUrl: stub.url, dialects: [dialect], models: ["m"], retries });
  gateway = await startWatchedGateway({
    upstreams: { clips: of("openai-videos"), pictures: of("openai-images"), words: of("openai-chat") },
  });
});
afterAll(async () => {
  await gateway?.close();
  await stub?.close();
});

async function create(path: string, body: BodyInit, headers: Record<string, string> = {}): Promise<string> {
  const response = await fetch(gateway.url + path, { method: "POST", headers: { ...AUTHORIZED, ...headers }, body });
  return String(((await response.json()) as { id?: unknown }).id);
}

/** Names of one thing of each kind, and of a few that never were. */
async function createThings(): Promise<string[]> {
  const json = (path: string, body: unknown) => create(path, JSON.stringify(body));
  const form =
    '--edge\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhello\r\n' +
    '--edge\r\ncontent-disposition: form-data; name="purpose"\r\n\r\nuser_data\r\n--edge--\r\n';
  const page = { title: "A page", convention: "chat", turns: [], settings: [] };
  const made = await Promise.all([
    create("/v1/files", form, { "content-type": "multipart/form-data; boundary=edge" }),
    json("/v1/responses", { model: "sandbox/echo", input: "Hi" }),
    json("/v1/responses", { model: "sandbox/echo", input: "Hi", background: true }),
    json("/v1/videos", { model: "clips/m", prompt: "A fox" }),
    json("/api/shares", { page, public: true }),
    json("/api/keys", { name: "fuzz" }),
  ]);
  return [...made, "sandbox/echo", "words/m", "clips/m", "file-000000000000000000000000", "resp_x", "video_x"];
}

test("any request to any endpoint gets a response", { timeout: FUZZ_TIMEOUT_MS }, async () => {
  const ids = await createThings();
  await fuzz({
    gateway,
    cases: anyRequest(ids),
    send: (one) => sendCase(gateway.url, one),
    inputBytes: ({ body = "" }) => body.length,
  });
});
