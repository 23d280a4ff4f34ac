/**
 * Runs requests of the images page: sends them, follows them until their images are stored, and resumes them after a
 * reload.
 */

import type { Attachment } from "#lib/playground/conversation/transcript.ts";
import { newId } from "#lib/playground/history/new-id.ts";
import type { ImageHistory } from "#lib/playground/images/image-history.ts";
import type { ImageJob, ImageRequest } from "#lib/playground/images/image-job.ts";
import { writeImageRequest } from "#lib/playground/images/image-request.ts";
import type { Store } from "#lib/playground/shell/create-store.ts";
import type { OutgoingRequest } from "#lib/playground/streams/request-run.ts";
import type { ImageRun } from "./image-run.ts";
import type { ImagesState } from "./images-state.ts";
import { exportMask } from "./mask/worker/ask-mask-worker.ts";
import { type PictureStore, RECORD_SIZE } from "./picture-store.ts";
import type { storeImage } from "./store-image.ts";

/**
 * Loads the code that sends and reads requests. Nothing needs it before the first request, so it is loaded after the
 * page.
 */
export type LoadRuns = () => Promise<Pick<typeof import("./image-run.ts"), "startImageRun" | "resumeImageRun">>;

export function createImageResponses({
  store,
  history,
  pictures,
  changeJob,
  loadRuns,
  look,
}: {
  store: Store<ImagesState>;
  history: ImageHistory;
  pictures: PictureStore;
  changeJob: (id: string, changes: Partial<ImageJob>) => void;
  loadRuns: LoadRuns;
  look: typeof storeImage;
}) {
  async function readSource(source: Attachment): Promise<Blob> {
    const bytes = await pictures.load(source.sha256);
    if (!bytes) throw new Error(`${source.name} is no longer stored in this browser. Add it again.`);
    return bytes;
  }

  async function writeMask({ sources: [first], mask }: ImageRequest): Promise<Blob | undefined> {
    if (!mask || !first?.width || !first.height) return undefined;
    return exportMask(mask, { width: first.width, height: first.height });
  }

  /** Builds the request to send. Rejects with a message for the screen when a source is no longer stored. */
  const build = (request: ImageRequest): Promise<OutgoingRequest> =>
    writeImageRequest(request, { readSource, exportMask: () => writeMask(request) });

  async function make(request: ImageRequest): Promise<void> {
    const id = newId();
    const exchangeId = newId();
    const job: ImageJob = {
      id,
      createdAt: Date.now(),
      exchangeId,
      request,
      state: "running",
      images: [],
      facts: {},
      timings: {},
      route: { dropped: [] },
    };
    store.set(({ jobs }) => ({ jobs: [job, ...jobs], selected: id }));
    let run: ImageRun;
    try {
      const [{ startImageRun }, outgoing] = await Promise.all([loadRuns(), build(request)]);
      run = startImageRun({ request: outgoing, exchangeId });
    } catch (error) {
      const message = error instanceof Error ? error.message : "Couldn’t build the request.";
      changeJob(id, { state: "failed", failure: { origin: "response", status: 400, type: "invalid_file", message } });
      return;
    }
    changeJob(id, {});
    // Saved for a page that is reloaded: the gateway's own copy of a form would be unreadable.
    void saveTrace(id, run);
    await follow(id, run);
  }

  /** Resumes requests that were running when the page was closed. */
  async function resume(): Promise<void> {
    const { jobs, runs } = store.get();
    for (const { id, state, exchangeId, createdAt } of jobs) {
      if (state !== "running" || id in runs) continue;
      if (exchangeId === undefined) {
        changeJob(id, { state: "interrupted" });
        continue;
      }
      const known = await history.loadTrace(id).catch(() => undefined);
      const { startedAt = createdAt, head, request = "", requestHeaders } = known ?? {};
      const sent = known && { startedAt, head, request, requestHeaders };
      const { resumeImageRun } = await loadRuns();
      void follow(id, resumeImageRun({ exchangeId, startedAt, known: sent }));
    }
  }

  async function follow(id: string, run: ImageRun): Promise<void> {
    store.set(({ runs }) => ({ runs: { ...runs, [id]: run } }));
    const { images, ...outcome } = await run.finished;
    const stored = await Promise.all(images.map((image) => look(image, pictures.save)));
    const removed = !store.get().jobs.some((other) => other.id === id);
    // Update the job before removing the run, or the stage would briefly show neither.
    if (!removed) changeJob(id, { ...outcome, images: stored });
    store.set(({ runs: { [id]: _ended, ...runs } }) => ({ runs }));
    if (removed || outcome.state === "interrupted") return;
    await saveTrace(id, run);
    await pictures.tidy();
  }

  async function saveTrace(jobId: string, { trace }: ImageRun): Promise<void> {
    await pictures.withRoom(RECORD_SIZE, () => history.saveTrace({ jobId, ...trace.record() }));
  }

  return { build, writeMask, make, resume };
}
