/** The open conversation as a file in the browser's downloads. */
import type { Chat } from "#lib/playground/chat.ts";
import { fileNameOf } from "#lib/playground/sharing/file-name.ts";
import { writeMarkdown } from "#lib/playground/sharing/write-markdown.ts";
import { visiblePath } from "#lib/playground/transcript.ts";
import { downloadBlob } from "../ui/save-image.ts";

export function saveMarkdown({ store, dialect }: Chat): void {
  const { title, settings, transcript } = store.get().session;
  const { systemLabel } = dialect;
  const text = writeMarkdown({ title, system: settings.system, systemLabel, turns: visiblePath(transcript) });
  downloadBlob(new Blob([text], { type: "text/markdown" }), fileNameOf(title, "md"));
}
