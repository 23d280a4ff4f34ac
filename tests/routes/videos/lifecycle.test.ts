/** Repeated requests, lists, remixes, and tasks that are cancelled or deleted (wire-formats §6, §7.4). */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { OperationList } from "#lib/contract/google-operations/wire.ts";
import type { VideoList, VideoTask } from "#lib/contract/openai-videos/wire.ts";
import { expectError } from "#tests/support/expect-error.ts";
import { AUTHORIZED, mounts } from "#tests/support/gateway.ts";
import { formOf, picture } from "#tests/support/image-fixtures.ts";
import { BEARER, DONE, GOOGLE_KEY, startVideoGateway, type VideoGateway } from "#tests/support/video-gateway.ts";

// Several tasks from their beginning to their end, which a busy machine takes its time for.
vi.setConfig({ testTimeout: 60_000 });

describe.each(mounts)("on the %s mount", (mount) => {
  let gateway: VideoGateway;
  beforeAll(async () => {
    gateway = await startVideoGateway(mount);
  });
  afterAll(() => gateway?.close());
  const send = (path: string, method: string, body?: unknown, headers: Record<string, string> = AUTHORIZED) =>
    fetch(gateway.url + path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  const VIDEO = { model: "clips/m", prompt: "A fox", seconds: "4" };

  describe("an idempotency key", () => {
    it("creates one task, however often the request is repeated, also concurrently", async () => {
      const key = { "idempotency-key": `many-${mount}` };
      const started = gateway.clips.started();
      const tasks = await Promise.all([1, 2, 3, 4].map(() => gateway.create(VIDEO, key)));
      expect(new Set(tasks.map(({ id }) => id)).size).toBe(1);
      const [{ id } = { id: "" }] = tasks;
      await gateway.ended(id);
      expect(await gateway.create(VIDEO, key)).toMatchObject({ id, status: "completed" });
      expect(gateway.clips.started() - started).toBe(1);
    });

    it("of a form covers the same file, whatever the boundary", async () => {
      const image = await picture({ width: 1280, height: 720 });
      const fetchText = async (file: Buffer, headers: Record<string, string>) =>
        fetch(`${gateway.url}/v1/videos`, {
          method: "POST",
          headers: { ...BEARER, ...headers },
          body: formOf({ ...VIDEO, input_reference: file }),
        });
      const key = { "idempotency-key": "form" };
      const first = (await (await fetchText(image, key)).json()) as VideoTask;
      expect(((await (await fetchText(image, key)).json()) as VideoTask).id).toBe(first.id);
      const other = await picture({ width: 1280, height: 720, colour: { r: 1, g: 2, b: 3 } });
      expect((await fetchText(other, key)).status).toBe(409);
      await gateway.ended(first.id);
    });

    it("is not used for another request", async () => {
      const key = { ...AUTHORIZED, "idempotency-key": "used" };
      const first = await gateway.create(VIDEO, key);
      const response = await send("/v1/videos", "POST", { ...VIDEO, seconds: "8" }, key);
      expect(response.headers.get("x-should-retry")).toBe("false");
      await expectError(response, {
        status: 409,
        message: /`idempotency-key` was used for another request/,
        type: "conflict_error",
        param: "idempotency-key",
        code: "idempotency_key_reused",
      });
      expect(
        (await send("/v1beta/models/clips/m:predictLongRunning", "POST", { instances: [{ prompt: "A" }] }, key)).status,
      ).toBe(409);
      await gateway.ended(first.id);
      expect((await send(`/v1/videos/${first.id}/remix`, "POST", { prompt: "A fox" }, key)).status).toBe(409);
      const other = await gateway.newKey("other");
      const theirs = await gateway.create(VIDEO, { ...other, "idempotency-key": "used" });
      expect(theirs.id, "another key's is another one").not.toBe(first.id);
      await gateway.ended(theirs.id);
    });

    it("works for predictions and remixes too", async () => {
      const key = { ...GOOGLE_KEY, "idempotency-key": "prediction" };
      const predict = async () =>
        (await send("/v1beta/models/veo/m:predictLongRunning", "POST", { instances: [{ prompt: "A" }] }, key)).json();
      const { name, metadata } = await predict();
      expect((await predict()).name).toBe(name);
      await gateway.ended(metadata.videoId);
      const source = await gateway.ended((await gateway.create(VIDEO)).id);
      const remix = async () =>
        (
          await send(
            `/v1/videos/${source.id}/remix`,
            "POST",
            { prompt: "At night" },
            { ...AUTHORIZED, "idempotency-key": "r" },
          )
        ).json();
      const { id } = await remix();
      expect((await remix()).id).toBe(id);
      await gateway.ended(id);
    });

    it("that is invalid is refused", async () => {
      const response = await send("/v1/videos", "POST", VIDEO, { ...AUTHORIZED, "idempotency-key": "a b" });
      await expectError(response, {
        status: 400,
        message: /1 to 255 printable/,
        type: "invalid_request_error",
        param: "idempotency-key",
      });
    });
  });

  describe("lists", () => {
    it("are paged in either direction, in both APIs, over the owner's tasks only", async () => {
      const owner = await gateway.newKey("lister");
      const ids: string[] = [];
      for (const prompt of ["1", "2", "3", "4", "5"]) {
        ids.push((await gateway.create({ ...VIDEO, prompt }, owner)).id);
        // Each has a time of its own.
        await delay(3);
      }
      const page = async (query: string) =>
        (await (await send(`/v1/videos?${query}`, "GET", undefined, owner)).json()) as VideoList;
      const first = await page("limit=2");
      expect(first).toMatchObject({ object: "list", has_more: true, first_id: ids[4], last_id: ids[3] });
      expect(first.data.map(({ prompt }) => prompt)).toEqual(["5", "4"]);
      const second = await page(`limit=2&after=${first.last_id}`);
      expect(second.data.map(({ prompt }) => prompt)).toEqual(["3", "2"]);
      const last = await page(`limit=2&after=${second.last_id}`);
      expect(last).toMatchObject({ has_more: false, first_id: ids[0], last_id: ids[0] });
      expect((await page("order=asc&limit=3")).data.map(({ prompt }) => prompt)).toEqual(["1", "2", "3"]);
      expect(await page("limit=0")).toMatchObject({ data: [], first_id: null, last_id: null, has_more: true });

      const names: string[] = [];
      for (let token = ""; ; ) {
        const response = await send(`/v1beta/operations?pageSize=2&pageToken=${token}`, "GET", undefined, owner);
        const list = (await response.json()) as OperationList;
        names.push(...list.operations.map(({ name }) => name));
        if (list.nextPageToken === undefined) break;
        expect(list.operations).toHaveLength(2);
        token = list.nextPageToken;
      }
      expect(names).toEqual(ids.toReversed().map((id) => id.replace("video_", "operations/")));
      const ofModel = async (model: string) =>
        ((await (await send(`/v1/models/${model}/operations`, "GET", undefined, owner)).json()) as OperationList)
          .operations;
      expect(await ofModel("clips/m")).toHaveLength(5);
      expect(await ofModel("veo/m")).toEqual([]);
      for (const id of ids) await gateway.ended(id);
    });

    it.each([
      ["/v1/videos?limit=101", "limit"],
      ["/v1/videos?limit=-1", "limit"],
      ["/v1/videos?limit=some", "limit"],
      ["/v1/videos?order=up", "order"],
      ["/v1/videos?after=video_0", "after"],
      ["/v1beta/operations?pageSize=-1", "pageSize"],
      ["/v1beta/operations?pageToken=x", "pageToken"],
    ])("refuse %s", async (path, param) => {
      await expectError(await send(path, "GET"), { status: 400, message: /./, type: "invalid_request_error", param });
    });
  });

  describe("a remix", () => {
    it("is a separate task that names its source", async () => {
      const source = await gateway.ended((await gateway.create({ ...VIDEO, size: "1280x720", seconds: "8" })).id);
      const response = await send(`/v1/videos/${source.id}/remix`, "POST", { prompt: "At night" });
      const remix = (await response.json()) as VideoTask;
      expect(remix).toMatchObject({
        object: "video",
        status: "pending",
        prompt: "At night",
        remixed_from_video_id: source.id,
        model: "clips/m",
        seconds: "8",
        size: "1280x720",
      });
      expect(remix.id).not.toBe(source.id);
      expect((await gateway.ended(remix.id)).status).toBe("completed");
      const [sent] = gateway.clips.requests.filter(({ path }) => path.endsWith("/remix"));
      expect(JSON.parse(sent?.body.toString() ?? "")).toMatchObject({ prompt: "At night" });
    });

    it("accepts a form too", async () => {
      const source = await gateway.ended((await gateway.create(VIDEO)).id);
      const response = await fetch(`${gateway.url}/v1/videos/${source.id}/remix`, {
        method: "POST",
        headers: BEARER,
        body: formOf({ prompt: "At night" }),
      });
      const { id } = (await response.json()) as VideoTask;
      expect((await gateway.ended(id)).remixed_from_video_id).toBe(source.id);
    });

    it("requires a completed source and a prompt", async () => {
      const { looks } = gateway.clips;
      gateway.clips.looks = [{ status: "failed", error: { code: "c", message: "No." } }];
      const failed = await gateway.ended((await gateway.create(VIDEO)).id);
      gateway.clips.looks = looks;
      await expectError(await send(`/v1/videos/${failed.id}/remix`, "POST", { prompt: "At night" }), {
        status: 409,
        message: /can't be remixed/,
        type: "conflict_error",
        param: "video_id",
      });
      const done = await gateway.ended((await gateway.create(VIDEO)).id);
      await expectError(await send(`/v1/videos/${done.id}/remix`, "POST", {}), {
        status: 400,
        message: /[Mm]issing/,
        type: "invalid_request_error",
        param: "prompt",
      });
      expect((await send("/v1/videos/video_none/remix", "POST", { prompt: "A" })).status).toBe(404);
    });
  });

  describe("a running task", () => {
    const working = async () => {
      gateway.clips.looks = [{ status: "in_progress", progress: 10 }];
      const { id } = await gateway.create(VIDEO);
      while ((await gateway.read(id)).status !== "in_progress") await delay(20);
      return id;
    };
    const untilTold = async (method: string) => {
      while (!gateway.clips.requests.some((request) => request.method === method)) await delay(20);
    };

    it("ends when it is cancelled, also upstream", async () => {
      const id = await working();
      const key = id.slice("video_".length);
      const cancel = await send(`/v1beta/operations/${key}:cancel`, "POST", {}, GOOGLE_KEY);
      expect(await cancel.json()).toEqual({});
      expect(await gateway.read(id)).toMatchObject({
        status: "failed",
        progress: 10,
        error: { code: "cancelled", message: "The video task was cancelled. Create the video again if you need it." },
        expires_at: null,
      });
      expect(await gateway.operation(`operations/${key}`)).toMatchObject({
        done: true,
        metadata: { state: "CANCELLED" },
        error: { code: 1, status: "CANCELLED" },
      });
      await untilTold("DELETE");
      gateway.clips.looks = [DONE];
      await delay(1_500);
      expect((await gateway.read(id)).status, "it stays cancelled").toBe("failed");
      expect((await send(`/v1beta/operations/${key}:cancel`, "POST", {}, GOOGLE_KEY)).status, "again").toBe(200);
      gateway.clips.looks = [{ status: "in_progress", progress: 40 }, DONE];
    });

    it.each(["/v1/videos/", "/v1beta/operations/"])("is not found after it was deleted at %s", async (place) => {
      const id = await working();
      const response = await send(place + id, "DELETE", undefined, BEARER);
      const body = await response.json();
      expect(body).toEqual(place === "/v1/videos/" ? { id, object: "video.deleted", deleted: true } : {});
      for (const path of [`/v1/videos/${id}`, `/v1beta/operations/${id}`, `/v1/videos/${id}/content`])
        expect((await send(path, "GET")).status).toBe(404);
      expect((await send(place + id, "DELETE", undefined, BEARER)).status).toBe(404);
      gateway.clips.looks = [{ status: "in_progress", progress: 40 }, DONE];
    });
  });

  it("deleting a finished task removes its bytes", async () => {
    const blobs = async () => (await readdir(join(gateway.dataDir, "blobs")).catch(() => [])).length;
    const image = await picture({ width: 1280, height: 720 });
    const before = await blobs();
    const created = await fetch(`${gateway.url}/v1/videos`, {
      method: "POST",
      headers: BEARER,
      body: formOf({ ...VIDEO, size: "1280x720", input_reference: image }),
    });
    const { id } = (await created.json()) as VideoTask;
    await gateway.ended(id);
    expect(await blobs()).toBe(before + 2);
    await send(`/v1/videos/${id}`, "DELETE", undefined, BEARER);
    expect(await blobs()).toBe(before);
  });

  it.each([
    ["PUT", "/v1/videos", "GET, POST"],
    ["POST", "/v1/videos/video_1", "GET, DELETE"],
    ["DELETE", "/v1/videos/video_1/content", "GET"],
    ["GET", "/v1/videos/video_1/remix", "POST"],
    ["POST", "/v1beta/operations/1", "GET, DELETE"],
    ["GET", "/v1beta/operations/1:cancel", "POST"],
  ])("%s %s is not supported", async (method, path, allow) => {
    const response = await send(path, method);
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe(allow);
    await response.text();
  });
});
