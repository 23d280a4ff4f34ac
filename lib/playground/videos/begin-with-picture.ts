/** A picture of another page becomes the first frame in the fields of the videos page, which is opened next. */
import type { Attachment } from "#lib/playground/conversation/transcript.ts";
import { loadVideoDraft, saveVideoDraft } from "./video-draft.ts";
import { openVideoStore } from "./video-store.ts";

/** Rejects when the browser refuses to store it. */
export async function beginWithPicture(reference: Attachment, bytes: Blob): Promise<void> {
  await openVideoStore().saveBlob(reference.sha256, bytes);
  saveVideoDraft({ ...loadVideoDraft(), reference, cut: false, remixOf: undefined });
}
