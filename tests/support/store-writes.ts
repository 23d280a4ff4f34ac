/** Every route that stores something: its request, and the data that must exist before. */
import type { RenderVideo } from "#lib/sandbox/upstream.ts";
import { ADMIN_KEY, AUTHORIZED, type TestGateway } from "./gateway.ts";
import { IMAGE, PIXEL } from "./json-routes.ts";

const BEARER = { authorization: `Bearer ${ADMIN_KEY}` };
const KEYED = { "x-provider-api-key": ADMIN_KEY, "content-type": "application/json" };
const VIDEO = { model: "video-model-a", prompt: "A lamp", seconds: "4", size: "720x1280" };
const RESPONSE = { model: "sandbox/echo", input: "Hi", store: true };
const TURNS = [{ role: "user", parts: [{ type: "picture", name: "Dot", media_type: "image/png", data: PIXEL }] }];

/** Leaves video tasks unfinished, so that what is stored does not change by itself. */
export const renderNothing: RenderVideo = (_, { signal }) =>
  new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));

type Gateway = Pick<TestGateway, "url">;

export type StoreWrite = {
  name: string;
  /** Makes what the request needs while the store is well. @returns its id or address */
  prepare?(gateway: Gateway): Promise<string>;
  send(gateway: Gateway, prepared: string): Promise<Response>;
};

export const storeWrites: readonly StoreWrite[] = [
  { name: "a file in a form", send: (gateway) => post(gateway, "/v1/files", fileForm(), BEARER) },
  {
    name: "a file of raw bytes",
    send: (gateway) =>
      post(gateway, "/upload/v1beta/files?uploadType=media", "bytes", { ...KEYED, "content-type": "text/plain" }),
  },
  { name: "the start of an upload", send: startUpload },
  {
    name: "a piece of an upload",
    prepare: uploadUrl,
    send: (_, url) => fetch(url, uploadInit("upload", "bytes")),
  },
  {
    name: "the end of an upload",
    async prepare(gateway) {
      const url = await uploadUrl(gateway);
      await expectDone(fetch(url, uploadInit("upload", "bytes")));
      return url;
    },
    send: (_, url) => fetch(url, uploadInit("finalize")),
  },
  {
    name: "the deletion of a file",
    prepare: (gateway) => idOf(post(gateway, "/v1/files", fileForm(), BEARER)),
    send: (gateway, id) => remove(gateway, `/v1/files/${id}`),
  },
  { name: "a link that is shared", send: (gateway) => post(gateway, "/api/shares", { payload: "1.abc" }) },
  {
    name: "a page with a picture that is shared",
    send: (gateway) =>
      post(gateway, "/api/shares", { page: { title: "Dots", convention: "chat", turns: TURNS, settings: [] } }),
  },
  {
    name: "the deletion of a shared link",
    prepare: (gateway) => idOf(post(gateway, "/api/shares", { payload: "1.abc" })),
    send: (gateway, id) => remove(gateway, `/api/shares/${id}`),
  },
  { name: "a new key", send: (gateway) => post(gateway, "/api/keys", { name: "Guest" }) },
  {
    name: "the revocation of a key",
    prepare: (gateway) => idOf(post(gateway, "/api/keys", { name: "Guest" })),
    send: (gateway, id) => remove(gateway, `/api/keys/${id}`),
  },
  { name: "a sign-in", send: (gateway) => post(gateway, "/api/session", { key: ADMIN_KEY }) },
  { name: "a video task", send: (gateway) => post(gateway, "/v1/videos", VIDEO) },
  {
    name: "a video task with an image",
    send: (gateway) => post(gateway, "/v1/videos", { ...VIDEO, input_reference: { image_url: IMAGE } }),
  },
  {
    name: "a video operation with an image",
    send: (gateway) =>
      post(
        gateway,
        "/v1beta/models/video-model-a:predictLongRunning",
        { instances: [{ prompt: "A lamp", image: { bytesBase64Encoded: PIXEL, mimeType: "image/png" } }] },
        KEYED,
      ),
  },
  {
    name: "the deletion of a video task",
    prepare: (gateway) => idOf(post(gateway, "/v1/videos", VIDEO)),
    send: (gateway, id) => remove(gateway, `/v1/videos/${id}`),
  },
  { name: "a response", send: (gateway) => post(gateway, "/v1/responses", RESPONSE) },
  {
    name: "a background response",
    send: (gateway) => post(gateway, "/v1/responses", { ...RESPONSE, background: true }),
  },
  {
    name: "the deletion of a response",
    prepare: (gateway) => idOf(post(gateway, "/v1/responses", RESPONSE)),
    send: (gateway, id) => remove(gateway, `/v1/responses/${id}`),
  },
  {
    name: "two images by address",
    // Loads the painter.
    prepare: async (gateway) => (await expectDone(paint(gateway))).text(),
    send: paint,
  },
];

function paint(gateway: Gateway): Promise<Response> {
  const wanted = { model: "image-model-b", n: 2, size: "256x256", response_format: "url" };
  return post(gateway, "/v1/images/generations", { prompt: "A lamp", ...wanted });
}

function post(
  { url }: Gateway,
  path: string,
  body: object | string,
  headers: Record<string, string> = AUTHORIZED,
): Promise<Response> {
  const isPlain = typeof body === "object" && !(body instanceof FormData);
  return fetch(url + path, { method: "POST", headers, body: isPlain ? JSON.stringify(body) : body });
}

function remove({ url }: Gateway, path: string): Promise<Response> {
  return fetch(url + path, { method: "DELETE", headers: BEARER });
}

function fileForm(): FormData {
  const form = new FormData();
  form.append("purpose", "user_data");
  form.append("file", new Blob(["bytes"], { type: "text/plain" }), "a.txt");
  return form;
}

function startUpload(gateway: Gateway): Promise<Response> {
  const headers = { ...KEYED, "x-goog-upload-protocol": "resumable", "x-goog-upload-command": "start" };
  return post(gateway, "/upload/v1beta/files", { file: { displayName: "A" } }, headers);
}

async function uploadUrl(gateway: Gateway): Promise<string> {
  const response = await expectDone(startUpload(gateway));
  return response.headers.get("x-goog-upload-url") ?? "";
}

function uploadInit(command: string, body?: string): RequestInit {
  const headers = { "x-goog-upload-command": command, ...(body ? { "x-goog-upload-offset": "0" } : {}) };
  return { method: "POST", headers, body: body ?? null };
}

export async function expectDone(sent: Promise<Response>): Promise<Response> {
  const response = await sent;
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return response;
}

async function idOf(sent: Promise<Response>): Promise<string> {
  return (await (await expectDone(sent)).json()).id;
}
