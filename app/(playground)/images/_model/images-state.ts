/** State of the images page. */

import type { ImageJob } from "#lib/playground/images/image-job.ts";
import type { ImageDraft } from "./image-draft.ts";
import type { ImageRun } from "./image-run.ts";
import type { StorageUse, Unsaved } from "./picture-store.ts";

export type ImagesState = {
  /** False until the history has been read. */
  ready: boolean;
  draft: ImageDraft;
  /** Jobs, newest first. */
  jobs: readonly ImageJob[];
  /** ID of the selected job; absent on the empty page. */
  selected?: string;
  /** Running jobs by ID. */
  runs: { [jobId: string]: ImageRun };
  /** Images held only in memory, by hash. */
  unsaved: { [sha256: string]: Unsaved };
  /** Storage that this page uses in the browser; absent until it is known. */
  storage?: StorageUse;
};
