/** What the images page can do with its pictures as a whole: delete them, and take others in. */

import type { ImageHistory } from "#lib/playground/images/image-history.ts";
import type { ImageJob, JobImage } from "#lib/playground/images/image-job.ts";
import type { ImportedFile } from "#lib/playground/sharing/exports/settle-files.ts";
import type { Store } from "#lib/playground/shell/create-store.ts";
import type { ImageDraft } from "./image-draft.ts";
import type { ImagesState } from "./images-state.ts";
import { type PictureStore, RECORD_SIZE } from "./picture-store.ts";
import type { storeImage } from "./store-image.ts";

/** How long all can be brought back, in milliseconds: longer than any notice that offers it is on screen. */
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

  /** One after the other: each looks through all that is left for what its pictures are still needed for. */
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
    /** Newest first. What was deleted at the last visit goes for good. */
    async list(draft: ImageDraft): Promise<ImageJob[]> {
      const jobs = await history.list();
      void forget(
        jobs.filter(({ deletedAt }) => deletedAt !== undefined),
        draft,
      );
      return jobs.filter(({ deletedAt }) => deletedAt === undefined);
    },
    /** All but what is being made. @returns brings them back, as long as it is called soon */
    removeAll(): () => void {
      const { jobs, selected } = store.get();
      const [left, gone] = [jobs.filter(isRunning), jobs.filter((job) => !isRunning(job))];
      store.set({ jobs: left, selected: left[0]?.id });
      for (const job of gone) void save({ ...job, deletedAt: Date.now() });
      const timer = setTimeout(() => void forget(gone, store.get().draft), UNDO_TIME);
      return () => {
        clearTimeout(timer);
        for (const job of gone) void save(job);
        putBack(gone);
        store.set({ selected });
      };
    },
    /** Takes in what another browser, or an earlier visit, has saved; the small copies are made anew. */
    async adopt(imported: readonly ImageJob[], files: readonly ImportedFile[]): Promise<void> {
      const bytesOf = new Map(files.map(({ sha256, bytes }) => [sha256, bytes]));
      for (const { sha256, bytes } of files) await pictures.save(sha256, bytes);
      const jobs: ImageJob[] = [];
      for (const job of imported) {
        const images: JobImage[] = [];
        for (const image of job.images) {
          const bytes = image.sha256 ? bytesOf.get(image.sha256) : undefined;
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
