/** What the images page shows. */

import type { ImageJob } from "#lib/playground/images/image-job.ts";
import type { ImageDraft } from "./image-draft.ts";
import type { ImageRun } from "./image-run.ts";
import type { StorageUse, Unsaved } from "./picture-store.ts";

export type ImagesState = {
  /** False until the history has been read. */
  ready: boolean;
  draft: ImageDraft;
  /** Newest first. */
  jobs: readonly ImageJob[];
  /** The job on the stage; absent on the empty page. */
  selected?: string;
  /** Jobs that are running, by their id. */
  runs: { [jobId: string]: ImageRun };
  /** Bytes that live only as long as the page, by their hash. */
  unsaved: { [sha256: string]: Unsaved };
  /** What the browser keeps for this page; absent until it is known. */
  storage?: StorageUse;
};
