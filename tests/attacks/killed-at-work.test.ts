/**
 * A gateway that is killed in the middle of its work: the next one cleans up, and says what became of it, within
 * seconds.
 */
import { readdirSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { ADMIN_KEY, AUTHORIZED } from "../support/gateway.ts";
import { createGatewayHome, type GatewayHome, type KillableGateway } from "../support/killable-gateway.ts";
import { neverAnswer, type StubUpstream, startStubUpstream } from "../support/stub-upstream.ts";

const BEARER = { authorization: `Bearer ${ADMIN_KEY}` };
const MEGABYTE = 2 ** 20;
const PROMPTLY = { timeout: 5_000 };

let home: GatewayHome;
let gateway: KillableGateway;
/** Answers no request: what was sent to it may be billed. */
let upstream: StubUpstream;
/** Responses that were in progress there. */
let ids: string[];
/** Response that was in progress in the sandbox, which bills nothing. */
let repeatableId: string;
/** Path of an upload of which one piece was complete and the next one was under way. */
let uploadPath: string;

const call = (method: string, path: string, body?: unknown) =>
  fetch(`${gateway.url}${path}`, { method, headers: AUTHORIZED, ...(body ? { body: JSON.stringify(body) } : {}) });

/** Sends the beginning of a body, of which the rest never comes. */
function sendHalf(path: string, headers: Record<string, string>, parts: (string | Uint8Array)[]): void {
  const half = request(`${gateway.url}${path}`, { method: "POST", headers: { ...BEARER, ...headers } });
  half.on("error", () => {});
  for (const part of parts) half.write(part);
}

const inForm = (name: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`;
const filesIn = (folder: string) =>
  readdirSync(join(home.dataDir, folder), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
const namesIn = (folder: string) => filesIn(folder).map(({ name }) => name);

const unfinished = () => namesIn("blobs").filter((name) => name.endsWith(".part"));

async function respondInBackground(model: string): Promise<string> {
  const response = await call("POST", "/v1/responses", { model, input: "Hi", background: true });
  return ((await response.json()) as { id: string }).id;
}

async function leaveWork(): Promise<void> {
  for (let index = 0; index < 4; index++) {
    ids.push(await respondInBackground("silent/m"));
  }
  repeatableId = await respondInBackground("sandbox/slow-3000");
  await vi.waitUntil(() => upstream.requests.length === 4, PROMPTLY);
  const multipart = { "content-type": "multipart/form-data; boundary=b" };
  sendHalf("/v1/files", multipart, [inForm("file"), new Uint8Array(40 * MEGABYTE)]);
  sendHalf("/v1/images/edits", multipart, [inForm("image"), new Uint8Array(40 * MEGABYTE)]);
  const start = { ...AUTHORIZED, "x-goog-upload-protocol": "resumable", "x-goog-upload-command": "start" };
  const started = await fetch(`${gateway.url}/upload/v1beta/files`, { method: "POST", headers: start, body: "{}" });
  uploadPath = new URL(String(started.headers.get("x-goog-upload-url"))).pathname;
  uploadPath += new URL(String(started.headers.get("x-goog-upload-url"))).search;
  const piece = { "x-goog-upload-command": "upload", "x-goog-upload-offset": "0" };
  await fetch(`${gateway.url}${uploadPath}`, { method: "POST", headers: { ...BEARER, ...piece }, body: "abc" });
  sendHalf(uploadPath, { ...piece, "x-goog-upload-offset": "3" }, [new Uint8Array(MEGABYTE)]);
  const isUnderWay = () => unfinished().length === 2 && namesIn("spool").length === 2;
  await vi.waitUntil(isUnderWay, { ...PROMPTLY, interval: 20 });
}

beforeAll(async () => {
  ids = [];
  upstream = await startStubUpstream(neverAnswer());
  home = createGatewayHome({ upstreams: { silent: { baseUrl: upstream.url } } });
  gateway = await home.start();
  await leaveWork();
  await gateway.kill();
  gateway = await home.start();
});
afterAll(async () => {
  await home?.close();
  await upstream?.close();
});

test("no unfinished file remains on disk", async () => {
  const uploadId = new URLSearchParams(uploadPath.slice(uploadPath.indexOf("?"))).get("upload_id");
  await expect.poll(() => namesIn("blobs"), PROMPTLY).toEqual([`${uploadId}.part`]);
  await expect.poll(() => namesIn("spool"), PROMPTLY).toEqual(["lock"]);
});

test("a resumable upload continues after its last whole piece", async () => {
  const headers = { ...BEARER, "x-goog-upload-command": "upload, finalize", "x-goog-upload-offset": "3" };
  const response = await fetch(`${gateway.url}${uploadPath}`, { method: "POST", headers, body: "def" });
  expect(await response.json()).toMatchObject({ file: { sizeBytes: "6" } });
});

const read = async (id = "") => (await call("GET", `/v1/responses/${id}`)).json();

test("a background response that may have been billed is not sent again: it has failed and gives the reason", async () => {
  await expect
    .poll(() => read(ids[0]), PROMPTLY)
    .toMatchObject({
      status: "failed",
      error: { code: "instance_ended", message: expect.stringContaining("not sent again") },
    });
  expect(upstream.requests).toHaveLength(4);
});

test("a background response that was sent nowhere is begun anew, under its id", async () => {
  await expect
    .poll(() => read(repeatableId), { timeout: 10_000 })
    .toMatchObject({
      id: repeatableId,
      status: "completed",
    });
});

test("a failed background response can be cancelled, like any that has ended", async () => {
  const response = await call("POST", `/v1/responses/${ids[1]}/cancel`);
  expect([response.status, await response.json()]).toEqual([200, expect.objectContaining({ status: "failed" })]);
});

test("a failed background response can be deleted", async () => {
  const path = `/v1/responses/${ids[2]}`;
  expect((await call("DELETE", path)).status).toBe(200);
  expect((await call("GET", path)).status).toBe(404);
});

test("a failed background response can be continued", async () => {
  const body = { model: "sandbox/echo", input: "Go on", previous_response_id: ids[3] };
  expect((await call("POST", "/v1/responses", body)).status).toBe(200);
});

test("a second kill and restart change nothing", async () => {
  await gateway.kill();
  gateway = await home.start();
  expect(await (await call("GET", `/v1/responses/${ids[0]}`)).json()).toMatchObject({ status: "failed" });
  await expect.poll(() => namesIn("spool"), PROMPTLY).toEqual(["lock"]);
});
