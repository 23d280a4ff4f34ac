/** Requests whose results a gateway stores, and what is to be read of them from the next one. */
import { setTimeout as delay } from "node:timers/promises";
import { expect } from "vitest";
import { ADMIN_KEY, AUTHORIZED } from "./gateway.ts";

/** Expects of the gateway that was started again what the one before had answered. */
export type Check = (url: string) => Promise<void>;

const BEARER = { authorization: `Bearer ${ADMIN_KEY}` };
export const BYTES = new Uint8Array(100_000).fill(7);
/** Takes longer than the test. */
export const SLOW = "sandbox/slow-60000";
export const slowly = { sandbox_tokens_per_second: "1" };

async function send(url: string, path: string, body: unknown, headers: Record<string, string> = AUTHORIZED) {
  const response = await fetch(`${url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  expect(response.ok, `${path} answers ${response.status}`).toBe(true);
  return response;
}

export async function post<Answer = { id: string }>(url: string, path: string, body: unknown): Promise<Answer> {
  return (await send(url, path, body)).json() as Promise<Answer>;
}

export async function remove(url: string, path: string): Promise<void> {
  expect((await fetch(`${url}${path}`, { method: "DELETE", headers: BEARER })).ok).toBe(true);
}

export const get = (url: string, path: string) => fetch(`${url}${path}`, { headers: BEARER });

export function isReadable(path: string, expected: Record<string, unknown> = {}): Check {
  return async (url) => {
    const response = await get(url, path);
    expect(response.status, path).toBe(200);
    expect(await response.json()).toMatchObject(expected);
  };
}

export function isGone(path: string): Check {
  return async (url) => expect((await get(url, path)).status, path).toBe(404);
}

export function hasBytes(path: string, bytes: Uint8Array = BYTES): Check {
  return async (url) => {
    const response = await get(url, path);
    expect(response.status, path).toBe(200);
    expect(Buffer.compare(new Uint8Array(await response.arrayBuffer()), bytes)).toBe(0);
  };
}

export const createResponse = (url: string, fields: Record<string, unknown> = {}) =>
  post<{ id: string; output: unknown }>(url, "/v1/responses", { model: "sandbox/echo", input: "Hello", ...fields });

/** Reads the stream up to an event of this type, and leaves the rest. @returns the id of the response */
export async function streamUntil(url: string, event: string, fields: Record<string, unknown> = {}): Promise<string> {
  const response = await send(url, "/v1/responses", { model: "sandbox/echo", input: "Hello", stream: true, ...fields });
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.includes(`event: ${event}\n`)) return /"id":"(resp_\w+)"/.exec(text)?.[1] ?? "";
  }
  throw new Error(`The stream ended without ${event}: ${text}`);
}

export async function completeInBackground(url: string): Promise<string> {
  const { id } = await createResponse(url, { background: true });
  for (;;) {
    const { status } = (await (await get(url, `/v1/responses/${id}`)).json()) as { status: string };
    if (status === "completed") return id;
    await delay(1);
  }
}

export async function upload(url: string, purpose = "user_data"): Promise<string> {
  const form = new FormData();
  form.set("purpose", purpose);
  form.set("file", new Blob([BYTES]), "sevens.bin");
  const response = await fetch(`${url}/v1/files`, { method: "POST", headers: BEARER, body: form });
  expect(response.status).toBe(200);
  return ((await response.json()) as { id: string }).id;
}

/** @returns the path of the upload, with its secret id */
export async function startUpload(url: string): Promise<string> {
  const start = {
    ...AUTHORIZED,
    "x-goog-upload-protocol": "resumable",
    "x-goog-upload-command": "start",
    "x-goog-upload-header-content-length": String(BYTES.length),
  };
  const response = await send(url, "/upload/v1beta/files", { file: { displayName: "Sevens" } }, start);
  return String(response.headers.get("x-goog-upload-url")).replace(/^https?:\/\/[^/]+/, "");
}

export function sendPiece(
  url: string,
  path: string,
  command: string,
  bytes?: Uint8Array<ArrayBuffer>,
): Promise<Response> {
  const headers = { ...BEARER, "x-goog-upload-command": command, "x-goog-upload-offset": "0" };
  return fetch(`${url}${path}`, { method: "POST", headers, ...(bytes ? { body: bytes } : {}) });
}

export function checkOffset(path: string, bytes: number): Check {
  return async (url) => {
    const response = await sendPiece(url, path, "query");
    expect(response.headers.get("x-goog-upload-size-received")).toBe(String(bytes));
  };
}

export async function createKey(url: string): Promise<{ id: string; secret: string }> {
  return post(url, "/api/keys", { name: "Ada" });
}

export function isKey(secret: string, status: number): Check {
  return async (url) => {
    const response = await fetch(`${url}/v1/models`, { headers: { authorization: `Bearer ${secret}` } });
    expect(response.status).toBe(status);
  };
}

export async function signIn(url: string): Promise<string> {
  const response = await send(url, "/api/session", { key: ADMIN_KEY });
  return String(response.headers.get("set-cookie")).split(";")[0] ?? "";
}

export function isSession(cookie: string, status: number): Check {
  return async (url) => {
    const headers = { cookie, "sec-fetch-site": "same-origin" };
    expect((await fetch(`${url}/api/session`, { headers })).status).toBe(status);
  };
}

export const createVideo = (url: string) =>
  post(url, "/v1/videos", { model: "video-model-a", prompt: "A fox", seconds: "4" });

/** @returns the path and query of its address */
export async function createImage(url: string): Promise<string> {
  const body = { model: "image-model-b", prompt: "A fox", size: "256x256", response_format: "url" };
  const { data } = await post<{ data: { url: string }[] }>(url, "/v1/images/generations", body);
  return String(data[0]?.url).replace(/^https?:\/\/[^/]+/, "");
}

export async function signOut(url: string, cookie: string): Promise<void> {
  const headers = { cookie, "sec-fetch-site": "same-origin" };
  expect((await fetch(`${url}/api/session`, { method: "DELETE", headers })).ok).toBe(true);
}
