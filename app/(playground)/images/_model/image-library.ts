/** Operations on all images of the page: delete, restore and import. */

import type { ImageHistory } from "#lib/playground/images/image-history.ts";
import type { ImageJob, JobImage } from "#lib/playground/images/image-job.ts";
import type { ImportedFile } from "#lib/playground/sharing/exports/settle-files.ts";
import type { Store } from "#lib/playground/shell/create-store.ts";
import type { ImageDraft } from "./image-draft.ts";
import type { ImagesState } from "./images-state.ts";
import { type PictureStore, RECORD_SIZE } from "./picture-store.ts";
import type { storeImage } from "./store-image.ts";

/** Milliseconds during which deleted images can be restored: longer than any notice that offers it is on screen. */
const UNDO_TIME = 60_000;

export function createImageLibrary({
  store,
  history,
  pictures,
  look,
}: {
  store: Store<ImagesState>;
  history: ImageHistory;
  pictures: PictureStore;
  look: typeof storeImage;
}) {
  const save = (job: ImageJob) => pictures.withRoom(RECORD_SIZE, () => history.save(job));

  /** Deletes jobs for good, one by one: each deletion checks which of its images other jobs still need. */
  async function forget(jobs: readonly ImageJob[], { sources }: Pick<ImageDraft, "sources">): Promise<void> {
    const kept = sources.map(({ sha256 }) => sha256);
    for (const { id } of jobs) await history.remove(id, kept).catch(() => {});
  }

  function putBack(jobs: readonly ImageJob[]): void {
    store.set(({ jobs: others }) => ({
      jobs: [...jobs, ...others].sort((one, other) => other.createdAt - one.createdAt),
    }));
  }

  return {
    /** Lists jobs, newest first. Deletes jobs for good that were deleted on the last visit. */
    async list(draft: ImageDraft): Promise<ImageJob[]> {
      const jobs = await history.list();
      void forget(
        jobs.filter(({ deletedAt }) => deletedAt !== undefined),
        draft,
      );
      return jobs.filter(({ deletedAt }) => deletedAt === undefined);
    },
    /**
     * Deletes all jobs except running ones; resolves when the browser has stored that they are gone.
     * @returns a function that restores them, valid for `UNDO_TIME`
     */
    async removeAll(): Promise<() => void> {
      const { jobs, selected } = store.get();
      const [left, gone] = [jobs.filter(isRunning), jobs.filter((job) => !isRunning(job))];
      store.set({ jobs: left, selected: left[0]?.id });
      await Promise.all(gone.map((job) => save({ ...job, deletedAt: Date.now() })));
      const timer = setTimeout(() => void forget(gone, store.get().draft), UNDO_TIME);
      return () => {
        clearTimeout(timer);
        for (const job of gone) void save(job);
        putBack(gone);
        store.set({ selected });
      };
    },
    /** Imports jobs and files saved by another browser or an earlier visit; creates new thumbnails. */
    async adopt(imported: readonly ImageJob[], files: readonly ImportedFile[]): Promise<void> {
      const decodeBytes = new Map(files.map(({ sha256, bytes }) => [sha256, bytes]));
      for (const { sha256, bytes } of files) await pictures.save(sha256, bytes);
      const jobs: ImageJob[] = [];
      for (const job of imported) {
        const images: JobImage[] = [];
        for (const image of job.images) {
          const bytes = image.sha256 ? decodeBytes.get(image.sha256) : undefined;
          images.push(bytes ? { ...image, ...(await look({ ...image, bytes }, pictures.save)) } : image);
        }
        jobs.push({ ...job, images });
      }
      for (const job of jobs) await save(job);
      putBack(jobs);
      const [first] = jobs;
      if (first) store.set({ selected: first.id });
      await pictures.tidy();
    },
  };
}

const isRunning = ({ state }: ImageJob): boolean => state === "running";
