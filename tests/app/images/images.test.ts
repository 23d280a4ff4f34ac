import { describe, expect, test, vi } from "vitest";
import { FIRST_DRAFT, type ImageDraft } from "#app/(playground)/images/_model/image-draft.ts";
import type { ImageOutcome } from "#app/(playground)/images/_model/image-run.ts";
import { createImages } from "#app/(playground)/images/_model/images.ts";
import type { ImageHistory } from "#lib/playground/images/image-history.ts";
import { type ImageJob, isRemoved } from "#lib/playground/images/image-job.ts";

const source = { sha256: "a", name: "cat", mediaType: "image/png", size: 1, width: 8, height: 8 };
const outcome: ImageOutcome = {
  state: "complete",
  images: [{ bytes: new Blob(["x"]), mediaType: "image/png" }],
  facts: {},
  timings: {},
  route: { dropped: [] },
};

function fakeHistory(stored: ImageJob[] = []) {
  const jobs = new Map(stored.map((job) => [job.id, job]));
  const history: ImageHistory = {
    list: async () => [...jobs.values()],
    save: async (job) => void jobs.set(job.id, job),
    remove: vi.fn(async (id: string) => void jobs.delete(id)),
    saveBlob: async () => {},
    loadBlob: async () => new Blob(["source"]),
    saveTrace: async () => {},
    loadTrace: async () => undefined,
    dropBlobs: vi.fn(async () => {}),
    listUses: async () => [],
    touch: async () => {},
    deleteTrace: async () => {},
  };
  return { history, jobs };
}

const runOf = (settled: ImageOutcome) =>
  ({
    startedAt: 0,
    finished: Promise.resolve(settled),
    stop: vi.fn(),
    live: {},
    trace: { record: () => ({ request: "{}", events: [], droppedCount: 0 }) },
  }) as never;

function page(outcomes: Partial<ImageOutcome>[] = [], stored: ImageJob[] = []) {
  const sent: (string | FormData)[] = [];
  const resumed: object[] = [];
  const saveDraft = vi.fn();
  const { history, jobs } = fakeHistory(stored);
  const images = createImages({
    history,
    saveDraft,
    look: async () => ({ sha256: "result", mediaType: "image/png", size: 1, width: 8, height: 8 }),
    loadRuns: async () => ({
      startImageRun: ({ request }) => {
        sent.push(request.body);
        return runOf({ ...outcome, ...outcomes.shift() });
      },
      resumeImageRun: (asked) => {
        resumed.push(asked);
        return runOf({ ...outcome, ...outcomes.shift() });
      },
    }),
  });
  return { images, sent, resumed, jobs, saveDraft, history };
}

const draft = (changes: Partial<ImageDraft>): ImageDraft => ({ ...FIRST_DRAFT, prompt: "a cat", ...changes });

describe("what is sent", () => {
  test("sends the fields that the model supports and leaves the form unchanged", async () => {
    const { images, sent } = page();
    await images.restore(draft({ model: "image-model-b", values: { stream: true, size: "256x256" } }));
    await images.generate();
    expect(JSON.parse(String(sent[0]))).toEqual({ model: "image-model-b", prompt: "a cat", size: "256x256" });
    expect(images.store.get().draft.values).toEqual({ stream: true, size: "256x256" });
    expect(images.store.get().draft.prompt).toBe("a cat");
  });

  test("sends an edit with the input images in order", async () => {
    const { images, sent } = page();
    await images.restore(draft({ values: {}, sources: [source, { ...source, sha256: "b", name: "hat" }] }));
    images.moveForward("b");
    await images.generate();
    const form = sent[0] as FormData;
    expect(form.getAll("image[]").map((file) => (file as File).name)).toEqual(["hat.png", "cat.png"]);
    expect(form.has("mask")).toBe(false);
  });

  test("fails with a message and sends nothing when an input image is gone", async () => {
    const { images, sent, history } = page();
    history.loadBlob = async () => undefined;
    await images.restore(draft({ sources: [source] }));
    await images.generate();
    expect(sent).toEqual([]);
    expect(images.store.get().jobs[0]?.failure?.message).toContain("cat is no longer stored in this browser");
  });
});

describe("jobs", () => {
  test("saves and selects a result, which can be the next input image without the old mask", async () => {
    const { images, jobs } = page();
    await images.restore(
      draft({ sources: [source], mask: { width: 8, height: 8, strokes: [], position: 0, feather: 0 } }),
    );
    await images.generate();
    const [job] = images.store.get().jobs;
    expect(images.store.get().selected).toBe(job?.id);
    expect(jobs.get(job?.id ?? "")).toMatchObject({ state: "complete", images: [{ sha256: "result" }] });
    images.takeAsSource(job?.id ?? "", 0);
    const { sources, mask } = images.store.get().draft;
    expect([sources.map(({ sha256 }) => sha256), mask]).toEqual([["result"], undefined]);
  });

  test("removes a refused parameter from the request and the form, and clears the failure", async () => {
    const failure = { origin: "response", status: 400, message: "no", param: "quality" } as const;
    const { images, sent } = page([{ state: "failed", images: [], failure }]);
    await images.restore(draft({ model: "far/painter", values: { quality: "ultra", n: 2 } }));
    await images.generate();
    await images.againWithout(images.store.get().jobs[0]?.id ?? "", "quality");
    expect(JSON.parse(String(sent[1]))).toEqual({ model: "far/painter", prompt: "a cat", n: 2 });
    expect(images.store.get().draft.values).toEqual({ n: 2 });
    expect(images.store.get().jobs.map(({ state }) => state)).toEqual(["complete"]);
  });

  test("resumes a job of a closed page when the gateway still has its response", async () => {
    const running = { state: "running", request: {}, images: [], createdAt: 7 } as unknown as ImageJob;
    const older = { ...running, id: "1" };
    const { images, resumed, jobs } = page([{}], [older, { ...running, id: "2", exchangeId: "x" }]);
    await images.restore(FIRST_DRAFT);
    expect(images.store.get().jobs.map(({ state }) => state)).toEqual(["interrupted", "running"]);
    expect(resumed).toEqual([{ exchangeId: "x", startedAt: 7, known: undefined }]);
    await vi.waitFor(() => expect(jobs.get("2")).toMatchObject({ state: "complete", images: [{ sha256: "result" }] }));
    expect(images.store.get().runs).toEqual({});
  });

  test("selects the neighbour of a deleted job, and keeps the input images of the form", async () => {
    const { images, history } = page();
    await images.restore(draft({ values: {} }));
    await images.generate();
    await images.generate();
    const [newest, older] = images.store.get().jobs;
    images.takeAsSource(newest?.id ?? "", 0);
    images.remove(newest?.id ?? "");
    expect(images.store.get().selected).toBe(older?.id);
    expect(history.remove).toHaveBeenCalledWith(newest?.id, ["result"]);
  });

  test("marks evicted images in their jobs; never evicts those of selected and pinned jobs", async () => {
    const made = (id: string, changes: Partial<ImageJob> = {}) =>
      ({ id, state: "complete", request: { sources: [] }, images: [{ sha256: id, size: 400e6 }], ...changes }) as never;
    const stored = [made("newest"), made("pinned", { pinned: true }), made("old"), made("older")];
    const { images, history, jobs } = page([], stored);
    history.listUses = async () =>
      ["older", "pinned", "old", "newest"].map((sha256, usedAt) => ({ sha256, size: 400e6, usedAt }));
    await images.restore(FIRST_DRAFT);
    await vi.waitFor(() => expect(history.dropBlobs).toHaveBeenCalledWith(["older", "old"]));
    const removed = images.store.get().jobs.filter(isRemoved);
    expect(removed.map(({ id }) => id)).toEqual(["old", "older"]);
    expect(jobs.get("older")?.images[0]?.removedAt).toBeGreaterThan(0);
    expect(images.store.get().storage).toEqual({ count: 2, bytes: 800e6, limit: 1e9 });
  });
});

describe("all pictures", () => {
  const stored = ["1", "2"].map(
    (id) =>
      ({ id, createdAt: Number(id), state: "complete", request: { sources: [] }, images: [] }) as unknown as ImageJob,
  );

  test("can be deleted together and restored", async () => {
    const { images, jobs } = page([], stored.toReversed());
    await images.restore(FIRST_DRAFT);
    const restore = await images.removeAll();
    expect(images.store.get()).toMatchObject({ jobs: [], selected: undefined });
    await vi.waitFor(() => expect([...jobs.values()].every(({ deletedAt }) => deletedAt !== undefined)).toBe(true));
    restore();
    expect(images.store.get().jobs.map(({ id }) => id)).toEqual(["2", "1"]);
    await vi.waitFor(() => expect([...jobs.values()].some(({ deletedAt }) => deletedAt !== undefined)).toBe(false));
  });

  test("stay deleted at the next visit", async () => {
    const { images, jobs } = page([], [{ ...(stored[0] as ImageJob), deletedAt: 5 }, stored[1] as ImageJob]);
    await images.restore(FIRST_DRAFT);
    expect(images.store.get().jobs.map(({ id }) => id)).toEqual(["2"]);
    await vi.waitFor(() => expect([...jobs.keys()]).toEqual(["2"]));
  });

  test("imports images of another browser beside its own", async () => {
    const { images, jobs } = page([], stored);
    await images.restore(FIRST_DRAFT);
    const image = { sha256: "far", mediaType: "image/png", size: 1, width: 8, height: 8 };
    const imported = { ...(stored[0] as ImageJob), id: "9", createdAt: 9, images: [image] };
    await images.adopt([imported], [{ sha256: "far", bytes: new Blob(["x"]) }]);
    expect(images.store.get().selected).toBe("9");
    expect(jobs.get("9")?.images).toEqual([{ sha256: "result", mediaType: "image/png", size: 1, width: 8, height: 8 }]);
  });
});
