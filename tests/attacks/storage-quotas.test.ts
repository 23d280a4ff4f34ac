/** A key that fills the disk: each way to store something ends at the quota of its key, with one clear error. */
import { afterEach, describe, expect, test } from "vitest";
import { DEFAULT_QUOTAS, type QuotaKind } from "#lib/config/quotas.ts";
import { openStore } from "#lib/store/open-store.ts";
import type { KeyScope } from "#lib/store/store.ts";
import { expectError } from "../support/expect-error.ts";
import { startGateway, type TestGateway } from "../support/gateway.ts";

let gateway: TestGateway;
afterEach(() => gateway?.close());

/** Starts a gateway, and makes a key. @returns the headers that send it */
async function start(config: Record<string, unknown>, scopes: KeyScope[] = ["inference"]) {
  gateway = await startGateway({ mount: "node", config });
  return { authorization: `Bearer ${await createKey(scopes)}` };
}

async function createKey(scopes: KeyScope[]): Promise<string> {
  const store = await openStore({ dataDir: gateway.dataDir });
  const { secret } = await store.keys.create({ name: "app", scopes });
  await store.close();
  return secret;
}

type Headers = { authorization: string };
type Send = (headers: Headers) => Promise<Response>;

const post = (path: string, headers: Record<string, string>, body: RequestInit["body"]) =>
  fetch(gateway.url + path, { method: "POST", headers, body });
const postJson =
  (path: string, body: unknown): Send =>
  (headers) =>
    post(path, { ...headers, "content-type": "application/json" }, JSON.stringify(body));

function form(): FormData {
  const data = new FormData();
  data.set("purpose", "user_data");
  data.set("file", new File(["Hello"], "a.txt", { type: "text/plain" }));
  return data;
}

function pageOf(bytes: number, isPublic = false) {
  const data = Buffer.alloc(bytes, 7).toString("base64");
  const picture = { type: "picture", name: "A dot", media_type: "image/png", data };
  const turns = [{ role: "user", parts: [picture] }];
  return { page: { title: "A page", convention: "chat", turns, settings: [] }, public: isPublic };
}

const google = (protocol: string, more: Record<string, string> = {}) => ({
  "x-goog-upload-protocol": protocol,
  "content-type": "text/plain",
  ...more,
});

const ROUTES: [name: string, kind: QuotaKind, send: Send][] = [
  ["a file by a form", "files", (headers) => post("/v1/files", headers, form())],
  [
    "a file by an Anthropic client",
    "files",
    (headers) => post("/v1/files", { ...headers, "anthropic-version": "2023-06-01" }, form()),
  ],
  ["a raw file", "files", (headers) => post("/upload/v1beta/files", { ...headers, ...google("raw") }, "Hello")],
  [
    "a file in one request with its metadata",
    "files",
    (headers) =>
      post(
        "/upload/v1beta/files",
        { ...headers, ...google("multipart"), "content-type": "multipart/related; boundary=x" },
        "--x\r\ncontent-type: application/json\r\n\r\n{}\r\n--x\r\ncontent-type: text/plain\r\n\r\nHello\r\n--x--\r\n",
      ),
  ],
  [
    "an upload that never ends",
    "uploads",
    (headers) =>
      post("/upload/v1beta/files", { ...headers, ...google("resumable", { "x-goog-upload-command": "start" }) }, "{}"),
  ],
  ["a long link", "shares", postJson("/api/shares", { payload: `1.${"a".repeat(1_000)}` })],
  ["a page with a picture", "shares", postJson("/api/shares", pageOf(1_000))],
  [
    "an image by its address",
    "images",
    postJson("/v1/images/generations", {
      model: "sandbox/image-model-b",
      prompt: "A fox",
      size: "256x256",
      response_format: "url",
    }),
  ],
  ["a video", "videos", postJson("/v1/videos", { model: "sandbox/video-model-a", prompt: "A fox" })],
  ["a response", "responses", postJson("/v1/responses", { model: "sandbox/echo", input: "Hi" })],
  [
    "a response in the background",
    "responses",
    postJson("/v1/responses", { model: "sandbox/echo", input: "Hi", background: true }),
  ],
];

describe("ten concurrent writes for two places", () => {
  test.each(ROUTES)("of %s: two are stored, and eight get a 507 that names the limit", async (_name, kind, send) => {
    const key = await start({ quotas: { [kind]: { count: 2 } } });
    const responses = await Promise.all(Array.from({ length: 10 }, () => send(key)));
    const statuses = responses.map(({ status }) => status).toSorted();
    expect(statuses.filter((status) => status < 300)).toHaveLength(2);
    expect(statuses.filter((status) => status === 507)).toHaveLength(8);
    const refused = responses.find(({ status }) => status === 507) as Response;
    expect(refused.headers.get("x-should-retry")).toBe("false");
    await expectError(refused, {
      status: 507,
      message: new RegExp(`^This key already has 2 .*\`quotas\\.${kind}\`\\.$`),
      type: "insufficient_quota",
      code: "quota_exceeded",
    });
    const other = { authorization: `Bearer ${await createKey(["inference"])}` };
    expect((await send(other)).status).toBeLessThan(300);
  });
});

test("a quota of null sets no limit", async () => {
  const key = await start({ quotas: { files: null, shares: { count: null, bytes: null } } });
  for (const send of [ROUTES[0], ROUTES[5], ROUTES[6]]) expect((await send?.[2](key))?.status).toBeLessThan(300);
});

test("deleting makes room for a resumable upload", async () => {
  const key = await start({ quotas: { files: { count: 1 } } });
  const begun = await post(
    "/upload/v1beta/files",
    { ...key, ...google("resumable", { "x-goog-upload-command": "start" }) },
    "{}",
  );
  const address = String(begun.headers.get("x-goog-upload-url")).replace(/^https?:\/\/[^/]+/, "");
  const { id } = await (await post("/v1/files", key, form())).json();
  const finish = (command: string, body: string) =>
    post(address, { ...key, "x-goog-upload-command": command, "x-goog-upload-offset": "0" }, body);
  expect((await finish("upload, finalize", "Hello")).status).toBe(507);
  expect((await fetch(`${gateway.url}/v1/files/${id}`, { method: "DELETE", headers: key })).status).toBe(200);
  const finished = await finish("finalize", "");
  expect(await finished.json()).toMatchObject({ file: { sizeBytes: "5" } });
});

test("a page whose images do not fit stores none of them", async () => {
  const key = await start({ quotas: { shares: { bytes: 10_000 } } });
  const { page } = pageOf(3_000);
  const [turn] = page.turns;
  const full = { ...page, turns: [turn, turn, turn, turn] };
  expect((await postJson("/api/shares", { page: full })(key)).status).toBe(507);
  expect((await postJson("/api/shares", { page })(key)).status).toBe(201);
});

test("storing 200 MB of shares stops at the limit of 100 MB", async () => {
  const key = await start({});
  const payload = `1.${"a".repeat(999_998)}`;
  expect(DEFAULT_QUOTAS.shares.bytes).toBe(100 * 2 ** 20);
  const send = postJson("/api/shares", { payload });
  let count = 0;
  while (count < 200 && (await send(key)).status === 201) count++;
  expect(count).toBe(Math.floor(DEFAULT_QUOTAS.shares.bytes / payload.length));
});

describe("a public page", () => {
  const cases: [
    name: string,
    config: Record<string, unknown>,
    scopes: KeyScope[],
    status: number,
    deniedBy?: string,
  ][] = [
    ["is refused to an inference key", {}, ["inference"], 403, "key"],
    ["is allowed to a key with the scope publish", {}, ["inference", "publish"], 201],
    ["is allowed to a key with the scope admin", {}, ["admin"], 201],
    ["is allowed to every key where the config says so", { shares: { public: true } }, ["inference"], 201],
    [
      "is refused to every key where the config says so",
      { shares: { public: false } },
      ["inference", "publish", "admin"],
      403,
      "gateway",
    ],
  ];
  test.each(cases)("%s, and the session reports it", async (_name, config, scopes, status, deniedBy) => {
    const key = await start(config, scopes);
    const response = await postJson("/api/shares", pageOf(10, true))(key);
    expect(response.status).toBe(status);
    const body = await response.json();
    if (status === 201) expect((await fetch(`${gateway.url}/api/shares/${body.id}`)).status).toBe(200);
    else expect(body).toMatchObject({ error: 403, code: "public_shares_off", param: "public" });
    const session = await (await fetch(`${gateway.url}/api/session`, { headers: key })).json();
    expect(session.public_shares).toBe(status === 201);
    expect(session.public_shares_denied_by).toBe(deniedBy);
    expect((await postJson("/api/shares", pageOf(10))(key)).status).toBe(201);
  });
});
