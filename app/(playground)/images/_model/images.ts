/** Controller of the images page: the draft in the fields, and finished and running jobs. */

import type { Attachment } from "#lib/playground/conversation/transcript.ts";
import type { ImageHistory } from "#lib/playground/images/image-history.ts";
import { getOperation, type ImageJob, isRemoved, type JobImage, listBlobs } from "#lib/playground/images/image-job.ts";
import { MAXIMUM_INPUT_IMAGES } from "#lib/playground/images/input-images.ts";
import type { MaskState } from "#lib/playground/images/mask-state.ts";
import { createStore, type Store } from "#lib/playground/shell/create-store.ts";
import { FIRST_DRAFT, type ImageDraft } from "./image-draft.ts";
import { createImageLibrary } from "./image-library.ts";
import { listSentValues } from "./image-parameters.ts";
import { createImageResponses, type LoadRuns } from "./image-responses.ts";
import type { ImagesState } from "./images-state.ts";
import { createPictureStore, RECORD_SIZE } from "./picture-store.ts";
import { storeImage } from "./store-image.ts";

export type Images = ReturnType<typeof createImages>;

export function createImages({
  history,
  saveDraft,
  loadRuns = () => import("./image-run.ts"),
  look = storeImage,
}: {
  history: ImageHistory;
  saveDraft: (draft: ImageDraft) => void;
  loadRuns?: LoadRuns;
  look?: typeof storeImage;
}) {
  const store: Store<ImagesState> = createStore<ImagesState>({
    ready: false,
    draft: FIRST_DRAFT,
    jobs: [],
    runs: {},
    unsaved: {},
  });
  const pictures = createPictureStore({
    history,
    describe: () => describeStore(store.get()),
    onEvicted(hashes) {
      const isGone = ({ sha256 }: JobImage) => sha256 !== undefined && hashes.has(sha256);
      for (const job of store.get().jobs.filter(({ images }) => images.some(isGone))) {
        const images = job.images.map((image) => (isGone(image) ? { ...image, removedAt: Date.now() } : image));
        changeJob(job.id, { images });
        // The trace of a removed image is of no use.
        if (isRemoved({ images })) void history.deleteTrace(job.id).catch(() => {});
      }
    },
    onUnsaved: (sha256, why) => store.set(({ unsaved }) => ({ unsaved: { ...unsaved, [sha256]: why } })),
    onUse: (storage) => store.set({ storage }),
  });

  function changeDraft(changes: Partial<ImageDraft>): void {
    const draft = { ...store.get().draft, ...changes };
    store.set({ draft });
    saveDraft(draft);
  }

  function changeJob(id: string, changes: Partial<ImageJob>): void {
    store.set(({ jobs }) => ({ jobs: jobs.map((job) => (job.id === id ? { ...job, ...changes } : job)) }));
    const job = store.get().jobs.find((other) => other.id === id);
    if (job) void pictures.withRoom(RECORD_SIZE, () => history.save(job));
  }

  const library = createImageLibrary({ store, history, pictures, look });
  const { build, writeMask, make, resume } = createImageResponses({
    store,
    history,
    pictures,
    changeJob,
    loadRuns,
    look,
  });

  const findJob = (id: string) => store.get().jobs.find((job) => job.id === id);

  function addSource(source: Attachment): void {
    const { sources } = store.get().draft;
    if (sources.some(({ sha256 }) => sha256 === source.sha256)) return;
    if (sources.length >= MAXIMUM_INPUT_IMAGES)
      throw new Error(`At most ${MAXIMUM_INPUT_IMAGES} input images can be sent.`);
    changeDraft({ sources: [...sources, source] });
  }

  /** Sets the sources. The mask belongs to the first source, so it is removed when another takes that place. */
  function changeSources(sources: readonly Attachment[]): void {
    const { draft } = store.get();
    const sameFirst = sources[0]?.sha256 === draft.sources[0]?.sha256;
    changeDraft({ sources, mask: sameFirst ? draft.mask : undefined });
  }

  function remove(id: string): void {
    const { jobs, runs, selected, draft } = store.get();
    runs[id]?.stop();
    const at = jobs.findIndex((job) => job.id === id);
    const left = jobs.filter((job) => job.id !== id);
    store.set({ jobs: left, ...(selected === id ? { selected: (left[at] ?? left.at(-1))?.id } : {}) });
    const kept = draft.sources.map(({ sha256 }) => sha256);
    void history.remove(id, kept).catch(() => {});
  }

  function select(id: string): void {
    store.set({ selected: id });
    const job = findJob(id);
    if (job) pictures.touch(listBlobs(job));
  }

  return {
    store,
    changeDraft,
    buildRequest: build,
    writeMask,
    loadBlob: pictures.load,
    loadTrace: (jobId: string) => history.loadTrace(jobId),
    /** Reads the history. Later visits of the page find everything unchanged. */
    async restore(draft: ImageDraft): Promise<void> {
      if (store.get().ready) return;
      store.set({ draft });
      try {
        const jobs = await library.list(draft);
        store.set({ jobs });
        await resume();
        if (jobs[0]) select(jobs[0].id);
        void pictures.tidy();
      } catch {
        // Without storage the page works but remembers nothing.
      }
      store.set({ ready: true });
      // Preloaded, so that the first request does not wait for it.
      void loadRuns().catch(() => {});
    },
    async addFile(file: File): Promise<void> {
      const { readInputImage } = await import("#lib/playground/images/read-input-image.ts");
      const { attachment, bytes } = await readInputImage(file);
      await pictures.save(attachment.sha256, bytes);
      addSource(attachment);
      await pictures.tidy();
    },
    removeSource(sha256: string): void {
      changeSources(store.get().draft.sources.filter((source) => source.sha256 !== sha256));
    },
    /** Moves a source one place towards the front. The mask applies to the first source. */
    moveForward(sha256: string): void {
      const sources = [...store.get().draft.sources];
      const from = sources.findIndex((source) => source.sha256 === sha256);
      const [moved] = from > 0 ? sources.splice(from, 1) : [];
      if (moved) changeSources(sources.toSpliced(from - 1, 0, moved));
    },
    setMask(mask: MaskState | undefined): void {
      changeDraft({ mask });
    },
    /** Sends the draft in the fields. */
    generate(): Promise<void> {
      const { model, prompt, values, sources, mask } = store.get().draft;
      const operation = getOperation({ sources });
      return make({
        model,
        prompt: prompt.trim(),
        values: listSentValues(values, { model, operation }),
        sources,
        ...(mask && mask.position > 0 ? { mask } : {}),
      });
    },
    /** Sends a job's request again; a failed job is replaced. */
    again(id: string): Promise<void> | undefined {
      const job = findJob(id);
      if (!job) return undefined;
      if (job.state === "failed") remove(id);
      return make(job.request);
    },
    /** Removes a refused parameter, from the fields too, and tries again. */
    againWithout(id: string, name: string): Promise<void> | undefined {
      const job = findJob(id);
      if (!job) return undefined;
      const { [name]: _draft, ...values } = store.get().draft.values;
      changeDraft({ values });
      const { [name]: _refused, ...kept } = job.request.values;
      remove(id);
      return make({ ...job.request, values: kept });
    },
    stop(): void {
      for (const run of Object.values(store.get().runs)) run.stop();
    },
    select,
    /** Pins a job: its images are never evicted, and the browser is asked to persist this page's storage. */
    setPinned(id: string, pinned: boolean): void {
      changeJob(id, { pinned });
      if (pinned) void navigator.storage?.persist?.().catch(() => false);
    },
    /** Clears the stage and the fields; the panel keeps its settings. */
    startNew(): void {
      changeDraft({ prompt: "", sources: [], mask: undefined });
      store.set({ selected: undefined });
    },
    remove,
    removeAll: library.removeAll,
    adopt: library.adopt,
    /** Loads a job's request into the fields. */
    remix(id: string): void {
      const job = findJob(id);
      if (!job) return;
      const { model, prompt, values, sources, mask } = job.request;
      changeDraft({ model, prompt, values, sources, mask });
    },
    /** Uses a result as the source of the next edit. */
    takeAsSource(id: string, index: number): void {
      const job = findJob(id);
      const image = job?.images[index];
      if (!job || !image?.sha256) return;
      const { sha256, mediaType, size, width, height } = image;
      const name = `${job.request.prompt.slice(0, 40)} ${index + 1}`;
      changeSources([{ sha256, name, mediaType, size, width, height }]);
    },
  };
}

/** Returns the hashes of images that must not be evicted, and of thumbnails, which are too small to count. */
function describeStore({ jobs, runs, selected, draft }: ImagesState) {
  const inUse = jobs.filter(({ id, pinned }) => pinned || id === selected || id in runs);
  return {
    kept: new Set([...draft.sources.map(({ sha256 }) => sha256), ...inUse.flatMap(listBlobs)]),
    thumbnails: new Set(jobs.flatMap(({ images }) => images.flatMap(({ thumbnail }) => thumbnail ?? []))),
  };
}
