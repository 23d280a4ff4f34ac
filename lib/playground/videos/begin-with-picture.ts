/** Sets an image of another page as the first frame on the videos page, which opens next. */
import type { Attachment } from "#lib/playground/conversation/transcript.ts";
import { loadVideoDraft, saveVideoDraft } from "./video-draft.ts";
import { openVideoStore } from "./video-store.ts";

/** Stores the image and the draft. Rejects when the browser refuses to store it. */
export async function beginWithPicture(reference: Attachment, bytes: Blob): Promise<void> {
  await openVideoStore().saveBlob(reference.sha256, bytes);
  saveVideoDraft({ ...loadVideoDraft(), reference, cut: false, remixOf: undefined });
}
