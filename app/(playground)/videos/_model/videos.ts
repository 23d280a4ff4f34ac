/**
 * Controller of the videos page: the draft in the fields, and requests in flight. The tasks themselves are the
 * gateway's.
 */

import type { GatewayFailure } from "#lib/playground/gateway/errors.ts";
import { RequestFailed } from "#lib/playground/gateway/gateway-request.ts";
import { newId } from "#lib/playground/history/new-id.ts";
import { createStore, type Store } from "#lib/playground/shell/create-store.ts";
import { FIRST_DRAFT, type VideoDraft } from "#lib/playground/videos/video-draft.ts";
import { expectedSize, listSentValues } from "#lib/playground/videos/video-parameters.ts";
import { type VideoRequest, writeVideoRequest } from "#lib/playground/videos/video-request.ts";
import type { Creation, VideoStore } from "#lib/playground/videos/video-store.ts";
import { readSize, type VideoTask } from "#lib/playground/videos/video-task.ts";
import { fitImage } from "./fit-reference.ts";
import type { VideoApi } from "./video-api.ts";

export type Videos = ReturnType<typeof createVideos>;

/** A request that the gateway has not yet answered with a task, or has refused. */
export type Submission = {
  /** Also the idempotency key, so that resending creates no second task. */
  id: string;
  createdAt: number;
  request: VideoRequest;
  state: "sending" | "refused";
  /** True while the request is resent after an attempt without a response. */
  resending: boolean;
  failure?: GatewayFailure;
};

export type VideosState = {
  /** False until the draft has been read. */
  ready: boolean;
  draft: VideoDraft;
  /** Submissions, newest first. */
  submissions: readonly Submission[];
  /** ID of the selected task or submission; null on the empty page, absent until something is selected. */
  selected?: string | null;
  /** IDs of tasks deleted here, so that a late response does not bring them back. */
  deleted: ReadonlySet<string>;
};

/** The page's copy of the gateway's list. */
export type TaskList = {
  put(task: VideoTask): void;
  remove(id: string): void;
};

/** Milliseconds before each resend of a request that got no response. */
const RESEND_AFTER = [1000, 3000];

export function createVideos({
  api,
  savedVideos,
  tasks,
  saveDraft,
  cutImage = fitImage,
  wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
}: {
  api: Pick<VideoApi, "create" | "remove" | "now">;
  savedVideos: VideoStore;
  tasks: TaskList;
  saveDraft: (draft: VideoDraft) => void;
  cutImage?: typeof fitImage;
  wait?: (milliseconds: number) => Promise<unknown>;
}) {
  const store: Store<VideosState> = createStore<VideosState>({
    ready: false,
    draft: FIRST_DRAFT,
    submissions: [],
    deleted: new Set(),
  });
  /** Fallback when the browser refuses storage: data lives as long as the page. */
  const memory = { blobs: new Map<string, Blob>(), creations: new Map<string, Creation>() };

  function changeDraft(changes: Partial<VideoDraft>): void {
    const draft = { ...store.get().draft, ...changes };
    store.set({ draft });
    saveDraft(draft);
  }

  function changeSubmission(id: string, changes: Partial<Submission>): void {
    store.set(({ submissions }) => ({
      submissions: submissions.map((entry) => (entry.id === id ? { ...entry, ...changes } : entry)),
    }));
  }

  function dropSubmission(id: string): void {
    store.set(({ submissions }) => ({ submissions: submissions.filter((entry) => entry.id !== id) }));
  }

  async function loadBlob(sha256: string): Promise<Blob | undefined> {
    return memory.blobs.get(sha256) ?? (await savedVideos.loadBlob(sha256).catch(() => undefined));
  }

  async function loadCreation(taskId: string): Promise<Creation | undefined> {
    return memory.creations.get(taskId) ?? (await savedVideos.loadCreation(taskId).catch(() => undefined));
  }

  /** Finds the request of a task, as far as it is known here. */
  async function findRequest(task: VideoTask): Promise<VideoRequest> {
    return (await loadCreation(task.id))?.request ?? rebuildRequest(task);
  }

  async function readReference({ reference, cut, values, model }: VideoRequest): Promise<Blob | undefined> {
    if (!reference) return undefined;
    const bytes = await loadBlob(reference.sha256);
    if (!bytes) throw new Error(`${reference.name} is no longer stored in this browser. Add it again.`);
    const size = readSize(expectedSize(values, model));
    return cut && size ? cutImage(bytes, size) : bytes;
  }

  /** Sends a request, and resends it when there is no response. The idempotency key keeps it one task. */
  async function send(id: string, request: VideoRequest): Promise<Creation & { task: VideoTask }> {
    const sendable = await writeVideoRequest(request, await readReference(request));
    for (let attempt = 0; ; attempt += 1) {
      try {
        const { task, headers, route } = await api.create(sendable, id);
        return { task, taskId: task.id, createdAt: Date.now(), request, shown: sendable.shown, headers, route };
      } catch (error) {
        const pause = RESEND_AFTER[attempt];
        if (pause === undefined || toFailure(error).origin !== "network") throw error;
        changeSubmission(id, { resending: true });
        await wait(pause);
      }
    }
  }

  async function deliver({ id, request }: Pick<Submission, "id" | "request">): Promise<VideoTask | undefined> {
    changeSubmission(id, { state: "sending", resending: false, failure: undefined });
    try {
      const { task, ...creation } = await send(id, request);
      memory.creations.set(task.id, creation);
      void savedVideos.saveCreation(creation).catch(() => {});
      tasks.put(task);
      const { selected } = store.get();
      store.set(({ submissions }) => ({
        submissions: submissions.filter((entry) => entry.id !== id),
        ...(selected === id ? { selected: task.id } : {}),
      }));
      return task;
    } catch (error) {
      changeSubmission(id, { state: "refused", failure: toFailure(error) });
      return undefined;
    }
  }

  function submit(request: VideoRequest): Promise<VideoTask | undefined> {
    const submission: Submission = { id: newId(), createdAt: api.now(), request, state: "sending", resending: false };
    store.set(({ submissions }) => ({ submissions: [submission, ...submissions], selected: submission.id }));
    return deliver(submission);
  }

  /** Loads a request into the fields. */
  function takeBack({ model, prompt, values, route, reference, cut, remixOf }: VideoRequest): void {
    const remixed = remixOf !== undefined;
    changeDraft({ model, prompt, reference, cut, remixOf, ...(remixed ? {} : { values, route }) });
  }

  return {
    store,
    changeDraft,
    loadBlob,
    loadCreation,

    /** @param selected ID of the task in the page's address */
    restore(draft: VideoDraft, selected?: string): void {
      store.set({ draft, ready: true, ...(selected ? { selected } : {}) });
      void savedVideos.tidy(draft.reference ? [draft.reference.sha256] : []).catch(() => {});
    },

    async addReference(file: File): Promise<void> {
      const { readInputImage } = await import("#lib/playground/images/read-input-image.ts");
      const { attachment, bytes } = await readInputImage(file);
      memory.blobs.set(attachment.sha256, bytes);
      await savedVideos.saveBlob(attachment.sha256, bytes).catch(() => {});
      changeDraft({ reference: attachment, cut: false, remixOf: undefined });
    },
    removeReference: () => changeDraft({ reference: undefined, cut: false }),

    /** Sends the draft in the fields. The text stays in the fields; a remix reference is cleared. */
    async generate(): Promise<void> {
      const { model, prompt, values, route, reference, cut, remixOf } = store.get().draft;
      const remixed = remixOf !== undefined;
      const task = await submit({
        model,
        prompt: prompt.trim(),
        values: remixed ? {} : listSentValues(values, { model, route }),
        route: remixed ? "videos" : route,
        cut: cut && !remixed,
        ...(reference && !remixed ? { reference } : {}),
        ...(remixed ? { remixOf } : {}),
      });
      if (task && remixed && store.get().draft.remixOf === remixOf) changeDraft({ remixOf: undefined, prompt: "" });
    },

    /** Sends the task's request again, as a new task. */
    async again(task: VideoTask): Promise<void> {
      await submit(await findRequest(task));
    },

    /** Resends a refused request under its own key, so that a request that did arrive is not processed twice. */
    async resend(id: string): Promise<void> {
      const submission = store.get().submissions.find((entry) => entry.id === id);
      if (submission) await deliver(submission);
    },
    dropSubmission,

    takeBack,
    async takeBackTask(task: VideoTask): Promise<void> {
      takeBack(await findRequest(task));
    },

    startRemix: (task: VideoTask) => changeDraft({ remixOf: task.id, prompt: "" }),
    endRemix: () => changeDraft({ remixOf: undefined, prompt: "" }),

    selectNewest: () => store.set({ selected: undefined }),
    select: (id: string) => store.set({ selected: id }),
    /** Clears the stage and the fields; the panel keeps its settings. */
    startNew(): void {
      changeDraft({ prompt: "", reference: undefined, cut: false, remixOf: undefined });
      store.set({ selected: null });
    },

    /** Deletes a task; cancels one that is under way. @throws RequestFailed */
    async remove(task: VideoTask): Promise<void> {
      await api.remove(task.id);
      store.set(({ deleted }) => ({ deleted: new Set([...deleted, task.id]) }));
      tasks.remove(task.id);
      void savedVideos.removeCreation(task.id).catch(() => {});
      const { draft, selected } = store.get();
      if (selected === task.id) store.set({ selected: undefined });
      if (draft.remixOf === task.id) changeDraft({ remixOf: undefined });
    },
  };
}

/** Builds a request from the gateway's task. The task does not include an input image. */
function rebuildRequest({ model, prompt, seconds, width, height, remixedFrom }: VideoTask): VideoRequest {
  const common = { model, prompt, route: "videos" as const, cut: false };
  if (remixedFrom !== undefined) return { ...common, values: {}, remixOf: remixedFrom };
  const values = { size: `${width}x${height}`, ...(seconds === "" ? {} : { seconds }) };
  return { ...common, values };
}

function toFailure(error: unknown): GatewayFailure {
  if (error instanceof RequestFailed) return error.failure;
  const message = error instanceof Error ? error.message : "Couldn’t build the request.";
  return { origin: "response", status: 400, type: "invalid_file", message };
}
