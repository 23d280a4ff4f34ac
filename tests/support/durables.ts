/**
 * Everything that a gateway promises to hold once it has answered: one entry for each row of docs/guide/durability.md.
 */
import { expect } from "vitest";
import {
  BYTES,
  type Check,
  checkOffset,
  completeInBackground,
  createImage,
  createKey,
  createResponse,
  createVideo,
  get,
  hasBytes,
  isGone,
  isKey,
  isReadable,
  isSession,
  post,
  remove,
  SLOW,
  sendPiece,
  signIn,
  signOut,
  slowly,
  startUpload,
  streamUntil,
  upload,
} from "./durable-requests.ts";

export type Durable = {
  name: string;
  /** Resolves as soon as the gateway has answered. */
  accept(url: string): Promise<Check>;
};

/** Status of a background response that was begun anew. */
const GOES_ON = expect.stringMatching(/^(?:queued|in_progress|completed)$/);

export const durables: Durable[] = [
  {
    name: "a stored response",
    async accept(url) {
      const { id, output } = await createResponse(url);
      return isReadable(`/v1/responses/${id}`, { status: "completed", output });
    },
  },
  {
    name: "a stored response whose stream has said that it is complete",
    async accept(url) {
      const id = await streamUntil(url, "response.completed");
      return isReadable(`/v1/responses/${id}`, { status: "completed" });
    },
  },
  {
    name: "a background response",
    async accept(url) {
      const { id } = await createResponse(url, { model: SLOW, background: true });
      return isReadable(`/v1/responses/${id}`, { id, status: GOES_ON });
    },
  },
  {
    name: "a background response of which an event was seen",
    async accept(url) {
      const id = await streamUntil(url, "response.output_item.added", {
        model: "sandbox/long-100",
        background: true,
        metadata: slowly,
      });
      return isReadable(`/v1/responses/${id}`, { id, status: GOES_ON });
    },
  },
  {
    name: "a background response that was seen complete",
    async accept(url) {
      return isReadable(`/v1/responses/${await completeInBackground(url)}`, { status: "completed" });
    },
  },
  {
    name: "the cancellation of a background response",
    async accept(url) {
      const { id } = await createResponse(url, { model: SLOW, background: true });
      await post(url, `/v1/responses/${id}/cancel`, {});
      return isReadable(`/v1/responses/${id}`, { status: "cancelled" });
    },
  },
  {
    name: "the removal of a response",
    async accept(url) {
      const { id } = await createResponse(url);
      await remove(url, `/v1/responses/${id}`);
      return isGone(`/v1/responses/${id}`);
    },
  },
  {
    name: "an uploaded file",
    accept: async (url) => hasBytes(`/v1/files/${await upload(url)}/content`),
  },
  {
    name: "the removal of a file",
    async accept(url) {
      const id = await upload(url);
      await remove(url, `/v1/files/${id}`);
      return isGone(`/v1/files/${id}`);
    },
  },
  {
    name: "a resumable upload",
    accept: async (url) => checkOffset(await startUpload(url), 0),
  },
  {
    name: "a piece of a resumable upload",
    async accept(url) {
      const path = await startUpload(url);
      const response = await sendPiece(url, path, "upload", BYTES.slice(0, 60_000));
      expect(response.headers.get("x-goog-upload-size-received")).toBe("60000");
      return checkOffset(path, 60_000);
    },
  },
  {
    name: "a file that was uploaded in pieces",
    async accept(url) {
      const response = await sendPiece(url, await startUpload(url), "upload, finalize", BYTES);
      const { file } = (await response.json()) as { file: { name: string } };
      return hasBytes(`/v1beta/${file.name}:download`);
    },
  },
  {
    name: "an API key",
    accept: async (url) => isKey((await createKey(url)).secret, 200),
  },
  {
    name: "the revocation of an API key",
    async accept(url) {
      const { id, secret } = await createKey(url);
      await remove(url, `/api/keys/${id}`);
      return isKey(secret, 401);
    },
  },
  {
    name: "a browser's session",
    accept: async (url) => isSession(await signIn(url), 200),
  },
  {
    name: "the end of a browser's session",
    async accept(url) {
      const cookie = await signIn(url);
      await signOut(url, cookie);
      return isSession(cookie, 401);
    },
  },
  {
    name: "a share",
    async accept(url) {
      const { id } = await post(url, "/api/shares", { payload: "1.AAAA" });
      return isReadable(`/api/shares/${id}`, { payload: "1.AAAA" });
    },
  },
  {
    name: "the removal of a share",
    async accept(url) {
      const { id } = await post(url, "/api/shares", { payload: "1.AAAA" });
      await remove(url, `/api/shares/${id}`);
      return isGone(`/api/shares/${id}`);
    },
  },
  {
    name: "a video task",
    async accept(url) {
      const { id } = await createVideo(url);
      return isReadable(`/v1/videos/${id}`, { id });
    },
  },
  {
    name: "the removal of a video task",
    async accept(url) {
      const { id } = await createVideo(url);
      await remove(url, `/v1/videos/${id}`);
      return isGone(`/v1/videos/${id}`);
    },
  },
  {
    name: "an image at an address",
    async accept(url) {
      const path = await createImage(url);
      return async (restarted) => {
        const response = await get(restarted, path);
        expect(response.status).toBe(200);
        expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(1_000);
      };
    },
  },
];
