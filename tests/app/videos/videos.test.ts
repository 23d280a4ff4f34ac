import { beforeEach, describe, expect, test, vi } from "vitest";
import type { VideoApi } from "#app/(playground)/videos/_model/video-api.ts";
import { createVideos, type TaskList } from "#app/(playground)/videos/_model/videos.ts";
import type { GatewayFailure } from "#lib/playground/gateway/errors.ts";
import { RequestFailed } from "#lib/playground/gateway/gateway-request.ts";
import type { Creation, VideoStore } from "#lib/playground/videos/video-store.ts";
import { readVideoTask, type VideoTask } from "#lib/playground/videos/video-task.ts";

const task = (id: string, changes: Partial<VideoTask> = {}): VideoTask => ({
  ...readVideoTask({ id, model: "video-model-a", size: "1280x720", seconds: "4", prompt: "A boat" }),
  ...changes,
});
const lost: GatewayFailure = { origin: "network", message: "The gateway could not be reached" };
const refused: GatewayFailure = { origin: "response", status: 400, message: "No such size.", param: "size" };

function createKept(): VideoStore {
  const creations = new Map<string, Creation>();
  const blobs = new Map<string, Blob>();
  return {
    saveCreation: async (creation) => void creations.set(creation.taskId, creation),
    loadCreation: async (id) => creations.get(id),
    removeCreation: async (id) => void creations.delete(id),
    saveBlob: async (sha256, bytes) => void blobs.set(sha256, bytes),
    loadBlob: async (sha256) => blobs.get(sha256),
    tidy: async () => {},
  };
}

const create = vi.fn<VideoApi["create"]>();
const remove = vi.fn<VideoApi["remove"]>();
const tasks = { put: vi.fn<TaskList["put"]>(), remove: vi.fn<TaskList["remove"]>() };
const answer = (id: string) => ({ task: task(id), headers: "HTTP 200", route: { dropped: [] } });

function createPage() {
  return createVideos({
    api: { create, remove, now: () => 5 },
    savedVideos: createKept(),
    tasks,
    saveDraft: () => {},
    wait: async () => {},
  });
}

beforeEach(() => {
  vi.resetAllMocks();
  remove.mockResolvedValue();
});

const bodyOf = (call: number) => JSON.parse(String(create.mock.calls[call]?.[0].body));

test("shows a row at once, which the task replaces", async () => {
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof answer>>();
  create.mockReturnValue(promise);
  const videos = createPage();
  videos.changeDraft({ prompt: "  A boat  ", values: { size: "1280x720", seconds: "4" } });
  const sent = videos.generate();
  const [submission] = videos.store.get().submissions;
  expect(submission).toMatchObject({ state: "sending", request: { prompt: "A boat" } });
  expect(videos.store.get().selected).toBe(submission?.id);
  resolve(answer("video_1"));
  await sent;
  expect(videos.store.get()).toMatchObject({ submissions: [], selected: "video_1" });
  expect(tasks.put).toHaveBeenCalledWith(expect.objectContaining({ id: "video_1" }));
  expect(bodyOf(0)).toEqual({ model: "video-model-a", prompt: "A boat", size: "1280x720", seconds: "4" });
});

test("retries an unanswered request with the same idempotency key", async () => {
  create.mockRejectedValueOnce(new RequestFailed(lost)).mockResolvedValueOnce(answer("video_1"));
  const videos = createPage();
  videos.changeDraft({ prompt: "A boat" });
  await videos.generate();
  const keys = create.mock.calls.map(([, key]) => key);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
  expect(videos.store.get().submissions).toEqual([]);
});

test("reports a request that stays unanswered, and retries it with the same key", async () => {
  create.mockRejectedValue(new RequestFailed(lost));
  const videos = createPage();
  videos.changeDraft({ prompt: "A boat" });
  await videos.generate();
  const [submission] = videos.store.get().submissions;
  expect(submission).toMatchObject({ state: "refused", failure: lost });
  create.mockReset().mockResolvedValue(answer("video_1"));
  await videos.resend(submission?.id ?? "");
  expect(create.mock.calls[0]?.[1]).toBe(submission?.id);
});

test("does not retry a refusal, and keeps the form", async () => {
  create.mockRejectedValue(new RequestFailed(refused));
  const videos = createPage();
  videos.changeDraft({ prompt: "A boat" });
  await videos.generate();
  expect(create).toHaveBeenCalledTimes(1);
  expect(videos.store.get().submissions[0]?.failure).toEqual(refused);
  expect(videos.store.get().draft.prompt).toBe("A boat");
});

test("creates two tasks for two equal prompts", async () => {
  create.mockResolvedValueOnce(answer("video_1")).mockResolvedValueOnce(answer("video_2"));
  const videos = createPage();
  videos.changeDraft({ prompt: "A boat" });
  await videos.generate();
  await videos.generate();
  expect(create.mock.calls[0]?.[1]).not.toBe(create.mock.calls[1]?.[1]);
});

describe("a remix", () => {
  test("sends only the change to its source, then closes", async () => {
    create.mockResolvedValue(answer("video_2"));
    const videos = createPage();
    videos.changeDraft({ prompt: "A boat", values: { size: "720x1280" } });
    videos.startRemix(task("video_1"));
    videos.changeDraft({ prompt: "make it night" });
    await videos.generate();
    expect(create.mock.calls[0]?.[0].path).toBe("/v1/videos/video_1/remix");
    expect(bodyOf(0)).toEqual({ prompt: "make it night" });
    expect(videos.store.get().draft).toMatchObject({ remixOf: undefined, prompt: "", values: { size: "720x1280" } });
  });

  test("is recreated as a remix when it was made elsewhere", async () => {
    create.mockResolvedValue(answer("video_3"));
    await createPage().again(task("video_2", { remixedFrom: "video_1", prompt: "at night" }));
    expect(create.mock.calls[0]?.[0].path).toBe("/v1/videos/video_1/remix");
  });
});

test("writes the other route's field names and its seed", async () => {
  create.mockResolvedValue(answer("video_1"));
  const videos = createPage();
  videos.changeDraft({
    route: "operations",
    prompt: "A boat",
    values: { size: "720x1280", seconds: "8", seed: 7, negativePrompt: "people" },
  });
  await videos.generate();
  expect(create.mock.calls[0]?.[0].path).toBe("/v1beta/models/video-model-a:predictLongRunning");
  expect(bodyOf(0)).toEqual({
    instances: [{ prompt: "A boat" }],
    parameters: { aspectRatio: "9:16", resolution: "720p", durationSeconds: 8, negativePrompt: "people", seed: 7 },
  });
});

test("repeats the request as far as this browser knows it", async () => {
  create.mockResolvedValueOnce(answer("video_1")).mockResolvedValueOnce(answer("video_2"));
  const videos = createPage();
  videos.changeDraft({ route: "operations", prompt: "A boat", values: { seed: 7 } });
  await videos.generate();
  await videos.again(task("video_1"));
  expect(bodyOf(1)).toEqual(bodyOf(0));
  create.mockResolvedValueOnce(answer("video_3"));
  await videos.again(task("video_made_elsewhere"));
  expect(bodyOf(2)).toEqual({ model: "video-model-a", prompt: "A boat", size: "1280x720", seconds: "4" });
});

test("fails with a message when the first frame is gone", async () => {
  const videos = createPage();
  const reference = { sha256: "gone", name: "sea.png", mediaType: "image/png", size: 1, width: 1, height: 1 };
  videos.changeDraft({ prompt: "Waves", reference });
  await videos.generate();
  expect(create).not.toHaveBeenCalled();
  expect(videos.store.get().submissions[0]?.failure?.message).toContain("sea.png is no longer stored");
});

test("selects the newest task after a delete, and keeps the row when it fails", async () => {
  const videos = createPage();
  videos.select("video_1");
  await videos.remove(task("video_1"));
  expect(tasks.remove).toHaveBeenCalledWith("video_1");
  expect(videos.store.get().selected).toBeUndefined();
  remove.mockRejectedValue(new RequestFailed(refused));
  await expect(videos.remove(task("video_2"))).rejects.toThrow("No such size.");
  expect(tasks.remove).toHaveBeenCalledTimes(1);
});
